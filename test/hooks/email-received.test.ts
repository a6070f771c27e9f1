import { describe, expect, it } from 'vitest'
import type { Json } from '../support/as.ts'
import { until } from '../workflows/harness.ts'
import {
  admin,
  aHook,
  aHookedQueue,
  answerWith,
  BASE,
  calls,
  logs,
  MESSAGE,
  receive,
  server,
  tenant,
  url,
  useHooks,
} from './setup.ts'

useHooks()

const EVENT = ['email.received']
const imported = async (email: Json) =>
  until(
    () =>
      server.deps
        .db('annotations as a')
        .join('documents as d', 'd.id', 'a.document_id')
        .where('a.email_id', email.id)
        .orderBy('a.id')
        .select('a.id', 'a.status', 'a.values', 'd.original_file_name as file'),
    (rows: Json[]) => rows.every(({ status }) => status === 'to_review'),
  )
const statuses = async (email: Json) =>
  Object.fromEntries(
    (await server.deps.db('documents').where('email_id', email.id).orderBy('id')).map((one: Json) => [
      one.original_file_name,
      one.attachment_status,
    ]),
  )
const another = (id: string) => MESSAGE.replace('<march@', `<${id}@`)

describe('email.received', () => {
  it('sends headers, body and files of the email', async () => {
    const queue = await aHookedQueue(EVENT)
    const email = await receive(queue, another('payload'))
    const body = (await calls(1))[0]!.body as Json
    expect(body).toMatchObject({
      event: 'email',
      action: 'received',
      email: email.url,
      queue: url('queues', queue.queue_id),
      headers: {
        from: '"Ada Lovelace" <ada@supplier.example>',
        to: 'invoices@in.example.org',
        'reply-to': '',
        subject: 'March',
        'message-id': '<payload@supplier.example>',
        date: 'Sun, 01 Mar 2026 08:00:00 GMT',
        'authentication-results': '',
      },
      body: { body_text_plain: 'Two invoices.', body_text_html: '' },
      files: [
        {
          id: '1',
          filename: 'one.pdf',
          mime_type: 'application/pdf',
          n_pages: null,
          height_px: null,
          width_px: null,
          document: expect.stringContaining('/documents/'),
        },
        { id: '2', filename: 'two.pdf' },
      ],
    })
    expect(await imported(email)).toHaveLength(2)
    expect(await logs(queue.hook_id)).toMatchObject([{ event: 'email', email_id: email.id, status: 'completed' }])
  })

  it('imports only the listed files, with their values and those of the email', async () => {
    const queue = await aHookedQueue(EVENT)
    answerWith(() => ({ files: [{ id: '2', values: [{ id: 'email:unit', value: 'Sales' }] }] }))
    const email = await receive(queue, another('listed'), { values: '{"site": "Leeds"}' })
    expect(await imported(email)).toMatchObject([{ file: 'two.pdf', values: { 'email:unit': 'Sales' } }])
    expect(await statuses(email)).toEqual({ 'one.pdf': 'filtered_by_hook_custom', 'two.pdf': 'processed' })
    expect(email.filtered_out_document_count).toBe(1)
    const upload = await server.deps.db('uploads').where('email_id', email.id).first('values')
    expect(upload.values).toMatchObject({
      'emails_import:site': 'Leeds',
      'email_header:subject': 'March',
      'email_body:text_plain': 'Two invoices.',
    })
  })

  it('imports nothing for an empty list', async () => {
    const queue = await aHookedQueue(EVENT)
    answerWith(() => ({ files: [] }))
    const email = await receive(queue, another('empty'))
    expect(await imported(email)).toEqual([])
    expect(await server.deps.db('uploads').where('email_id', email.id)).toEqual([])
  })

  it('replaces the sender and adds documents of the organization only', async () => {
    const queue = await aHookedQueue(EVENT)
    const added = await admin.get('/documents?page_size=1')
    const form = new FormData()
    form.append('content', new Blob(['%PDF-1.7 added']), 'added.pdf')
    const headers = { Authorization: `Bearer ${tenant.token}` }
    const document = (await (
      await fetch(`${server.root}/documents`, { method: 'POST', headers, body: form })
    ).json()) as Json
    expect(added.status).toBe(200)
    answerWith(() => ({
      extracted_original_sender: { email: 'bob@real.example', name: 'Bob' },
      additional_files: [
        { document: document.url, import_document: true, values: [{ id: 'email:unit', value: 'HR' }] },
        { document: `${BASE}/v1/documents/999999`, import_document: true },
      ],
    }))
    const email = await receive(queue, another('sender'))
    expect(email.from).toEqual({ email: 'bob@real.example', name: 'Bob' })
    const annotations = await until(
      () => imported(email),
      (rows) => rows.length === 3,
    )
    expect(annotations.find(({ file }) => file === 'added.pdf')).toMatchObject({ values: { 'email:unit': 'HR' } })
    expect(await statuses(email)).toMatchObject({ 'added.pdf': 'hook_additional_file' })
  })

  it('imports a file only if every hook that returned files lists it', async () => {
    const queue = await aHookedQueue(EVENT)
    await aHook(queue, EVENT, { path: '/other' })
    answerWith(({ url: path }) => ({ files: path === '/other' ? [{ id: '1' }, { id: '2' }] : [{ id: '2' }] }))
    const email = await receive(queue, another('both'))
    expect(await imported(email)).toMatchObject([{ file: 'two.pdf' }])
  })

  it('generates the payload of an email', async () => {
    const queue = await aHookedQueue(EVENT)
    const email = await receive(queue, another('generated'))
    const made = await admin.post(`/hooks/${queue.hook_id}/generate_payload`, {
      event: 'email',
      action: 'received',
      email: email.url,
    })
    expect([made.status, made.body]).toMatchObject([200, { email: email.url, files: [{ id: '1' }, { id: '2' }] }])
    const missing = await admin.post(`/hooks/${queue.hook_id}/generate_payload`, { event: 'email', action: 'received' })
    expect([missing.status, missing.body.email]).toEqual([400, ['This field is required.']])
  })

  it('continues with all files after a hook has failed', async () => {
    const queue = await aHookedQueue(EVENT, { config: { retry_count: 0 } })
    answerWith(() => ({ status: 500 }))
    const email = await receive(queue, another('failed'))
    expect(await imported(email)).toHaveLength(2)
  })
})
