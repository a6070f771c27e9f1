/** The role auditor: it reads everything of its organization but secrets, and writes nothing. */
import { beforeAll, describe, expect, it } from 'vitest'
import { HOOK_CONFIG, HOOK_SECRETS } from '../../src/domain/hooks/config.ts'
import { CONNECTOR_TOKEN } from '../../src/domain/connectors/call.ts'
import { seal } from '../../src/domain/requests/secrets.ts'
import { samples } from '../api/samples/index.ts'
import type { Client } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { operations, type Operation } from '../support/operations.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

/** Without a queue of its own. */
let auditor: Client
beforeAll(async () => {
  auditor = (await person('auditor', [])).client
})

const described = operations().filter((operation) => operation['x-permission'])
const nameOf = ({ method, path }: Operation) => `${method} ${path}`

/** What needs a body or a computation, and changes nothing but the audit log; of downloads, the file to download. */
const READS = [
  'POST /annotations/export',
  'POST /annotations/search',
  'POST /annotations/usage_report',
  'POST /annotations/{id}/page_data/translate',
  'POST /documents/downloads',
  'POST /dedicated_engine_schemas/validate',
  'POST /dedicated_engine_schemas/predict',
  'POST /email_templates/{id}/render',
  'POST /engines/{id}/check_template_compatibility',
  'POST /organizations/{id}/billing',
  'POST /organizations/{id}/billing_stats',
  'POST /organizations/{id}/billing_stats/export',
  'POST /queues/{id}/automation/projections',
  'POST /queues/{id}/export',
  'POST /schemas/validate',
]

/** Anyone with the key of the operator may use it. */
const OF_OPERATORS = ['POST /organizations/create']

/** What concerns the whole group, tries code out, or leads to the tools of the operator. */
const OF_ADMINISTRATORS = [
  'GET /annotations/{id}/lifecycle',
  'GET /hooks/{id}/secrets_keys',
  'GET /organization_groups/{organization_group}/',
  'GET /organization_groups/{id}/billing',
  'GET /hooks/runs/{uuid}/record',
]

async function pathOf({ path, collection }: Operation): Promise<string> {
  const id = path.includes('{id}') ? await samples[collection]!.make(server.deps.db, tenant) : 0
  return path
    .replace('{id}', String(id))
    .replace('{organization_group}', String(tenant.organization_group_id))
    .replace(/\{\w+\}/g, '1')
}

describe('an auditor', () => {
  const writes = described.filter(
    (operation) => operation.method !== 'GET' && ![...READS, ...OF_OPERATORS].includes(nameOf(operation)),
  )

  it('is refused by every operation that writes', async () => {
    const accepted: string[] = []
    for (const operation of writes) {
      const { status } = await auditor.send(operation.method, await pathOf(operation), { body: {} })
      if (status !== 403) accepted.push(`${nameOf(operation)}: ${status}`)
    }
    expect(accepted).toEqual([])
    expect(writes.length).toBeGreaterThan(150)
    const names = described.map(nameOf)
    expect(READS.filter((name) => !names.includes(name))).toEqual([])
  })

  it('writes neither its own user nor statuses by an export', async () => {
    expect((await auditor.patch('/auth/user', { first_name: 'x' })).status).toBe(403)
    await samples.annotations!.make(server.deps.db, tenant)
    const { status } = await auditor.post(`/queues/${tenant.queue_id}/export?format=csv&to_status=exported`, {})
    expect(status).toBe(403)
  })

  it('reads what an administrator reads, but no secret', async () => {
    const { db, config } = server.deps
    const hook_id = await samples.hooks!.make(db, tenant)
    await db('hooks')
      .where('id', hook_id)
      .update({
        sealed_config: seal(config, HOOK_CONFIG, { secret: 'planted-1', client_ssl_key: 'planted-2' }),
        sealed_secrets: seal(config, HOOK_SECRETS, { key: 'planted-3' }),
      })
    const connector_id = await samples.connectors!.make(db, tenant)
    const token = { sealed_authorization_token: seal(config, CONNECTOR_TOKEN, 'planted-4') }
    await db('connectors').where('id', connector_id).update(token)

    const different: string[] = []
    const seen: string[] = []
    const readable = described.filter(
      (operation) =>
        operation.method === 'GET' &&
        !operation.path.endsWith('/events') &&
        !OF_ADMINISTRATORS.some((name) => nameOf(operation).startsWith(name)),
    )
    for (const operation of readable) {
      const path = `${await pathOf(operation)}?page_size=100`
      const [whole, audited] = [await admin.get(path), await auditor.get(path)]
      const text = Buffer.isBuffer(audited.body) ? audited.body.toString() : JSON.stringify(audited.body)
      seen.push(text)
      const count = ({ body }: typeof whole) => (body as { results?: unknown[] } | null)?.results?.length
      if (whole.status !== audited.status || count(whole) !== count(audited))
        different.push(`${nameOf(operation)}: ${whole.status} ${count(whole)}, ${audited.status} ${count(audited)}`)
    }
    for (const path of [`/hooks/${hook_id}`, `/connectors/${connector_id}`])
      seen.push(JSON.stringify((await auditor.get(path)).body))
    expect(different).toEqual([])
    expect(readable.length).toBeGreaterThan(80)
    expect(seen.filter((text) => text.includes('planted'))).toEqual([])
    expect((await admin.get(`/hooks/${hook_id}`)).body.config.secret).toBe('planted-1')
    expect((await admin.get(`/connectors/${connector_id}`)).body.authorization_token).toBe('planted-4')
    expect((await auditor.get(`/connectors/${connector_id}`)).body.authorization_token).toBe('')
  })

  it('reads nothing of another organization', async () => {
    const other = await aTenant(server.deps.db)
    expect((await auditor.get(`/queues/${other.queue_id}`)).status).toBe(404)
    const { body } = await auditor.get('/audit_logs?object_type=queue&page_size=100')
    expect(body.results.every((log: { organization_id: number }) => log.organization_id === tenant.organization_id))
  })

  it('has no role besides, for example that of an approver', async () => {
    const ids = Object.fromEntries(
      (await server.deps.db('groups').select('id', 'name')).map(({ id, name }: { id: number; name: string }) => [
        name,
        url('groups', id),
      ]),
    )
    const { user_id } = await person('viewer')
    const set = (...names: string[]) => admin.patch(`/users/${user_id}`, { groups: names.map((name) => ids[name]) })
    expect((await set('auditor', 'approver')).body.groups).toEqual([
      'An auditor can have no other role, because it writes nothing.',
    ])
    expect((await set('auditor', 'viewer')).status).toBe(400)
    expect((await set('auditor')).body.groups).toEqual([ids.auditor])
  })
})
