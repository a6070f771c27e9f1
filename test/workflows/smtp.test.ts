import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SMTP_LIMITS, startSmtp, type RunningSmtp } from '../../src/api/smtp/server.ts'
import { aTenant } from '../support/factories.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { SERVER_CERTIFICATE, SERVER_KEY } from '../support/server-certificate.ts'
import { harness, until, type Harness } from './harness.ts'

let stack: Harness
let smtp: RunningSmtp
/** The error of the next write to the blob store. */
let failing: Error | null = null
/** Writes in progress. */
let writes = 0

beforeAll(async () => {
  stack = await harness(({ blobs }) => ({
    blobs: new Proxy(blobs, {
      get: (target, name) => {
        if (name === 'put' && failing) return () => Promise.reject(failing!)
        if (name === 'put')
          return (...given: Parameters<typeof blobs.put>) => {
            writes++
            return target.put(...given).finally(() => writes--)
          }
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
  }))
  await stack.startWorker()
  smtp = await startSmtp(stack.deps, 0, { ...SMTP_LIMITS, messageBytes: 2 * 2 ** 20, unknown: 3 })
})
afterAll(async () => {
  await smtp.stop()
  await stack.stop()
})

async function anInbox() {
  const { queue_id } = await aTenant(stack.deps.db)
  const { email } = (await stack.deps.db('inboxes').where({ queue_id }).first('email')) as { email: string }
  const messages = () => stack.deps.db('incoming_messages').where({ queue_id }).orderBy('email_id')
  return { queue_id, email, messages }
}

const send = async (options: SendMailOptions, port = smtp.port) => {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })
  try {
    return await transport.sendMail({ from: 'Ada <ada@example.org>', subject: 'Invoice', text: 'Hi', ...options })
  } finally {
    transport.close()
  }
}
const refused = (options: SendMailOptions) =>
  send(options).then(
    () => ({ responseCode: 250 }),
    (error: { responseCode?: number }) => error,
  )

/** Sends lines one after the other and returns the responses. */
async function talk(lines: string[]): Promise<string> {
  const socket = connect(smtp.port, '127.0.0.1').setEncoding('utf8')
  let text = ''
  socket.on('data', (chunk: string) => (text += chunk))
  const ended = new Promise((resolve) => socket.on('close', resolve))
  socket.on('error', () => undefined)
  for (const [index, line] of lines.entries()) {
    await until(
      () => Promise.resolve(text.match(/^\d{3} .*\r\n/gm)?.length ?? 0),
      (count) => count > index || socket.destroyed,
    )
    socket.write(`${line}\r\n`)
  }
  socket.end()
  await ended
  return text
}

describe('SMTP', () => {
  it('stores a message before it confirms it, and imports its files', async () => {
    const inbox = await anInbox()
    const attachments = [{ filename: 'one.pdf', content: await invoicePdf('A-1') }]
    const { response } = await send({ to: inbox.email.toUpperCase(), attachments })
    expect(response).toBe('250 2.0.0 Stored')
    const [stored] = await until(inbox.messages, (rows) => rows[0]?.state === 'finished')
    expect(stored).toMatchObject({ source: 'smtp', outcome: 'imported', envelope: {} })
    const annotation = await until(
      () =>
        stack.deps
          .db('annotations')
          .where('email_id', stored.email_id as number)
          .first(),
      (row) => row?.status === 'to_review',
    )
    expect(annotation).toMatchObject({ queue_id: inbox.queue_id })
    const { from_email, s3_name } = await stack.deps
      .db('emails')
      .where('id', stored.email_id as number)
      .first()
    expect(from_email).toBe('ada@example.org')
    const raw = (await stack.deps.blobs.get(`emails/${s3_name as string}`)).toString()
    expect(raw).toMatch(
      /^Return-Path: <ada@example\.org>\r\nReceived: from \S+ \(\[127\.0\.0\.1\]\) by \S+ with ESMTP; /,
    )
  })

  it('stores one message for each inbox among the recipients', async () => {
    const [one, other] = [await anInbox(), await anInbox()]
    await send({ to: [one.email, other.email, one.email.replace('@', '+copy@')] })
    expect(await one.messages()).toHaveLength(1)
    expect(await other.messages()).toHaveLength(1)
  })

  it('accepts only addresses of inboxes whose queues are active', async () => {
    const inbox = await anInbox()
    expect(await refused({ to: 'nobody@example.org' })).toMatchObject({ responseCode: 550 })
    await stack.deps
      .db('queues')
      .where('id', inbox.queue_id)
      .update({ status: 'deletion_requested', delete_after: new Date(Date.now() + 1e9) })
    expect(await refused({ to: inbox.email })).toMatchObject({ responseCode: 550 })
    expect(await inbox.messages()).toEqual([])
  })

  it('closes a connection that tries many unknown addresses', async () => {
    const guesses = [1, 2, 3, 4].map((n) => `RCPT TO:<guess-${n}@example.org>`)
    const text = await talk(['EHLO x', 'MAIL FROM:<a@example.org>', ...guesses, 'QUIT'])
    expect(text).toContain('421 4.7.0 Too many unknown recipients')
  })

  it('rejects messages that are too large, and messages in a loop', async () => {
    const inbox = await anInbox()
    expect(
      await refused({ to: inbox.email, attachments: [{ filename: 'a.bin', content: Buffer.alloc(2 * 2 ** 20) }] }),
    ).toMatchObject({ responseCode: 552 })
    const hops = Array.from({ length: 60 }, (_, n) => `Received: from a by b; hop ${n}`).join('\r\n')
    expect(
      await refused({ envelope: { from: 'a@example.org', to: inbox.email }, raw: `${hops}\r\nSubject: x\r\n\r\nx` }),
    ).toMatchObject({ responseCode: 554 })
    expect(await inbox.messages()).toEqual([])
  })

  it('asks the client to try again if the message cannot be stored', async () => {
    const inbox = await anInbox()
    failing = new Error('disk full')
    expect(await refused({ to: inbox.email })).toMatchObject({ responseCode: 451 })
    failing = null
    expect(await inbox.messages()).toEqual([])
    await send({ to: inbox.email })
    expect(await inbox.messages()).toHaveLength(1)
  })

  it('offers neither AUTH nor, without a certificate, STARTTLS', async () => {
    const text = await talk(['EHLO x', 'QUIT'])
    expect(text).toContain('SIZE 2097152')
    expect(text).not.toMatch(/AUTH|STARTTLS/)
  })

  it('offers STARTTLS with a certificate, and records that the message came encrypted', async () => {
    const home = mkdtempSync(join(tmpdir(), 'sheaf-starttls-'))
    const tls = { cert: join(home, 'mail.crt'), key: join(home, 'mail.key') }
    writeFileSync(tls.cert, SERVER_CERTIFICATE)
    writeFileSync(tls.key, SERVER_KEY)
    const { config } = stack.deps
    const secured = await startSmtp({ ...stack.deps, config: { ...config, mail: { ...config.mail, tls } } }, 0)
    const inbox = await anInbox()
    const through = (options: object) => {
      const transport = createTransport({ host: '127.0.0.1', port: secured.port, requireTLS: true, ...options })
      return transport.sendMail({ from: 'ada@example.org', to: inbox.email, subject: 'Secret', text: 'Hi' })
    }
    try {
      // The certificate is for this name, and signed by itself.
      await through({ tls: { servername: 'localhost', ca: SERVER_CERTIFICATE } })
      await expect(through({ tls: { servername: 'localhost' } })).rejects.toMatchObject({ code: 'ESOCKET' })
      const old = { servername: 'localhost', ca: SERVER_CERTIFICATE, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }
      await expect(through({ tls: old })).rejects.toMatchObject({ code: 'ESOCKET' })
    } finally {
      await secured.stop()
      rmSync(home, { recursive: true })
    }
    const [stored, ...others] = await until(inbox.messages, (rows) => rows[0]?.state === 'finished')
    expect(others).toEqual([])
    const { s3_name } = await stack.deps
      .db('emails')
      .where('id', stored.email_id as number)
      .first('s3_name')
    expect((await stack.deps.blobs.get(`emails/${s3_name as string}`)).toString()).toContain(' with ESMTPS; ')
  })

  it('keeps the part of a message that ends in the middle out', async () => {
    const inbox = await anInbox()
    await talk(['EHLO x', 'MAIL FROM:<a@example.org>', `RCPT TO:<${inbox.email}>`, 'DATA', 'Subject: half'])
    await until(
      () => Promise.resolve(writes),
      (count) => count === 0,
    )
    expect(await inbox.messages()).toEqual([])
  })

  it('limits messages per address', async () => {
    const { config } = stack.deps
    const limited = await startSmtp(
      { ...stack.deps, config: { ...config, mail: { ...config.mail, ratePerMinute: 2 } } },
      0,
    )
    const inbox = await anInbox()
    await send({ to: inbox.email }, limited.port)
    await send({ to: inbox.email }, limited.port)
    await expect(send({ to: inbox.email }, limited.port)).rejects.toMatchObject({ responseCode: 451 })
    await limited.stop()
  })
})
