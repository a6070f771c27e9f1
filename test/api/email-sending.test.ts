/** Sending emails (contract 22.18 to 22.21). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aDocument, anAnnotation, aPerson, aQueue, aTenant } from '../support/factories.ts'
import { aMailbox, mailSignals, type Mailbox } from '../support/mailbox.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { receive, withFile } from './emails-setup.ts'

useTenantServer()

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
