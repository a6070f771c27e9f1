/** GET /v1/audit_logs/export: records as CSV. */
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

type Line = Record<string, string>

async function exported(query = '', client = admin): Promise<Line[]> {
  const { status, body, headers } = await client.get(`/audit_logs/export?${query}`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers.get('content-disposition')).toContain('audit_log.csv')
  return parse(body as Buffer, { columns: true })
}

/** More than the export reads at once. */
const MANY = 250

beforeAll(async () => {
  const { organization_id } = tenant
  const content = JSON.stringify({ path: '/api/v1/labels', method: 'POST', request_id: 'r', details: {} })
  const of = { organization_id, object_type: 'label', action: 'create', username: '=HYPERLINK("http://x")', content }
  await server.deps
    .db('audit_logs')
    .insert(Array.from({ length: MANY }, (_, index) => ({ ...of, object_id: index + 1 })))
})

it('has all records of a type, oldest first, and no cell that a spreadsheet runs', async () => {
  const lines = await exported('object_type=label')
  expect(lines.map((line) => line.object_id)).toEqual(Array.from({ length: MANY }, (_, index) => String(index + 1)))
  expect(lines[0]).toEqual({
    timestamp: expect.stringMatching(/^20.*Z$/),
    username: `'=HYPERLINK("http://x")`,
    action: 'create',
    object_type: 'label',
    object_id: '1',
    field: '',
    before: '',
    after: '',
    details: '',
    method: 'POST',
    path: '/api/v1/labels',
    status_code: '',
    request_id: 'r',
  })
})

it('has a line for each change of a configuration', async () => {
  const name = '=1+1'
  const change = { name, settings: { workflows: { enabled: true } } }
  const headers = { 'X-Request-Id': 'two-changes' }
  expect((await admin.patch(`/queues/${tenant.queue_id}`, change, headers)).status).toBe(200)
  const lines = await exported('request_id=two-changes')
  expect(lines.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['name', expect.any(String), `'${name}`],
    ['settings.workflows.enabled', 'false', 'true'],
  ])
  expect(new Set(lines.map((line) => line.status_code))).toEqual(new Set(['200']))
})

it('has all types without a filter, and the filters of the list', async () => {
  expect(new Set((await exported()).map((line) => line.object_type)).size).toBeGreaterThan(1)
  expect(await exported('object_type=label,queue&object_id=3')).toHaveLength(1)
  expect(await exported('object_type=label&timestamp_before=2020-01-01')).toEqual([])
  for (const query of ['format=xml', 'object_type=planet', 'timestamp_after=yesterday'])
    expect((await admin.get(`/audit_logs/export?${query}`)).status).toBe(400)
})

it('is recorded itself, with its filters', async () => {
  await exported('object_type=label&object_id=3&format=csv')
  const [latest] = (await admin.get('/audit_logs?object_type=organization&action=export')).body.results
  expect(latest.content.details).toEqual({
    format: 'csv',
    of: 'audit_logs',
    filters: { object_type: 'label', object_id: '3' },
  })
})

it('has no record of another organization', async () => {
  const other = as(server.root, (await aTenant(server.deps.db)).token)
  expect(await exported('object_type=label', other)).toEqual([])
})
