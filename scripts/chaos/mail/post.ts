/** Both ends of the mail: clients that send until the service confirms, and a mail server that receives the answers. */
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import type { Letter } from './letters.ts'

/** Longer than any restart takes. */
const PATIENCE_MS = 180_000
const ANSWER_MS = 20_000
const PAUSE_MS = 150

export interface Confirmed {
  /** Copies that were answered with 250. */
  copies: number
  /** Attempts that failed; the message may have been stored nevertheless. */
  failures: number
}

/** Sends each copy of a message until the service confirms it, as a mail server does. */
export async function sendUntilConfirmed(port: number, to: string, letter: Letter): Promise<Confirmed> {
  const confirmed: Confirmed = { copies: 0, failures: 0 }
  for (const end = performance.now() + PATIENCE_MS; confirmed.copies < letter.copies;) {
    if (performance.now() > end) throw new Error(`${letter.message_id} was not accepted.`)
    const options = { host: '127.0.0.1', port, ignoreTLS: true, greetingTimeout: ANSWER_MS, socketTimeout: ANSWER_MS }
    const transport = createTransport(options)
    try {
      await transport.sendMail({ envelope: { from: letter.from, to }, raw: letter.raw })
      confirmed.copies++
    } catch {
      confirmed.failures++
      await wait(PAUSE_MS)
    } finally {
      transport.close()
    }
  }
  return confirmed
}

export interface Answer {
  to: string[]
  /** `Message-ID` of the answer. */
  message_id: string
  in_reply_to: string
}

export interface Sink {
  port: number
  /** In the order in which they arrived, repetitions included. */
  answers: Answer[]
  stop(): Promise<void>
}

const headerOf = (raw: string, name: string): string =>
  new RegExp(`^${name}:\\s*(\\S+)`, 'im').exec(raw.slice(0, raw.indexOf('\r\n\r\n')))?.[1] ?? ''

/** Starts a mail server on a free port of 127.0.0.1 that accepts everything. */
export async function startSink(): Promise<Sink> {
  const answers: Answer[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      text(stream).then(
        (raw) => {
          const [message_id, in_reply_to] = [headerOf(raw, 'message-id'), headerOf(raw, 'in-reply-to')]
          answers.push({ to: envelope.rcptTo.map(({ address }) => address), message_id, in_reply_to })
          done()
        },
        // The worker was killed while it sent.
        (error: Error) => done(error),
      )
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    answers,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
