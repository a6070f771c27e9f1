/** What counts for the storage of an organization (`ORGANIZATION_STORAGE_GB`), and what is refused once it is full. */
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptMessage, findInbox } from '../../src/domain/mail/accept.ts'
import { emailKey, storeEmail } from '../../src/domain/mail/emails.ts'
import { startSmtp } from '../../src/api/smtp/server.ts'
import { inTransaction } from '../../src/domain/outbox/transaction.ts'
import { as } from '../support/as.ts'
import { aDocument, anAnnotation, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { ORGANIZATION_STORAGE_GB: '1' })
})
afterAll(() => server.stop())

const GB = 1_000_000_000
const FULL = expect.stringContaining('1 GB of storage') as string

async function upload({ token, queue_id }: Tenant): Promise<number> {
  const body = new FormData()
  body.append('content', new Blob(['hello']), 'a.txt')
  const headers = { Authorization: `Bearer ${token}` }
  return (await fetch(`${server.root}/uploads?queue=${queue_id}`, { method: 'POST', headers, body })).status
}

const inboxOf = async ({ queue_id }: Tenant) => {
  const { db } = server.deps
  const { email } = (await db('inboxes').where({ queue_id }).first('email')) as { email: string }
  return (await findInbox(db, email))!
}

/** Stores an email with these columns. */
const anEmail = ({ organization_id, queue_id }: Tenant, given: object) =>
  inTransaction(server.deps.db, (tx) =>
    storeEmail(tx, {
      organization_id,
      queue_id,
      inbox_id: null,
      parent_id: null,
      type: 'incoming',
      message_id: null,
      subject: 'Invoice',
      from: null,
      to: [],
      cc: [],
      bcc: [],
      body_text_plain: '',
      body_text_html: '',
      labels: [],
      metadata: {},
      email_template_id: null,
      s3_name: `raw-${organization_id}`,
      size: GB,
      creator_id: null,
      document_ids: [],
      related_annotation_ids: [],
      related_document_ids: [],
      ...given,
    }),
  )

/** Stores a received message, and says that it is as large as this. */
async function aMessage(tenant: Tenant, size: number): Promise<number> {
  const { db } = server.deps
  const { email_id } = await acceptMessage(server.deps, await inboxOf(tenant), Buffer.from('Subject: x\r\n\r\n'), {
    source: 'smtp',
  })
  await db('incoming_messages').where({ email_id }).update({ size })
  return email_id
}

/** What an organization stores, and whether it fills the storage. */
const stored: [what: string, store: (tenant: Tenant) => Promise<unknown>, isFull: boolean][] = [
  ['a file of a document', (tenant) => aDocument(server.deps.db, tenant, { size: GB }), true],
  ['a file that was purged', (tenant) => aDocument(server.deps.db, tenant, { size: GB, has_content: false }), false],
  ['a message that waits for its import', (tenant) => aMessage(tenant, GB), true],
  ['the message of an email', (tenant) => anEmail(tenant, {}), true],
  ['an email without its message', (tenant) => anEmail(tenant, { s3_name: null }), false],
  [
    'a message that became an email before sizes of emails were stored',
    async (tenant) => {
      const id = await aMessage(tenant, GB)
      await server.deps.db('incoming_messages').where('email_id', id).update({ s3_name: null })
      await anEmail(tenant, { id, size: null })
    },
    true,
  ],
  [
    'a message that became an email',
    async (tenant) => {
      const id = await aMessage(tenant, GB)
      await server.deps.db('incoming_messages').where('email_id', id).update({ s3_name: null })
      await anEmail(tenant, { id, size: 5 })
    },
    false,
  ],
  [
    'a message that was ignored',
    async (tenant) => {
      const email_id = await aMessage(tenant, GB)
      await server.deps.db('incoming_messages').where({ email_id }).update({ s3_name: null })
    },
    false,
  ],
]

describe('the storage of an organization', () => {
  it.each(stored)('counts each stored byte once: %s', async (_, store, isFull) => {
    const [tenant, other] = [await aTenant(server.deps.db), await aTenant(server.deps.db)]
    await store(tenant)
    expect(await upload(tenant)).toBe(isFull ? 413 : 202)
    expect(await upload(other)).toBe(202)
  })

  it('counts received messages at once, not when the sum is read again', async () => {
    const tenant = await aTenant(server.deps.db)
    await aDocument(server.deps.db, tenant, { size: GB - 1_000_000 })
    const inbox = await inboxOf(tenant)
    const smtp = await startSmtp(server.deps, 0)
    const transport = createTransport({ host: '127.0.0.1', port: smtp.port, secure: false, ignoreTLS: true })
    const message = { from: 'a@example.org', to: inbox.email, subject: 'x', text: 'a line of text\n'.repeat(50_000) }
    try {
      for (let sent = 0; sent < 2; sent++)
        expect((await transport.sendMail(message)).response).toContain('2.0.0 Stored')
      await expect(transport.sendMail(message)).rejects.toMatchObject({ responseCode: 452 })
    } finally {
      transport.close()
      await smtp.stop()
    }
  })

  it('counts emails that are sent, by the size of their messages', async () => {
    const { db, blobs } = server.deps
    const { token, queue_id } = await aTenant(db)
    const sent = await as(server.root, token).post('/emails/send', {
      queue: `${server.root}/queues/${queue_id}`,
      to: [{ email: 'supplier@example.com' }],
      template_values: { subject: 'Hello', message: '<p>Hello</p>' },
    })
    expect([sent.status, sent.body]).toEqual([201, expect.anything()])
    const { s3_name, size } = (await db('emails').where({ queue_id }).first('s3_name', 'size')) as {
      s3_name: string
      size: number
    }
    expect(size).toBe((await blobs.head(emailKey(s3_name)))!.size)
  })

  const ways: [what: string, path: (id: number) => string, body: (page: string, queue: string) => object][] = [
    [
      'to divide a document',
      (id) => `/annotations/${id}/edit_pages`,
      (page) => ({ edit: [{ parent_pages: [{ page }] }] }),
    ],
    [
      'to edit pages in place',
      (id) => `/annotations/${id}/edit_pages/in_place`,
      (page) => ({ parent_pages: [{ page }] }),
    ],
    ['to rotate pages', (id) => `/annotations/${id}/rotate`, () => ({ rotation_deg: 90 })],
    [
      'to send an email',
      () => '/emails/send',
      (_, queue) => ({
        queue,
        to: [{ email: 'supplier@example.com' }],
        template_values: { subject: 'Hello', message: '<p>Hello</p>' },
      }),
    ],
  ]
  it.each(ways)('refuses, once it is full, %s', async (_, path, body) => {
    const { db } = server.deps
    const tenant = await aTenant(db)
    const { organization_id, queue_id } = tenant
    const { annotation_id, document_id } = await anAnnotation(db, tenant)
    const row = { organization_id, annotation_id, document_id, number: 1, width: 10, height: 10, s3_name: 'pages/1' }
    const [page] = (await db('pages').insert(row).returning('id')) as { id: number }[]
    await aDocument(db, tenant, { size: GB })
    const sent = body(`${server.root}/pages/${page!.id}`, `${server.root}/queues/${queue_id}`)
    const answer = await as(server.root, tenant.token).post(path(annotation_id), sent)
    expect(answer).toMatchObject({ status: 413, body: { detail: FULL } })
  })
})
