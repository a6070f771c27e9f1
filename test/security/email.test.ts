/** Received emails: nothing is lost, nothing is done twice, nothing is seen by others, and nothing is left after a purge. */
import { zipSync } from 'fflate'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type RunningApi } from '../../src/api/main.ts'
import { startSmtp, type RunningSmtp } from '../../src/api/smtp/server.ts'
import { as, type Json } from '../support/as.ts'
import { aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { harness, until, type Harness } from '../workflows/harness.ts'

let stack: Harness
let api: RunningApi
let smtp: RunningSmtp
let tenant: Tenant
let inbox: string

beforeAll(async () => {
  stack = await harness()
  api = await startApi({ ...stack.config, port: 0 }, stack.deps)
  smtp = await startSmtp(stack.deps, 0)
  tenant = await aTenant(stack.deps.db)
  inbox = await inboxOf(tenant)
})
afterAll(async () => {
  await smtp.stop()
  await api.stop()
  await stack.stop()
})

const inboxOf = async ({ queue_id }: Tenant): Promise<string> =>
  ((await stack.deps.db('inboxes').where({ queue_id }).first('email')) as { email: string }).email

const send = async (options: SendMailOptions) => {
  const transport = createTransport({ host: '127.0.0.1', port: smtp.port, ignoreTLS: true })
  await transport.sendMail({ from: 'Ada <ada@example.org>', to: inbox, subject: 'Invoice', text: 'Hi', ...options })
}
const outcomes = async (count: number): Promise<string[]> => {
  const rows = await until(
    () => stack.deps.db('incoming_messages').orderBy('email_id') as Promise<Json[]>,
    (all) => all.length === count && all.every(({ state }) => state === 'finished'),
  )
  return rows.map(({ outcome }) => outcome as string)
}

describe('received emails', () => {
  it('are kept while no worker runs, and imported once when there is one', async () => {
    const attachments = [{ filename: 'one.pdf', content: await invoicePdf('A-1') }]
    const twice = { messageId: '<twice@example.org>', attachments }
    await Promise.all([send(twice), send(twice), send({ messageId: '<other@example.org>', attachments })])
    expect(await stack.deps.db('incoming_messages').pluck('state')).toEqual(['received', 'received', 'received'])
    await stack.startWorker()
    expect((await outcomes(3)).sort()).toEqual(['duplicate', 'imported', 'imported'])
    expect(await stack.deps.db('annotations').pluck('email_id')).toHaveLength(2)
  })

  it('are imported by administrators of the organization of the inbox only', async () => {
    const attempt = async (token: string) => {
      const body = new FormData()
      body.set('raw_message', new Blob(['Subject: x\r\n\r\nx']), 'x.eml')
      body.set('recipient', inbox)
      const headers = { Authorization: `Bearer ${token}` }
      return (await fetch(`${api.url}/v1/emails/import`, { method: 'POST', headers, body })).status
    }
    const { token: stranger } = await aTenant(stack.deps.db)
    const { token: annotator } = await aPerson(stack.deps.db, tenant, 'annotator')
    expect([await attempt(stranger), await attempt(annotator)]).toEqual([400, 403])
    expect(await outcomes(3)).toHaveLength(3)
  })

  it('leave nothing behind when their annotations are purged', async () => {
    const pdf = await invoicePdf('A-2')
    const archive = Buffer.from(zipSync({ 'marked-7261.pdf': pdf }))
    await send({
      subject: 'marked-7261',
      text: 'marked-7261',
      from: 'marked-7261@example.org',
      attachments: [
        { filename: 'marked-7261.zip', content: archive },
        { filename: 'marked-7261.txt', content: 'marked-7261' },
      ],
    })
    expect((await outcomes(4))[3]).toBe('imported')
    const { db } = stack.deps
    const email = (await db('emails').where('subject', 'marked-7261').first()) as Json
    const annotation = await until(
      () => db('annotations').where('email_id', email.id).first() as Promise<Json>,
      ({ status }) => status === 'to_review',
    )
    const keys = async () => {
      const found: string[] = []
      for await (const key of stack.deps.blobs.list('')) found.push(key)
      return found.filter(
        (key) => key.includes(email.s3_name) || documents.some(({ s3_name }) => key.includes(s3_name)),
      )
    }
    const documents = (await db('documents').where('email_id', email.id)) as Json[]
    expect(documents.map(({ attachment_status }) => attachment_status as string).sort()).toEqual([
      'extracted_archive',
      'filtered_by_queue_mime_type',
      'processed',
    ])
    expect((await keys()).length).toBeGreaterThan(3)
    const client = as(`${api.url}/v1`, tenant.token)
    expect((await client.post(`/annotations/${annotation.id as number}/delete`, {})).status).toBe(204)
    expect(
      (
        await client.post('/annotations/purge_deleted', {
          annotations: [`${api.url}/v1/annotations/${annotation.id as number}`],
        })
      ).status,
    ).toBe(202)
    expect(await keys()).toEqual([])
    const tables = await db.raw<{ rows: { table_name: string }[] }>(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const places: string[] = []
    for (const { table_name } of tables.rows) {
      const found = await db.raw<{ rows: unknown[] }>(
        `select 1 from ${table_name} t where t::text like '%marked-7261%' limit 1`,
      )
      if (found.rows.length > 0) places.push(table_name)
    }
    expect(places).toEqual([])
  })
})
