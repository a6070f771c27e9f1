/** Every change of configuration through the API is in the audit log, with the values before and after (contract 25.13). */
import { describe, expect, it } from 'vitest'
import { resourceAt } from '../../src/resources/engine/registry.ts'
import { configurationType } from '../../src/rules/audit.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { samples } from './samples/index.ts'

useTenantServer()

interface Log {
  action: string
  username: string
  content: { method: string; path: string; details: { changes?: { field: string; before: unknown; after: unknown }[] } }
}
/** The changes that requests to this path have made. */
const logsOf = async (type: string, id: number, path: string) => {
  const found = await admin.get(`/audit_logs?object_type=${type}&object_id=${id}&action=update`)
  return (found.body.results as Log[]).filter(({ content }) => content.path === `/api/v1${path}`)
}

const configuration = Object.entries(samples).flatMap(([path, sample]) => {
  const type = configurationType(resourceAt(path)?.table ?? '')
  // Memberships belong to administrators of the group (test/api/memberships.test.ts).
  return type && type !== 'membership' ? [{ path, sample, type }] : []
})

it('the table has every kind of configuration that an administrator writes', () => {
  expect(configuration.map(({ path }) => path).sort()).toEqual(
    expect.arrayContaining(['hooks', 'queues', 'rules', 'schemas', 'users', 'workflow_steps', 'workflows']),
  )
})

describe.each(configuration.filter(({ sample }) => sample.write))('$path', ({ path, sample, type }) => {
  it('are changed with a record of what was changed', async () => {
    const { db } = server.deps
    const id = await sample.make(db, tenant)
    const at = `/${path}/${id}`
    const body = await sample.write!(url, tenant, db)
    const before = (await admin.get(at)).body as Record<string, unknown>
    const answer = await admin.patch(at, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const after = answer.body as Record<string, unknown>
    const expected = Object.keys(body).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    expect(expected).not.toEqual([])
    const [log, ...others] = await logsOf(type, id, at)
    expect(others).toEqual([])
    expect(log!.content.method).toBe('PATCH')
    const changed = (log!.content.details.changes ?? []).map(({ field }) => field.split(/[.[ ]/)[0])
    expect([...new Set(changed)].sort()).toEqual(expect.arrayContaining(expected.sort()))
    // Nothing is recorded when nothing changes.
    expect((await admin.patch(at, {})).status).toBe(200)
    const unchanged = (await logsOf(type, id, at)).filter(({ content }) => content.details.changes?.length)
    expect(unchanged).toHaveLength(1)
  })
})

it('are created with a record of their values', async () => {
  const created = await admin.post('/rules', await samples.rules!.create!(url, tenant, server.deps.db))
  const found = await admin.get(`/audit_logs?object_type=rule&object_id=${created.body.id}&action=create`)
  const [log, ...others] = found.body.results as Log[]
  expect(others).toEqual([])
  expect(log!.content.details.changes).toContainEqual({ field: 'name', before: null, after: created.body.name })
})

it('a change that is refused leaves no record', async () => {
  const id = await samples.workflows!.make(server.deps.db, tenant)
  expect((await admin.patch(`/workflows/${id}`, { name: 'New', condition: { 'unknown.path': 1 } })).status).toBe(400)
  expect(await logsOf('workflow', id, `/workflows/${id}`)).toEqual([])
})
