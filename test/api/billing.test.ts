import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeEvents } from '../../src/domain/outbox/events.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { countUsage } from '../../src/domain/usage/count.ts'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue, aTenant } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ wrap: documented })

let second: number
const zeros = { billable_documents: 0, billable_pages: 0, non_billable_documents: 0, non_billable_pages: 0 }

/** Records a document of `pages` pages imported at `at`; 0 pages records a failed import. */
async function read(queue_id: number, at: string, pages: number): Promise<void> {
  const { db } = server.deps
  const { annotation_id } = await anAnnotation(db, tenant, { queue_id })
  const { organization_id } = tenant
  const data = { billable: pages > 0, learning: true, pages }
  const [event_id] = await transact(server.deps, (tx) =>
    writeEvents(tx, [{ kind: 'annotation.imported', organization_id, queue_id, annotation_id, data }]),
  )
  // Statistics use the day of the import, not the day when it is counted.
  await db('events').where('id', event_id!).update({ created_at: at })
  await countUsage(server.deps)
}

beforeAll(async () => {
  second = (await aQueue(server.deps.db, tenant)).queue_id
  await read(tenant.queue_id, '2026-01-31T23:59:59Z', 3)
  await read(tenant.queue_id, '2026-02-01T00:00:00Z', 2)
  await read(second, '2026-02-28T12:00:00Z', 5)
  await read(second, '2026-02-28T13:00:00Z', 0)
  await read(second, '2026-03-01T00:00:00Z', 7)
})

const stats = (body: object, query = '') =>
  admin.post(`/organizations/${tenant.organization_id}/billing_stats${query}`, body)

describe('POST /organizations/:id/billing_stats', () => {
  it('counts documents and pages between two inclusive dates, with failures separately', async () => {
    const answer = await stats({ filters: { begin_date: '2026-01-31', end_date: '2026-02-28' } })
    const values = { billable_documents: 3, billable_pages: 10, non_billable_documents: 1, non_billable_pages: 0 }
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      pagination: { total: 1, total_pages: 1, next: null, previous: null },
      results: [{ begin_date: '2026-01-31', end_date: '2026-02-28', organization: null, queue: null, values }],
      totals: values,
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    })
  })

  it('groups by month within the range and orders by a counter', async () => {
    const filters = { begin_date: '2026-01-15', end_date: '2026-03-10' }
    const answer = await stats({ filters, group_by: ['month'], order_by: ['-billable_pages'] })
    expect(
      answer.body.results.map((row: { begin_date: string; end_date: string; values: { billable_pages: number } }) => [
        row.begin_date,
        row.end_date,
        row.values.billable_pages,
      ]),
    ).toEqual([
      ['2026-02-01', '2026-02-28', 7],
      ['2026-03-01', '2026-03-10', 7],
      ['2026-01-15', '2026-01-31', 3],
    ])
    expect(answer.body.totals.billable_pages).toBe(17)
  })

  it('groups by queue, filters by queues and paginates', async () => {
    const filters = { begin_date: '2026-01-01', end_date: '2026-12-31' }
    const first = await stats({ filters, group_by: ['queue'] }, '?page_size=1')
    expect(first.body.pagination).toMatchObject({ total: 2, total_pages: 2, previous: null })
    expect(first.body.results[0].queue).toBe(`${server.root}/queues/${tenant.queue_id}`)
    const rest = await admin.post(first.body.pagination.next, { filters, group_by: ['queue'] })
    expect(rest.body.results[0]).toMatchObject({
      queue: `${server.root}/queues/${second}`,
      organization: `${server.root}/organizations/${tenant.organization_id}`,
      values: { billable_documents: 2, billable_pages: 12, non_billable_documents: 1 },
    })
    const only = await stats({ filters: { ...filters, queues: [`${server.root}/queues/${tenant.queue_id}`] } })
    expect(only.body.totals).toMatchObject({ billable_documents: 2, billable_pages: 5 })
    expect((await stats({ filters: { ...filters, queues: [null] } })).body.totals).toEqual(zeros)
  })

  it('reports unknown parameters', async () => {
    expect((await stats({ group_by: ['colour'] })).body).toHaveProperty('group_by')
    expect((await stats({ order_by: ['colour'] })).body).toHaveProperty('order_by')
    expect((await stats({ filters: { begin_date: '2026-02-30' } })).status).toBe(400)
    expect((await stats({ filters: { begin_date: '2026-03-01', end_date: '2026-02-01' } })).body.filters).toEqual({
      begin_date: ['begin_date must not be after end_date.'],
    })
  })

  it('requires an administrator of the organization', async () => {
    const path = `/organizations/${tenant.organization_id}/billing_stats`
    const annotator = await aPerson(server.deps.db, tenant, 'annotator')
    expect((await as(server.root, annotator.token).post(path, {})).status).toBe(403)
    const other = await aTenant(server.deps.db)
    expect((await as(server.root, other.token).post(path, {})).status).toBe(404)
  })

  it('returns the same numbers for the deprecated parameters and as CSV', async () => {
    const range = { begin_date: '2026-01-01', end_date: '2026-12-31' }
    const root = `/organizations/${tenant.organization_id}`
    const old = await admin.post(`${root}/billing`, { filter: range, group_by: ['month'] })
    expect(old.body.series).toHaveLength(3)
    expect(old.body.totals.billable_documents).toBe(4)
    const file = await admin.post(`${root}/billing_stats/export`, { filters: range, group_by: ['month'] })
    const rows: Record<string, string>[] = parse(file.body as Buffer, { columns: true })
    expect(rows.map((row) => row['billable_pages'])).toEqual(['3', '7', '7'])
  })
})

describe('GET /organizations/:id/billing_history', () => {
  it('returns one period per year since the creation of the organization, the current one first', async () => {
    await server.deps
      .db('organizations')
      .where('id', tenant.organization_id)
      .update({ created_at: '2025-02-10T08:00:00Z' })
    const { body } = await admin.get(`/organizations/${tenant.organization_id}/billing_history`)
    const begins: string[] = []
    const today = new Date().toISOString().slice(0, 10)
    for (let year = 2025; `${year}-02-10` <= today; year++) begins.unshift(`${year}-02-10`)
    expect(body.results.map((row: { begin_date: string }) => row.begin_date)).toEqual(begins)
    const [first, second, ...later] = body.results.map(({ values }: { values: object }) => values).toReversed()
    expect(first).toMatchObject({ billable_pages: 5, extracted_pages_with_learning: 5 })
    expect(second).toMatchObject({ billable_pages: 12, purchased_pages: 0 })
    const current = [first, second, ...later].map(({ is_current }: { is_current: boolean }) => is_current)
    expect(current).toEqual(begins.map((_, index) => index === begins.length - 1))
    const file = await admin.get(`/organizations/${tenant.organization_id}/billing_history/export`)
    expect(parse(file.body as Buffer, { columns: true })).toHaveLength(begins.length)
  })
})

describe('POST /organization_groups/:id/billing_stats', () => {
  it('adds up the organizations of the group, for group administrators only', async () => {
    const path = `/organization_groups/${tenant.organization_group_id}/billing_stats`
    expect((await admin.post(path, {})).status).toBe(403)
    const boss = await aPerson(server.deps.db, tenant, 'organization_group_admin')
    const range = { begin_date: '2026-01-01', end_date: '2026-12-31' }
    const client = documented(server.root, as(server.root, boss.token))
    const answer = await client.post(path, { filters: range, group_by: ['organization'] })
    expect(answer.body.results).toHaveLength(1)
    expect(answer.body.results[0].organization).toBe(`${server.root}/organizations/${tenant.organization_id}`)
    expect(answer.body.totals.billable_documents).toBe(4)
    const none = await client.post(path, { filters: { ...range, organizations: [999999] } })
    expect(none.body.totals).toEqual(zeros)
  })
})
