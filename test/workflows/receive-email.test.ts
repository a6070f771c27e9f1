import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../../src/api/main.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { as, type Json } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { described, harness, until, type Harness } from './harness.ts'

let stack: Harness
let api: RunningApi

beforeAll(async () => {
  stack = await harness()
  await stack.startWorker()
  api = await startApi({ ...stack.config, port: 0 }, stack.deps)
})
afterAll(async () => {
  await api.stop()
  await stack.stop()
})

/** A tenant with an inbox, and functions that import messages. */
async function anInbox(fields: object = {}) {
  const tenant = await aTenant(stack.deps.db)
  const client = as(`${api.url}/v1`, tenant.token)
  const [inbox] = (await client.get('/inboxes')).body.results as Json[]
  const made = await client.patch(inbox!.url as string, fields)
  expect([made.status, made.body]).toEqual([200, expect.anything()])
  const recipient = made.body.email as string
  const send = async (raw: Buffer | string, texts: Record<string, string> = {}) => {
    const form = new FormData()
    form.set('raw_message', new Blob([new Uint8Array(Buffer.from(raw))]), 'mail.eml')
    for (const [name, value] of Object.entries({ recipient, ...texts })) form.set(name, value)
    const response = await fetch(`${api.url}/v1/emails/import`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tenant.token}` },
      body: form,
    })
    return { status: response.status, body: (await response.json()) as Json }
  }
  /** Imports a message and returns its finished task. */
  const imported = async (raw: Buffer | string, texts: Record<string, string> = {}) => {
    const { status, body } = await send(raw, texts)
    expect([status, body]).toEqual([202, { url: expect.stringContaining('/v1/tasks/') }])
    const task = await until(
      async () => (await client.get(`${body.url as string}?no_redirect=true`)).body,
      (one) => one.status !== 'running',
    )
    return { task, email: task.result_url ? (await client.get(task.result_url as string)).body : null }
  }
  const annotationsOf = async (email: Json) =>
    until(
      async () => (await client.get(`/annotations?email=${email.id as number}`)).body.results as Json[],
      (found) => found.every(({ status }) => status === 'to_review' || status === 'failed_import'),
    )
  return { tenant, client, recipient, send, imported, annotationsOf }
}

async function compose(options: SendMailOptions): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail({ from: 'Ada <ada@example.org>', to: 'in@example.org', ...options })
  return message as Buffer
}
const invoice = () => invoicePdf('A-1')

describe('receiveEmail', () => {
  it('imports the files of a message as annotations of its email', async () => {
    const { imported, annotationsOf, tenant } = await anInbox()
    const raw = await compose({
      subject: 'Two invoices',
      text: 'Please pay.',
      attachments: [
        { filename: 'one.pdf', content: await invoice() },
        { filename: 'notes.txt', content: 'just text' },
      ],
    })
    const { task, email } = await imported(raw, { metadata: '{"box": 7}' })
    expect(task).toMatchObject({ type: 'email_imported', status: 'succeeded' })
    expect(email).toMatchObject({
      type: 'incoming',
      subject: 'Two invoices',
      from: { email: 'ada@example.org', name: 'Ada' },
      body_text_plain: 'Please pay.',
      metadata: { box: 7 },
      filtered_out_document_count: 1,
    })
    const annotations = await annotationsOf(email!)
    expect(annotations).toMatchObject([
      { status: 'to_review', email: email!.url, email_thread: email!.email_thread, metadata: { box: 7 } },
    ])
    const statuses = await stack.deps
      .db('documents')
      .where('email_id', email!.id as number)
      .orderBy('id')
      .pluck('attachment_status')
    expect(statuses).toEqual(['processed', 'filtered_by_queue_mime_type'])
    const run = await described(stack.deps, `email/${email!.id as number}`, ({ status }) => status.name === 'COMPLETED')
    expect(run.searchAttributes).toMatchObject({ SheafQueue: [tenant.queue_id], SheafStatus: ['imported'] })
    const upload = await stack.deps
      .db('uploads')
      .where('email_id', email!.id as number)
      .first('id')
    const child = await described(
      stack.deps,
      `upload/${upload.id as number}`,
      ({ status }) => status.name === 'COMPLETED',
    )
    expect(child.raw.workflowExecutionInfo?.parentExecution?.workflowId).toBe(`email/${email!.id as number}`)
  })

  it('puts a reply into the thread, and related annotations into a relation', async () => {
    const { imported, annotationsOf, client } = await anInbox()
    const file = { filename: 'one.pdf', content: await invoice() }
    const first = await imported(
      await compose({
        subject: 'Order',
        messageId: '<first@x>',
        attachments: [file, { ...file, filename: 'two.pdf' }],
      }),
    )
    const second = await imported(await compose({ subject: 'Re: Order', inReplyTo: '<first@x>', text: 'See above.' }))
    expect(second.email).toMatchObject({
      parent: first.email!.url,
      email_thread: first.email!.email_thread,
      labels: ['reply'],
    })
    const annotations = await annotationsOf(first.email!)
    expect(annotations).toHaveLength(2)
    const relations = await client.get('/relations?type=attachment')
    expect(relations.body.results).toMatchObject([{ parent: expect.any(String), annotations: [expect.any(String)] }])
  })

  it('puts a message into the thread of answers that were stored before it', async () => {
    const { imported, client } = await anInbox()
    const answer = async (id: string, inReplyTo: string) =>
      (await imported(await compose({ subject: `Re: ${id}`, messageId: `<${id}@x>`, inReplyTo }))).email!
    const [early, other] = [await answer('early', '<late@x>'), await answer('other', '<late@x>')]
    const next = await answer('next', '<other@x>')
    expect([early, other, next].map(({ parent }) => parent)).toEqual([null, null, other.url])
    const late = await imported(await compose({ subject: 'Late', messageId: '<late@x>', text: 'Question' }))
    expect(late.email).toMatchObject({ parent: null, email_thread: early.email_thread, labels: [] })
    for (const [email, parent] of [[early, late.email!.url] as const, [other, late.email!.url], [next, other.url]])
      expect((await client.get(email.url as string)).body).toMatchObject({ parent, email_thread: early.email_thread })
    const threads = (await client.get('/email_threads')).body.results as Json[]
    expect(threads).toMatchObject([{ url: early.email_thread, has_replies: true, has_new_replies: true }])
  })

  it('does not make a message its own ancestor if two messages name each other', async () => {
    const { imported, client } = await anInbox()
    const raw = (id: string, inReplyTo: string) => compose({ subject: id, messageId: `<${id}@x>`, inReplyTo })
    const one = (await imported(await raw('one', '<two@x>'))).email!
    const two = (await imported(await raw('two', '<one@x>'))).email!
    expect(two).toMatchObject({ parent: one.url, email_thread: one.email_thread })
    expect((await client.get(one.url as string)).body.parent).toBeNull()
  })

  it('connects a message and its answer that arrive at the same time', async () => {
    const { imported, client } = await anInbox()
    const pairs = Array.from({ length: 4 }, (_, n) => [
      compose({ subject: `Question ${n}`, messageId: `<q${n}@x>` }),
      compose({ subject: `Answer ${n}`, inReplyTo: `<q${n}@x>` }),
    ])
    await Promise.all(pairs.flat().map(async (raw) => imported(await raw)))
    const emails = (await client.get('/emails?ordering=id')).body.results as Json[]
    for (const n of pairs.keys()) {
      const [question, answer] = [`Question ${n}`, `Answer ${n}`].map((text) =>
        emails.find(({ subject }) => subject === text),
      )
      expect(answer).toMatchObject({ parent: question!.url, email_thread: question!.email_thread })
    }
  })

  it('imports the same message once', async () => {
    const { imported, client } = await anInbox()
    const raw = await compose({ subject: 'Once', attachments: [{ filename: 'a.pdf', content: await invoice() }] })
    expect((await imported(raw)).task.status).toBe('succeeded')
    expect((await imported(raw)).task).toMatchObject({ status: 'failed', code: 'duplicate' })
    expect((await client.get('/emails')).body.pagination.total).toBe(1)
  })

  it('records a message without documents once', async () => {
    const { imported } = await anInbox()
    const { task, email } = await imported(await compose({ subject: 'Hello', text: 'No files.' }))
    expect(task.status).toBe('succeeded')
    expect(email).toMatchObject({ documents: [], annotations: [] })
  })

  it('refuses an unknown recipient and a missing message', async () => {
    const { send, client } = await anInbox()
    expect(await send('From: a@b.c\r\n\r\nhi', { recipient: 'nobody@example.org' })).toMatchObject({
      status: 400,
      body: { recipient: [expect.any(String)] },
    })
    expect((await client.post('/emails/import', {})).status).toBe(400)
  })
})
