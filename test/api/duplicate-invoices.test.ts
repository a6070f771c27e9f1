/** The same invoice in another form, by its number, supplier, amount and date, and a corrected version of it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { fillIdentities, storePicture } from '../../src/domain/annotations/duplicates/identities.ts'
import { purgeDeleted } from '../../src/domain/annotations/removal/purge.ts'
import { aQueue, aTenant } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { anOpened, aSchema, field } from './validation-setup.ts'

useTenantServer({ wrap: documented })

let schema: number
beforeAll(async () => {
  schema = await aSchema([
    field('document_id'),
    field('sender_name'),
    field('amount_total', 'number'),
    field('date_issue', 'date', { format: 'YYYY-MM-DD' }),
  ])
  await admin.patch(`/queues/${tenant.queue_id}`, { schema: url('schemas', schema) })
})

const INVOICE = { document_id: '2026-1', sender_name: 'ACME GmbH', amount_total: '119', date_issue: '2026-11-03' }
let count = 0
/** Values of an invoice that no other test has. */
const anInvoice = () => ({ ...INVOICE, document_id: `2026-${100 + count++}`, amount_total: String(200 + count) })
const opened = (values: Record<string, string>) => anOpened(schema, values)
const confirm = (id: number) => admin.post(`/annotations/${id}/confirm`, {})
const about = (reason: string, annotation: number, schema_ids: string[], different?: string[]) => ({
  type: 'duplicate',
  reason,
  schema_ids,
  ...(different ? { different_schema_ids: different } : {}),
  annotation: url('annotations', annotation),
})
const detailsOf = async (one: Awaited<ReturnType<typeof opened>>) =>
  (await one.validated()).messages.map(({ type, detail }) => [type, detail])

describe('a document of another file', () => {
  it('with the same number and supplier is named with this reason', async () => {
    const invoice = anInvoice()
    const first = await opened(invoice)
    const second = await opened({ ...invoice, sender_name: 'Acme, GmbH' })
    expect(await detailsOf(first)).toEqual([])
    expect(await detailsOf(second)).toEqual([
      ['warning', about('same_number', first.annotation_id, ['document_id', 'sender_name'])],
    ])
  })

  it('without a number is named with its amount and date', async () => {
    const invoice = anInvoice()
    const first = await opened(invoice)
    const { document_id: _, ...unread } = invoice
    expect(await detailsOf(await opened(unread))).toEqual([
      ['warning', about('same_amount', first.annotation_id, ['sender_name', 'amount_total', 'date_issue'])],
    ])
  })

  it('of which another one is an invoice of the next month, of another supplier or of another organization is none', async () => {
    const invoice = anInvoice()
    await opened(invoice)
    const others = [
      { ...invoice, document_id: '2026-901', date_issue: '2026-12-03' },
      { ...invoice, document_id: '2026-902' },
      { ...invoice, sender_name: 'Dupont SARL', amount_total: '7' },
    ]
    for (const other of others) expect(await detailsOf(await opened(other))).toEqual([])
    const stranger = await aTenant(server.deps.db)
    const third = await opened({ ...invoice, document_id: '2026-903' })
    await server.deps
      .db('annotation_identities')
      .where('annotation_id', third.annotation_id)
      .update({ organization_id: stranger.organization_id, number: '2026904' })
    expect(await detailsOf(await opened({ ...invoice, document_id: '2026-904' }))).toEqual([])
  })

  it('follows what the user enters', async () => {
    const invoice = anInvoice()
    const first = await opened(invoice)
    const second = await opened({ ...invoice, document_id: '2026-905' })
    expect(await detailsOf(second)).toEqual([])
    await second.set('document_id', invoice.document_id)
    expect(await detailsOf(second)).toHaveLength(1)
    await first.set('document_id', '2026-906')
    expect(await detailsOf(second)).toEqual([])
  })

  it('in a queue that the user does not see is named without a link', async () => {
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const invoice = anInvoice()
    const first = await opened(invoice)
    await server.deps.db('annotations').where('id', first.annotation_id).update({ queue_id })
    const second = await opened(invoice)
    const { client, user_id } = await person('annotator', [tenant.queue_id])
    await server.deps.db('annotations').where('id', second.annotation_id).update({ modifier_id: user_id })
    const seen = await client.post(`${second.path}/validate`, {})
    expect(seen.body.messages).toMatchObject([{ detail: { reason: 'same_number', annotation: null } }])
  })
})

describe('an invoice that was issued again', () => {
  it('is told from a copy: it has other values, and is not refused where duplicates are errors', async () => {
    await admin.patch(`/queues/${tenant.queue_id}`, { settings: { duplicates: 'error' } })
    const invoice = anInvoice()
    const first = await opened(invoice)
    const copy = await opened(invoice)
    const corrected = await opened({ ...invoice, amount_total: '999', date_issue: '2026-11-09' })
    expect(await detailsOf(copy)).toEqual([
      ['error', about('same_number', first.annotation_id, ['document_id', 'sender_name'])],
    ])
    const again = ['document_id', 'sender_name']
    expect(await detailsOf(corrected)).toEqual([
      ['warning', about('reissued', first.annotation_id, again, ['amount_total', 'date_issue'])],
      ['warning', about('reissued', copy.annotation_id, again, ['amount_total', 'date_issue'])],
    ])
    expect(await confirm(copy.annotation_id)).toMatchObject({
      status: 400,
      body: { messages: [{ type: 'error', detail: { reason: 'same_number' } }] },
    })
    for (const { annotation_id } of [first, corrected]) expect((await confirm(annotation_id)).status).toBe(204)
    await admin.patch(`/queues/${tenant.queue_id}`, { settings: { duplicates: 'ask' } })
  })
})

describe('a document whose first page looks the same', () => {
  const PICTURE = 'c0ffee'.padEnd(60, '17')
  /** An invoice with a picture and the words of its pages. */
  async function pictured(values: Record<string, string>, picture: string, words: string) {
    const one = await opened(values)
    const { db } = server.deps
    await storePicture(db, one.annotation_id, picture)
    const document_id = db('annotations').where('id', one.annotation_id).select('document_id')
    await db('document_words').where({ document_id }).delete()
    await db.raw(
      'insert into document_words (document_id, words) select id, search_words(?) from documents where id = (?)',
      [words, document_id],
    )
    return one
  }

  it('is a duplicate if what was read does not contradict it', async () => {
    const words = 'Invoice RE-2026/77 Order 4500-1 ACME'
    const values = { sender_name: 'ACME GmbH', amount_total: '77.50', date_issue: '2026-10-01' }
    const first = await pictured({ ...values, document_id: 'RE-2026/77' }, `${PICTURE}0000`, words)
    // The number of the order was read as that of the invoice, and the page is a little different.
    const scan = await pictured({ ...values, document_id: '4500-1' }, `${PICTURE}ffff`, words)
    const next = await pictured(
      { ...values, document_id: 'RE-2026/78', date_issue: '2026-11-01' },
      `${PICTURE}0000`,
      'Invoice RE-2026/78 Order 4500-1 ACME',
    )
    const other = await pictured(
      { ...values, document_id: '4500-1', sender_name: 'Else' },
      PICTURE.replaceAll('17', 'e8') + '0000',
      words,
    )
    expect(await detailsOf(scan)).toEqual([
      ['warning', { type: 'duplicate', reason: 'same_picture', annotation: url('annotations', first.annotation_id) }],
    ])
    expect(await detailsOf(next)).toEqual([])
    expect((await other.validated()).messages.map(({ detail }) => (detail as { reason: string }).reason)).not.toContain(
      'same_picture',
    )
    const stranger = await aTenant(server.deps.db)
    await server.deps
      .db('annotation_identities')
      .where('annotation_id', first.annotation_id)
      .update({ picture_bands: [stranger.organization_id * 16 * 2 ** 16] })
    expect(await detailsOf(scan)).toEqual([])
  })
})

describe('annotation_identities', () => {
  const rowOf = (annotation_id: number) =>
    server.deps.db('annotation_identities').where({ annotation_id }).first('number', 'suppliers', 'amount', 'date')

  it('are filled for content of earlier releases', async () => {
    const { db } = server.deps
    const invoice = anInvoice()
    const ids: number[] = []
    for (const n of [1, 2]) ids.push((await opened({ ...invoice, document_id: `2025-${n}` })).annotation_id)
    const before = await rowOf(ids[0]!)
    await db('annotation_identities').whereIn('annotation_id', ids).delete()
    await db('identity_progress').update({ last_id: ids[0]! - 1 })
    expect(await fillIdentities(db)).toBe(2)
    expect(await rowOf(ids[0]!)).toEqual(before)
    expect(await fillIdentities(db)).toBe(0)
    // A run looks only at what was added since.
    await db('annotation_identities').whereIn('annotation_id', ids).delete()
    expect(await fillIdentities(db)).toBe(0)
  })

  it('are removed when the annotation is purged', async () => {
    const { annotation_id } = await opened(anInvoice())
    await admin.post(`/annotations/${annotation_id}/delete`, {})
    expect(await rowOf(annotation_id)).toBeDefined()
    const who = { user_id: tenant.user_id, organization_id: tenant.organization_id }
    expect(await purgeDeleted(server.deps, who, [annotation_id], null)).toBe(1)
    expect(await rowOf(annotation_id)).toBeUndefined()
  })
})
