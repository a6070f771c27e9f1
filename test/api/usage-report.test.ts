import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue, aTenant } from '../support/factories.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer({ wrap: documented })

let annotator: { user_id: number; token: string }
let second: number

beforeAll(async () => {
  const { db } = server.deps
  annotator = await aPerson(db, tenant, 'annotator')
  second = (await aQueue(db, tenant)).queue_id
  const created = { created_at: '2026-01-10T08:00:00Z', arrived_at: '2026-01-10T08:00:00Z', creator_id: tenant.user_id }
  const done = {
    ...created,
    confirmed_by: annotator.user_id,
    exported_by: annotator.user_id,
    confirmed_at: '2026-01-10T09:00:00Z',
  }
  await anAnnotation(db, tenant, { ...done, status: 'exported', exported_at: '2026-01-10T09:00:00Z', time_spent: 30 })
  await anAnnotation(db, tenant, { ...done, status: 'exported', exported_at: '2026-01-12T08:00:00Z', time_spent: 60 })
  const rejected = { ...created, status: 'rejected', rejected_at: '2026-02-01T00:00:00Z' }
  await anAnnotation(db, tenant, { ...rejected, queue_id: second, rejected_by: annotator.user_id })
  await anAnnotation(db, tenant, { ...rejected, queue_id: second, automatically_rejected: true })
  const deleted = { deleted_at: '2026-02-28T23:59:59Z', deleted_by: annotator.user_id }
  await anAnnotation(db, tenant, { ...created, ...deleted, status: 'deleted' })
})

const report = (body: object) => admin.post('/annotations/usage_report', body)
const range = { begin_date: '2026-01-01', end_date: '2026-02-28' }

describe('POST /annotations/usage_report', () => {
  it('counts actions and durations', async () => {
    const { body } = await report({ filter: range, exported_on_time_threshold_s: 7200 })
    expect(body).toEqual({
      series: [],
      totals: {
        imported_count: 5,
        confirmed_count: 2,
        rejected_count: 2,
        rejected_automatically_count: 1,
        rejected_manually_count: 1,
        deleted_count: 1,
        exported_count: 2,
        turnaround_avg_s: (3600 + 172_800) / 2,
        exported_on_time_count: 1,
        exported_late_count: 1,
        time_per_document_avg_s: 45,
        time_per_document_active_avg_s: null,
        corrections_per_document_avg: 0,
      },
    })
  })

  it('groups by user and month, with null for automatic actions and missing numbers', async () => {
    const { body } = await report({ filter: range, group_by: ['user', 'month'] })
    const mine = body.series.filter((row: { user: string | null }) => row.user?.endsWith(`/${annotator.user_id}`))
    expect(mine.map((row: { begin_date: string }) => row.begin_date)).toEqual(['2026-01-01', '2026-02-01'])
    expect(mine[0].values).toMatchObject({ confirmed_count: 2, imported_count: 0 })
    expect(mine[1].values).toMatchObject({ rejected_count: 1, deleted_count: 1, turnaround_avg_s: null })
    const service = body.series.find((row: { user: string | null }) => row.user === null)
    expect(service.values.rejected_automatically_count).toBe(1)
  })

  it('accepts users and queues as ids or URLs and refuses invisible queues', async () => {
    const only = await report({
      filter: { ...range, queues: [`${server.root}/queues/${second}`], users: [annotator.user_id] },
    })
    expect(only.body.totals).toMatchObject({ rejected_count: 1, imported_count: 0 })
    const other = await aTenant(server.deps.db)
    expect((await report({ filter: { ...range, queues: [other.queue_id] } })).status).toBe(400)
    expect((await report({ group_by: ['colour'] })).status).toBe(400)
  })

  it('is allowed for managers, limited to their queues, and administrators', async () => {
    expect((await as(server.root, annotator.token).post('/annotations/usage_report', {})).status).toBe(403)
    const manager = await aPerson(server.deps.db, tenant, 'manager', [second])
    const seen = await as(server.root, manager.token).post('/annotations/usage_report', { filter: range })
    expect(seen.body.totals).toMatchObject({ imported_count: 2, exported_count: 0 })
  })
})

describe('GET /annotations/usage_report', () => {
  it('returns a CSV file with one line per user and queue', async () => {
    const answer = await admin.get('/annotations/usage_report?from=2026-01-01&to=2026-02-28&format=csv')
    const rows: Record<string, string>[] = parse(answer.body as Buffer, { columns: true })
    const line = rows.find((row) => row['confirmed'] === '2')!
    expect(line).toMatchObject({ exported: '2', deleted: '1', net_time_s: '90', imported: '0' })
    expect(line['user_url']).toBe(`${server.root}/users/${annotator.user_id}`)
    expect(line['username']).toMatch(/^annotator-/)
    expect((await admin.get('/annotations/usage_report?from=yesterday')).body).toHaveProperty('from')
  })
})
