/** Emails of the service as their recipients get them: read from an SMTP server by Python's parser. */
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSmtp, type RunningSmtp } from '../../src/api/smtp/server.ts'
import type { Config } from '../../src/config.ts'
import { aTenant } from '../support/factories.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { aMailbox, type Mailbox } from '../support/mailbox.ts'
import { pythonParser, type ReadByPython } from '../support/python-email.ts'
import { harness, until, type Harness } from './harness.ts'

const SMTP: NonNullable<Config['smtp']> = { host: '127.0.0.1', port: 0, tls: 'off', from: 'Sheaf <sheaf@example.org>' }
const noRecords = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))

let stack: Harness
let mailbox: Mailbox
let smtp: RunningSmtp
let read: (raw: Uint8Array) => ReadByPython
beforeAll(async () => {
  read = await pythonParser()
  mailbox = await aMailbox()
  SMTP.port = mailbox.port
  stack = await harness(({ config }) => ({
    dns: noRecords,
    config: { ...config, smtp: SMTP, mailDomain: 'in.example.org' },
  }))
  await stack.startWorker()
  smtp = await startSmtp(stack.deps, 0)
})
afterAll(async () => {
  await smtp.stop()
  await stack.stop()
  await mailbox.close()
})

async function anInbox(type: string) {
  const { queue_id } = await aTenant(stack.deps.db)
  await stack.deps.db('email_templates').where({ queue_id, type }).update({ automate: true })
  const { email } = (await stack.deps.db('inboxes').where({ queue_id }).first('email')) as { email: string }
  return { queue_id, email }
}

async function send(options: SendMailOptions): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: smtp.port, ignoreTLS: true })
  await transport.sendMail(options)
  transport.close()
}

/** Waits for the letter to this address. */
async function letterTo(address: string) {
  const letter = await until(
    () => Promise.resolve(mailbox.letters.find(({ to }) => to.includes(address))),
    (found) => found !== undefined,
  )
  return { ...letter!, read: read(letter!.raw) }
}

const SUBJECT = 'Rechnung für März – „Öl & Ähren“ 請求書'

describe('rejections', () => {
  it('answer a message without documents with headers that programs and people can follow', async () => {
    const { email } = await anInbox('email_with_no_processable_attachments')
    const sender = 'jose@ham.example'
    await send({
      from: { name: 'José "Pepe" Núñez', address: sender },
      to: email,
      subject: SUBJECT,
      messageId: '<first@ham.example>',
      text: 'Nothing attached.',
    })
    const letter = await letterTo(sender)
    const { headers, defects, parts, date, longest } = letter.read
    expect(defects).toEqual([])
    expect(headers).toMatchObject({
      subject: `No documents found: ${SUBJECT}`,
      'in-reply-to': '<first@ham.example>',
      references: '<first@ham.example>',
      'auto-submitted': 'auto-replied',
      'mime-version': '1.0',
      to: expect.stringContaining(sender),
      from: expect.stringContaining(`<${email}>`),
      'message-id': expect.stringMatching(/^<[^<>@\s]+@in\.example\.org>$/),
    })
    expect(headers['message-id']).not.toBe('<first@ham.example>')
    expect([letter.from, letter.to]).toEqual([email, [sender]])
    expect(headers).not.toHaveProperty('bcc')
    expect(Number.isNaN(Date.parse(date!))).toBe(false)
    // RFC 5322, 2.1.1
    expect(longest).toBeLessThanOrEqual(998)
    expect(parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html'])
    for (const { text } of parts) expect(text).toContain('your email had no attachment that can be processed')
  })

  it('of a document go to its sender, in the thread of the email', async () => {
    const { queue_id, email } = await anInbox('rejection_default')
    const { db } = stack.deps
    const [trigger] = await db('triggers')
      .insert({
        organization_id: (await db('queues').where('id', queue_id).first('organization_id')).organization_id,
        queue_id,
        event: 'annotation_imported',
      })
      .returning<{ id: number }[]>('id')
    await db('email_templates').where({ queue_id, type: 'rejection_default' }).update({ trigger_id: trigger!.id })
    await send({
      from: 'Ada <ada@rejected.example>',
      to: email,
      subject: SUBJECT,
      messageId: '<second@rejected.example>',
      attachments: [{ filename: 'März.pdf', content: await invoicePdf('R-1') }],
    })
    const { read: found } = await letterTo('ada@rejected.example')
    expect(found.defects).toEqual([])
    expect(found.headers).toMatchObject({
      subject: `Rejected: ${SUBJECT}`,
      'in-reply-to': '<second@rejected.example>',
      references: '<second@rejected.example>',
      'auto-submitted': 'auto-generated',
      from: expect.stringContaining(`<${email}>`),
    })
    expect(found.parts[0]!.text).toContain('März.pdf cannot be processed.')
    const annotation = await until(
      () => db('annotations').where({ queue_id }).first(),
      (row) => row?.status === 'rejected',
    )
    expect(annotation.automatically_rejected).toBe(true)
  })

  it('with line breaks in the subject add no headers', async () => {
    const { email } = await anInbox('email_with_no_processable_attachments')
    await send({
      envelope: { from: 'eve@ham.example', to: email },
      raw: [
        'From: Eve <eve@ham.example>',
        `To: ${email}`,
        'Subject: =?utf-8?Q?Hello=0D=0ABcc:_victim@example.org=0D=0A=0D=0AText?=',
        'Message-ID: <third@ham.example>',
        '',
        'Hello',
      ].join('\r\n'),
    })
    const { to, read: found } = await letterTo('eve@ham.example')
    expect(to).toEqual(['eve@ham.example'])
    expect(found.headers).not.toHaveProperty('bcc')
    expect(found.headers['subject']).toBe('No documents found: Hello Bcc: victim@example.org Text')
    expect(found.defects).toEqual([])
  })
})
