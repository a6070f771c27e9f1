/** The SMTP server of the inboxes: accepts messages for known addresses, and confirms each after it is stored. */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import {
  acceptMessages,
  findInbox,
  MAX_MESSAGE_BYTES,
  MessageTooLarge,
  type LinkedInbox,
} from '../../domain/mail/accept.ts'
import { assertStorage } from '../../domain/documents/storage.ts'
import { ApiError } from '../../errors.ts'
import { MessageIntake } from './intake.ts'

export interface RunningSmtp {
  port: number
  stop(): Promise<void>
}

export interface SmtpLimits {
  /** Connections in all, and from one address. */
  connections: number
  perAddress: number
  /** Recipients of one message; senders repeat it for the others. */
  recipients: number
  /** Unknown recipients after which a connection is closed, so that addresses cannot be guessed. */
  unknown: number
  messageBytes: number
  /** Time without data after which a connection is closed. */
  idleMs: number
}

export const SMTP_LIMITS: SmtpLimits = {
  connections: 200,
  perAddress: 20,
  recipients: 50,
  unknown: 10,
  messageBytes: MAX_MESSAGE_BYTES,
  idleMs: 60_000,
}

/** An error with the code that the client gets. */
const reply = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

const LATER = '4.3.0 The message cannot be stored at the moment; try again later'

interface Client {
  unknown: number
  /** The message in transfer. */
  intake?: MessageIntake
  inboxes: Map<string, LinkedInbox>
}

type Serving = Pick<Deps, 'db' | 'blobs' | 'signals' | 'config' | 'log'>

/** Listens on a port (0 for a free one) of the configured host until `stop`, which lets messages in transfer finish. */
export async function startSmtp(deps: Serving, port: number, limits: SmtpLimits = SMTP_LIMITS): Promise<RunningSmtp> {
  const { mail, mailDomain } = deps.config
  const clients = new WeakMap<SMTPServerSession, Client>()
  const open = new Map<string, number>()
  const rate = mail.ratePerMinute > 0 ? new RateLimiterMemory({ points: mail.ratePerMinute, duration: 60 }) : null
  const clientOf = (session: SMTPServerSession): Client => {
    const client = clients.get(session) ?? { unknown: 0, inboxes: new Map<string, LinkedInbox>() }
    clients.set(session, client)
    return client
  }
  const server = new SMTPServer({
    name: mailDomain,
    banner: 'ready',
    authOptional: true,
    ...tlsOptions(mail),
    size: limits.messageBytes,
    maxClients: limits.connections,
    socketTimeout: limits.idleMs,
    closeTimeout: 10_000,
    disableReverseLookup: true,
    logger: false,
    onConnect: ({ remoteAddress }, done) => {
      const count = (open.get(remoteAddress) ?? 0) + 1
      open.set(remoteAddress, count)
      done(count > limits.perAddress ? reply(421, '4.7.0 Too many connections from your address') : undefined)
    },
    onClose: (session) => {
      const { remoteAddress } = session
      // Otherwise the rest of the message would be awaited forever.
      clients.get(session)?.intake?.destroy(new Error('The connection was closed.'))
      const count = (open.get(remoteAddress) ?? 1) - 1
      if (count > 0) open.set(remoteAddress, count)
      else open.delete(remoteAddress)
    },
    onMailFrom: (_, session, done) => {
      clientOf(session).inboxes.clear()
      if (!rate) return done()
      rate.consume(session.remoteAddress).then(
        () => done(),
        () => done(reply(451, '4.7.1 Too many messages from your address; try again later')),
      )
    },
    onRcptTo: ({ address }, session, done) => {
      const client = clientOf(session)
      if (client.inboxes.size >= limits.recipients) return done(reply(452, '4.5.3 Too many recipients'))
      if (client.unknown >= limits.unknown) return done(reply(421, '4.7.0 Too many unknown recipients'))
      findRecipient(deps, address).then(
        (inbox) => {
          if (inbox) client.inboxes.set(address.toLowerCase(), inbox)
          else client.unknown++
          done(inbox ? undefined : reply(550, '5.1.1 No inbox has this address'))
        },
        (error: unknown) => done(refusal(deps, error)),
      )
    },
    onData: (stream, session, done) => {
      const inboxes = [...new Map([...clientOf(session).inboxes.values()].map((inbox) => [inbox.id, inbox])).values()]
      receive(deps, stream, session, { inboxes, limits, client: clientOf(session) }).then(
        // Without ids, which would tell strangers how many emails the service receives.
        () => done(null, '2.0.0 Stored'),
        (error: unknown) => done(refusal(deps, error)),
      )
    },
  })
  // Broken connections are the client's affair.
  server.on('error', (error) => deps.log.debug({ err: error }, 'smtp: a connection failed'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, mail.host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Without a certificate there is no STARTTLS; the certificate built into the library is public. */
function tlsOptions({ tls }: Config['mail']): SMTPServerOptions {
  if (!tls) return { disabledCommands: ['AUTH', 'STARTTLS'] }
  return {
    disabledCommands: ['AUTH'],
    cert: readFileSync(tls.cert),
    key: readFileSync(tls.key),
    minVersion: 'TLSv1.2',
  }
}

async function findRecipient(deps: Serving, address: string): Promise<LinkedInbox | null> {
  const inbox = await findInbox(deps.db, address)
  if (inbox) await assertStorage(deps, inbox.organization_id)
  return inbox
}

async function receive(
  deps: Serving,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  { inboxes, limits, client }: { inboxes: LinkedInbox[]; limits: SmtpLimits; client: Client },
): Promise<void> {
  const { remoteAddress: ip, hostNameAppearsAs: helo, secure: tls, envelope } = session
  const from = envelope.mailFrom ? envelope.mailFrom.address : ''
  const intake = new MessageIntake({ ip, helo, tls, from, host: deps.config.mailDomain, maxBytes: limits.messageBytes })
  client.intake = intake
  const body = new PassThrough()
  // The blob store may not listen to it yet, or no longer.
  body.on('error', () => undefined)
  intake.on('error', (error) => body.destroy(error))
  stream.on('error', (error) => intake.destroy(error))
  stream.pipe(intake).pipe(body)
  try {
    await acceptMessages(deps, inboxes, body, { source: 'smtp', envelope: { from, ip, helo, tls } })
  } catch (error) {
    // The client waits for the answer until all of its data have been read.
    stream.unpipe(intake)
    stream.resume()
    throw intake.errored ?? error
  }
}

/** Internal errors are temporary for the client, which tries again: no accepted message is lost, and no other one either. */
function refusal({ log }: Serving, error: unknown): Error {
  if (error instanceof MessageTooLarge) return reply(552, `5.3.4 ${error.message}`)
  if (error instanceof ApiError && error.status === 413) return reply(452, '4.2.2 The inbox is full')
  if (error instanceof Error && 'responseCode' in error) return error
  log.warn({ err: error }, 'smtp: a message could not be stored')
  return reply(451, LATER)
}
