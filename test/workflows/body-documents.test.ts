/** Texts of emails as documents, and envelopes, from the stored message to the annotation. */
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptMessage, findInbox } from '../../src/domain/mail/accept.ts'
import { ENCRYPTED } from '../mail/envelopes.ts'
import { aTenant } from '../support/factories.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { harness, until, type Harness } from './harness.ts'

let stack: Harness
beforeAll(async () => {
  stack = await harness()
  await stack.startWorker()
})
afterAll(() => stack.stop())

async function anInbox(body_as_document: 'never' | 'without_files' | 'always') {
  const { queue_id } = await aTenant(stack.deps.db)
  const { db } = stack.deps
  await db('inboxes').where({ queue_id }).update({ body_as_document })
  const { email } = (await db('inboxes').where({ queue_id }).first('email')) as { email: string }
  /** Receives a message; returns its outcome and its files with their statuses, once all imports have ended. */
  return async (options: SendMailOptions) => {
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const from = 'Shop <shop@ham.example>'
    const { message } = await transport.sendMail({ from, to: email, subject: 'Your receipt', ...options })
    const inbox = await findInbox(db, email)
    const { email_id } = await acceptMessage(stack.deps, inbox!, message as Buffer, { source: 'imap' })
    const { outcome } = await until(
      () => db('incoming_messages').where({ email_id }).first(),
      (row) => row?.state === 'finished',
    )
    const annotations = await until(
      () => db('annotations').where({ email_id }),
      (rows) => rows.every(({ status }) => status !== 'importing'),
    )
    const files = await db('documents')
      .where({ email_id })
      .orderBy('id')
      .select<{ original_file_name: string; attachment_status: string }[]>('original_file_name', 'attachment_status')
    return {
      outcome: outcome as string,
      files: files.map((one) => `${one.original_file_name}: ${one.attachment_status}`),
      annotations: annotations.map(({ status }) => status as string),
    }
  }
}

const RECEIPT = '<h1>Invoice</h1><p>Invoice number: W-77</p><p>Total: 119.00 EUR</p>'

describe('the text of an email', () => {
  it('is imported if no file can be, with the setting without_files', async () => {
    const receive = await anInbox('without_files')
    const attachments = [{ filename: 'a.pdf', content: await invoicePdf('A-1') }]
    expect(await receive({ html: RECEIPT })).toEqual({
      outcome: 'imported',
      files: ['Your receipt.pdf: processed'],
      annotations: ['to_review'],
    })
    expect(await receive({ html: RECEIPT, attachments })).toEqual({
      outcome: 'imported',
      files: ['a.pdf: processed'],
      annotations: ['to_review'],
    })
    const log = [{ filename: 'log.csv', content: 'a;b\nc;d\n' }]
    expect((await receive({ html: RECEIPT, attachments: log })).files).toEqual([
      'log.csv: processed',
      'Your receipt.pdf: processed',
    ])
    const program = [{ filename: 'a.exe', content: 'MZ' }]
    expect((await receive({ html: RECEIPT, attachments: program })).files).toEqual([
      'a.exe: filtered_by_insecure_mime_type',
      'Your receipt.pdf: processed',
    ])
  })

  it('is imported beside the files with always, and a repeated message is a duplicate', async () => {
    const receive = await anInbox('always')
    const attachments = [{ filename: 'a.pdf', content: await invoicePdf('A-1') }]
    const message = { html: RECEIPT, attachments, messageId: '<once@ham.example>' }
    expect(await receive(message)).toMatchObject({
      files: ['a.pdf: processed', 'Your receipt.pdf: processed'],
      annotations: ['to_review', 'to_review'],
    })
    expect((await receive(message)).outcome).toBe('duplicate')
  })

  it('is not imported by default', async () => {
    const receive = await anInbox('never')
    expect(await receive({ html: RECEIPT })).toEqual({ outcome: 'no_documents', files: [], annotations: [] })
  })
})

describe('encrypted envelopes', () => {
  it('have one status, and do not affect the other files', async () => {
    const receive = await anInbox('never')
    const attachments = [
      { filename: 'smime.p7m', content: ENCRYPTED, contentType: 'application/pkcs7-mime' },
      { filename: 'a.pdf.pgp', content: '-----BEGIN PGP MESSAGE-----' },
      { filename: 'a.pdf', content: await invoicePdf('A-1') },
    ]
    expect(await receive({ attachments })).toEqual({
      outcome: 'imported',
      files: ['smime.p7m: password_protected_archive', 'a.pdf.pgp: password_protected_archive', 'a.pdf: processed'],
      annotations: ['to_review'],
    })
  })
})
