/** Emails: sending, raw messages, lists, related annotations and documents (contract 22.8 to 22.21). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeEmail } from '../../src/domain/mail/emails.ts'
import { documentKey } from '../../src/domain/documents/stored-file.ts'
import { as, type Client } from '../support/as.ts'
import { aDocument, anAnnotation, aPerson, aQueue, aTenant, type Tenant } from '../support/factories.ts'
import { aMailbox, mailSignals, type Mailbox } from '../support/mailbox.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { inTransaction } from '../../src/domain/outbox/transaction.ts'

let server: TestServer
let tenant: Tenant
let admin: Client
const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`

beforeAll(async () => {
  server = await testServer()
  tenant = await aTenant(server.deps.db)
  admin = as(server.root, tenant.token)
})
afterAll(() => server.stop())

const TEXTS = { subject: 'About {{annotation.id}}', message: '<p>Hello {{who}}</p>', who: '<Bob>' }
const body = (given: object = {}) => ({
  to: [{ email: 'bob@example.org', name: 'Bob' }],
  queue: url('queues', tenant.queue_id),
  template_values: TEXTS,
  ...given,
})
const send = async (given: object = {}) => {
  const sent = await admin.post('/emails/send', body(given))
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  expect(sent.headers.get('location')).toBe(sent.body.url)
  return (await admin.get(sent.body.url)).body
}
const receive = async (given: object = {}) =>
  inTransaction(server.deps.db, (tx) =>
    storeEmail(tx, {
      organization_id: tenant.organization_id,
      queue_id: tenant.queue_id,
      inbox_id: null,
      parent_id: null,
      type: 'incoming',
      message_id: '<first@example.org>',
      subject: 'Invoice',
      from: { email: 'ada@example.org', name: 'Ada' },
      to: [{ email: 'in@example.org' }],
      cc: [],
      bcc: [],
      body_text_plain: 'Hi',
      body_text_html: '',
      labels: [],
      metadata: {},
      email_template_id: null,
      s3_name: null,
      creator_id: null,
      document_ids: [],
      related_annotation_ids: [],
      related_document_ids: [],
      ...given,
    }),
  )
const withFile = async (size = 5) => {
  const id = await aDocument(server.deps.db, tenant, { size })
  const { s3_name } = await server.deps.db('documents').where('id', id).first('s3_name')
  await server.deps.blobs.put(documentKey(s3_name as string), Buffer.from('%PDF-'))
  return id
}
const idsOf = async (where: string) =>
  (await admin.get(where)).body.results.map((row: { id: number }) => row.id) as number[]

describe('POST /v1/emails/send', () => {
  it('stores the email and its raw message, and marks it as not delivered without a mail server', async () => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const attached = await withFile()
    const created = await send({
      cc: [{ email: 'cc@example.org' }],
      bcc: [{ email: 'secret@example.org' }],
      related_annotations: [url('annotations', annotation_id)],
      attachments: { documents: [url('documents', attached)] },
      labels: ['forwarded'],
    })
    const inbox = (await admin.get(`/inboxes?`)).body.results[0]
    expect(created).toMatchObject({
      queue: url('queues', tenant.queue_id),
      inbox: inbox.url,
      parent: null,
      children: [],
      documents: [url('documents', attached)],
      subject: `About ${annotation_id}`,
      from: { email: inbox.email },
      to: [{ email: 'bob@example.org', name: 'Bob' }],
      cc: [{ email: 'cc@example.org' }],
      bcc: [{ email: 'secret@example.org' }],
      body_text_html: '<p>Hello &lt;Bob&gt;</p>',
      body_text_plain: 'Hello <Bob>',
      metadata: { delivered: false },
      type: 'outgoing',
      annotation_counts: { annotations: 0, related_annotations: 1 },
      annotations: [],
      related_annotations: [url('annotations', annotation_id)],
      creator: url('users', tenant.user_id),
      labels: ['forwarded'],
      filtered_out_document_count: 0,
    })
    const raw = await fetch(created.content, { headers: { Authorization: `Bearer ${tenant.token}` } })
    expect(raw.headers.get('content-type')).toBe('message/rfc822')
    const text = await raw.text()
    expect(text).toMatch(new RegExp(`^Subject: About ${annotation_id}\r$`, 'm'))
    expect(text).toContain('filename=invoice.pdf')
    expect(text).not.toContain('secret@example.org')
    const annotation = (await admin.get(`/annotations/${annotation_id}?sideload=related_emails`)).body
    expect(annotation).toMatchObject({ related_emails: [{ id: created.id }], email_thread: created.email_thread })
    expect((await admin.get(`/annotations/${annotation_id}`)).body.related_emails).toEqual([created.url])
  })

  it('reports invalid input by field', async () => {
    const { queue_id: elsewhere } = await aQueue(server.deps.db, tenant)
    const foreign = await receive({ queue_id: elsewhere })
    const empty = await aDocument(server.deps.db, tenant, { has_content: false })
    const many = Array.from({ length: 41 }, (_, n) => ({ email: `a${n}@example.org` }))
    for (const [given, field] of [
      [{ to: [] }, 'to'],
      [{ to: [{ email: '{{unknown}}' }] }, 'to'],
      [{ to: many }, 'to'],
      [{ to: many.slice(0, 20), cc: many.slice(0, 21) }, 'to'],
      [{ to: [{ email: 'no address' }] }, 'to'],
      [{ to: 'bob@example.org' }, 'to'],
      [{ queue: undefined }, 'queue'],
      [{ queue: url('queues', 999999) }, 'queue'],
      [{ template_values: { message: 'x' } }, 'template_values'],
      [{ template_values: undefined }, 'template_values'],
      [{ labels: ['urgent'] }, 'labels'],
      [{ related_annotations: [url('annotations', 999999)] }, 'related_annotations'],
      [{ related_documents: ['x'] }, 'related_documents'],
      [{ parent_email: url('emails', foreign.id) }, 'parent_email'],
      [{ email_template: url('email_templates', 999999) }, 'email_template'],
      [{ attachments: { documents: [url('documents', empty)] } }, 'attachments'],
      [{ attachments: { documents: [url('documents', await withFile(21 * 1024 * 1024))] } }, 'attachments'],
    ] as const) {
      const answer = await admin.post('/emails/send', body(given))
      expect([answer.status, Object.keys(answer.body)], JSON.stringify(given).slice(0, 200)).toEqual([
        400,
        expect.arrayContaining([field]),
      ])
    }
    expect((await send({ to: many.slice(0, 40) })).to).toHaveLength(40)
  })

  it('uses the texts of a template and counts its use', async () => {
    const template = (await admin.get(`/email_templates?queue=${tenant.queue_id}&type=rejection_default`)).body
      .results[0]
    const { id } = await receive()
    const created = await send({
      email_template: template.url,
      template_values: {},
      parent_email: url('emails', id),
      to: [{ email: '{{sender_email}}' }],
    })
    expect(created).toMatchObject({ subject: 'Rejected: Invoice', to: [{ email: 'ada@example.org' }] })
    const stats = (await admin.get('/email_templates/stats')).body
    expect(stats).toContainEqual({ url: template.url, manual_count: 1, automated_count: 0 })
  })

  it('replies in the thread of the parent, by message id', async () => {
    const { id, email_thread_id } = await receive({ message_id: '<parent@example.org>' })
    const created = await send({ parent_email: url('emails', id) })
    expect(created).toMatchObject({ parent: url('emails', id), email_thread: url('email_threads', email_thread_id) })
    expect((await admin.get(`/emails/${id}`)).body.children).toEqual([created.url])
    const raw = await fetch(created.content, { headers: { Authorization: `Bearer ${tenant.token}` } })
    expect(await raw.text()).toContain('In-Reply-To: <parent@example.org>')
  })

  it('keeps the threads of annotations unless the request resets them', async () => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const thread = async () => (await admin.get(`/annotations/${annotation_id}`)).body.email_thread
    const related_annotations = [url('annotations', annotation_id)]
    const first = await send({ related_annotations })
    await send({ related_annotations })
    expect(await thread()).toBe(first.email_thread)
    const third = await send({ related_annotations, reset_related_annotations_email_thread: true })
    expect(await thread()).toBe(third.email_thread)
  })

  it('requires permission to send and a visible queue', async () => {
    const viewer = await aPerson(server.deps.db, tenant, 'viewer')
    const annotator = await aPerson(server.deps.db, tenant, 'annotator')
    const outside = await aPerson(server.deps.db, tenant, 'annotator', [])
    expect((await as(server.root, viewer.token).post('/emails/send', body())).status).toBe(403)
    expect((await as(server.root, annotator.token).post('/emails/send', body())).status).toBe(201)
    expect((await as(server.root, outside.token).post('/emails/send', body())).body.queue).toEqual([
      'Invalid hyperlink - object does not exist.',
    ])
  })

  it('limits trial organizations to ten emails, and returns the limits', async () => {
    const trial = await aTenant(server.deps.db)
    const client = as(server.root, trial.token)
    const limits = async () => (await client.get(`/organizations/${trial.organization_id}/limits`)).body.email_limits
    expect(await limits()).toEqual({
      count_today: 0,
      count_today_notification: 0,
      count_total: 0,
      email_per_day_limit: 1000,
      email_per_day_limit_notification: 1000,
      email_total_limit: null,
      last_sent_at: null,
      last_sent_at_notification: null,
    })
    await server.deps.db('organizations').where('id', trial.organization_id).update({ is_trial: true })
    const given = body({ queue: url('queues', trial.queue_id) })
    for (let n = 0; n < 10; n++) expect((await client.post('/emails/send', given)).status).toBe(201)
    expect(await client.post('/emails/send', given)).toMatchObject({ status: 403, body: { code: 'access_forbidden' } })
    expect(await limits()).toMatchObject({
      count_total: 10,
      email_total_limit: 10,
      last_sent_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    })
    expect((await admin.get(`/organizations/${trial.organization_id}/limits`)).status).toBe(404)
  })

  it('stops an organization at its daily limit', async () => {
    const busy = await testServer({}, { EMAILS_PER_DAY: '1' })
    const sender = await aTenant(busy.deps.db)
    const client = as(busy.root, sender.token)
    const given = { ...body(), queue: `${busy.root}/queues/${sender.queue_id}` }
    expect((await client.post('/emails/send', given)).status).toBe(201)
    expect(await client.post('/emails/send', given)).toMatchObject({
      status: 403,
      body: { detail: 'The organization has reached its limit of 1 emails per day.' },
    })
    await busy.stop()
  })
})

describe('with a mail server', () => {
  let mailbox: Mailbox
  let mailing: TestServer

  beforeAll(async () => {
    mailbox = await aMailbox()
    const env = {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mailbox.port),
      SMTP_TLS: 'off',
      SMTP_FROM: 'S <s@example.com>',
    }
    mailing = await testServer({ signals: mailSignals(() => mailing.deps) }, env)
  })
  afterAll(async () => {
    await mailing.stop()
    await mailbox.close()
  })

  it('delivers to all recipients, and marks the email as delivered', async () => {
    const owner = await aTenant(mailing.deps.db)
    const client = as(mailing.root, owner.token)
    const sent = await client.post('/emails/send', {
      ...body({ bcc: [{ email: 'secret@example.org' }] }),
      queue: `${mailing.root}/queues/${owner.queue_id}`,
    })
    await expect.poll(async () => (await client.get(sent.body.url)).body.metadata).toEqual({ delivered: true })
    expect(mailbox.letters).toHaveLength(1)
    expect(mailbox.letters[0]!.to).toEqual(['bob@example.org', 'secret@example.org'])
    expect(mailbox.letters[0]!.text).not.toContain('secret@example.org')
    await mailbox.close()
    const lost = await client.post('/emails/send', { ...body(), queue: `${mailing.root}/queues/${owner.queue_id}` })
    expect(lost.status).toBe(201)
    expect((await client.get(lost.body.url)).body.metadata).toEqual({ delivered: false })
  })
})

describe('/v1/emails', () => {
  it('counts the annotations created from it', async () => {
    const { id } = await receive()
    for (const status of ['to_review', 'exported', 'purged', 'rejected', 'confirmed'])
      await anAnnotation(server.deps.db, tenant, { status, email_id: id })
    const shown = (await admin.get(`/emails/${id}`)).body
    expect(shown.annotations).toHaveLength(5)
    expect(shown.annotation_counts).toEqual({
      annotations: 5,
      annotations_processed: 2,
      annotations_purged: 1,
      annotations_unprocessed: 2,
      annotations_rejected: 1,
      related_annotations: 0,
    })
  })

  it('can be found by each filter', async () => {
    const document_id = await withFile()
    const given = {
      subject: 'Needle',
      from: { email: 'needle@example.org', name: 'Needle' },
      document_ids: [document_id],
    }
    const { id, email_thread_id } = await receive({
      ...given,
      to: [{ email: 'x@example.org' }, { email: 'y@example.org' }],
    })
    for (const filter of [
      'subject=Needle',
      'from__email=needle@example.org',
      'from__name=Needle',
      'to=y@example.org',
      `documents=${document_id}`,
      `email_thread=${email_thread_id}`,
      `id=${id}&type=incoming&has_documents=true&queue=${tenant.queue_id}&created_at_after=2020-01-01`,
    ])
      expect([filter, await idsOf(`/emails?${filter}`)]).toEqual([filter, [id]])
    for (const filter of ['type=outgoing', 'has_documents=false', 'created_at_before=2020-01-01', 'inbox=999999'])
      expect([filter, await idsOf(`/emails?id=${id}&${filter}`)]).toEqual([filter, []])
    expect((await admin.get('/emails/counts?subject=Needle')).body).toEqual({
      incoming: {
        total: 1,
        no_documents: 0,
        recent_with_no_documents_not_replied: 0,
        rejected: 0,
        recent_with_filtered_out_documents: 0,
      },
    })
    await receive({ subject: 'Bare', labels: ['rejected'] })
    expect((await admin.get('/emails/counts?subject=Bare')).body.incoming).toMatchObject({
      no_documents: 1,
      recent_with_no_documents_not_replied: 1,
      rejected: 1,
    })
  })

  it('changes only writable fields, and refuses cycles and emails of other queues', async () => {
    const one = await receive()
    const two = await receive({ parent_id: one.id })
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const foreign = await receive({ queue_id })
    const patch = async (id: number, given: object) => (await admin.patch(`/emails/${id}`, given)).body
    expect((await patch(one.id, { parent: url('emails', one.id) })).parent).toEqual([
      'An email cannot be a reply to itself.',
    ])
    expect((await patch(one.id, { parent: url('emails', two.id) })).parent).toEqual([
      'An email cannot be a reply to itself.',
    ])
    expect((await patch(two.id, { children: [url('emails', one.id)] })).children).toEqual([
      'An email cannot be a reply to itself.',
    ])
    expect((await patch(one.id, { parent: url('emails', foreign.id) })).parent).toEqual([
      'The email belongs to another queue.',
    ])
    expect((await patch(one.id, { children: [] })).children).toEqual([])
    expect((await admin.get(`/emails/${two.id}`)).body.parent).toBeNull()
    expect((await patch(one.id, { body_text_plain: 'x'.repeat(5000) })).body_text_plain).toHaveLength(4096)
    expect(await patch(one.id, { type: 'outgoing', from: null, to: [] })).toMatchObject({
      type: 'incoming',
      from: { email: 'ada@example.org', name: 'Ada' },
      to: [{ email: 'in@example.org' }],
    })
    const put = (await admin.put(`/emails/${one.id}`, {})).body
    expect(put).toMatchObject({ subject: '', body_text_plain: '', labels: [], metadata: {}, parent: null })
    expect((await admin.get(`/emails/${one.id}/content`)).status).toBe(404)
  })

  it('makes its attachments visible to users of its queue', async () => {
    const { id } = await receive()
    const document_id = await aDocument(server.deps.db, tenant, { email_id: id, attachment_status: 'broken_image' })
    await server.deps.db('email_documents').insert({ email_id: id, document_id })
    const inside = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator')).token)
    const outside = as(server.root, (await aPerson(server.deps.db, tenant, 'annotator', [])).token)
    expect((await inside.get(`/emails/${id}`)).body.documents).toEqual([url('documents', document_id)])
    expect((await inside.get(`/documents?email=${id}`)).body.results).toMatchObject([{ email: url('emails', id) }])
    expect((await outside.get(`/emails/${id}`)).status).toBe(404)
    expect((await outside.get(`/documents/${document_id}`)).status).toBe(404)
  })
})
