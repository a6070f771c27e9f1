/** Every change of configuration through the API is in the audit log, with the values before and after (contract 25.13). */
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { resourceAt, resourcePath } from '../../src/resources/framework/registry.ts'
import { resources } from '../../src/resources/index.ts'
import { configurationType } from '../../src/rules/audit/objects.ts'
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
  const type = configurationType(resourceAt(resourcePath(path)).table)
  // Memberships belong to administrators of the group (test/api/memberships.test.ts).
  return type && type !== 'membership' ? [{ path, sample, type }] : []
})

/** What clients write that is no configuration: documents, what belongs to them, and orders and surveys of users. */
const CONTENT = [
  'annotations',
  'dedicated_engine_schemas',
  'dedicated_engines',
  'deletion_requests',
  'document_relations',
  'documents',
  'email_threads',
  'emails',
  'notes',
  'pages',
  'relations',
  'suggested_edits',
  'surveys',
  'uploads',
]

it('every resource that clients write is configuration or content', () => {
  const writable = resources.filter(({ verbs }) => verbs.some((verb) => verb !== 'list' && verb !== 'retrieve'))
  const others = writable.filter(({ table }) => !configurationType(table)).map(({ path }) => path)
  expect(others.sort(), 'CONFIGURATION in src/rules/audit/objects.ts, or CONTENT in this file').toEqual(CONTENT)
})

/** Actions that write configuration, with the object that they change or create, and the end of a path in its record. */
const ACTIONS: Record<
  string,
  () => Promise<{ path: string; body: object; type: string; action: string; field: string }>
> = {
  'queues/{id}/automation/targets': async () => ({
    path: `/queues/${tenant.queue_id}/automation/targets`,
    body: {
      type: 'automation_assistant_v1',
      automation_rate_target: 0.7,
      error_rate_target: 0.02,
      datapoint_automation_targets: [{ schema_id: 'document_id', error_rate_target: 0.02, confidence_threshold: 0.31 }],
    },
    type: 'schema',
    action: 'update',
    field: '.children[document_id].score_threshold',
  }),
  'queues/{id}/duplicate': async () => ({
    path: `/queues/${tenant.queue_id}/duplicate`,
    body: { name: 'Copy' },
    type: 'queue',
    action: 'create',
    field: 'name',
  }),
  'queues/from_template': async () => ({
    path: '/queues/from_template',
    body: {
      name: 'New',
      template_name: 'Tax Invoice EU Demo Template',
      workspace: url('workspaces', tenant.workspace_id),
      include_documents: false,
    },
    type: 'queue',
    action: 'create',
    field: 'name',
  }),
  'schemas/from_template': async () => ({
    path: '/schemas/from_template',
    body: { name: 'New', template_name: 'Tax Invoice EU Demo Template' },
    type: 'schema',
    action: 'create',
    field: 'name',
  }),
  'hooks/{id}/duplicate': async () => ({
    path: `/hooks/${await samples.hooks!.make(server.deps.db, tenant)}/duplicate`,
    body: { name: 'Copy' },
    type: 'hook',
    action: 'create',
    field: 'name',
  }),
  'engines/{id}/duplicate': async () => ({
    path: `/engines/${await samples.engines!.make(server.deps.db, tenant)}/duplicate`,
    body: { name: 'Copy' },
    type: 'engine',
    action: 'create',
    field: 'name',
  }),
}

it.each(Object.entries(ACTIONS))('POST %s is recorded with what it has changed', async (_name, prepare) => {
  const { path, body, type, action, field } = await prepare()
  const answer = await admin.post(path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const { results } = (await admin.get(`/audit_logs?object_type=${type}&action=${action}`)).body as { results: Log[] }
  const found = results.filter(({ content }) => content.path === `/api/v1${path}`)
  expect(found).toHaveLength(1)
  const fields = (found[0]!.content.details.changes ?? []).map((one) => one.field)
  expect(fields.filter((one) => one.endsWith(field))).toHaveLength(1)
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

const STORE = { type: 's3', bucket: 'bills', region: 'eu-central-1', endpoint: null, access_key_id: 'AKIA' }
const SFTP = { type: 'sftp', host: 'sftp.example.com', user: 'bills', folder: '', host_key: null }
const MAILBOX = { host: 'imap.example.com', username: 'invoices@example.com' }
const KEY = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey

/** The fields that are never shown, with what a change of them needs and a value. */
const SECRETS: Record<string, [needs: object, value: unknown]> = {
  'connectors.client_ssl_key': [{}, KEY],
  'export_profiles.delivery_secret': [{ delivery: STORE, delivery_secret: 'before' }, 'another value'],
  'export_profiles.delivery_private_key': [{ delivery: SFTP, delivery_secret: 'before' }, { key: KEY }],
  'inboxes.mailbox_password': [{ mailbox: MAILBOX, mailbox_password: 'before' }, 'another value'],
  'oidc_providers.client_secret': [{}, 'another value'],
}

it('every field that is never shown and can be changed is a secret of the next test', () => {
  const found = resources
    .filter(({ table, verbs }) => configurationType(table) && verbs.includes('update'))
    .flatMap(({ path, fields }) =>
      Object.entries(fields).flatMap(([name, field]) =>
        field.writeOnly && field.createOnly !== 'refused' ? [`${path}.${name}`] : [],
      ),
    )
  expect(found.sort()).toEqual(Object.keys(SECRETS).sort())
})

it.each(Object.entries(SECRETS))('a change of only %s is recorded, without the value', async (name, [needs, value]) => {
  const [path, field] = name.split('.') as [string, string]
  const id = await samples[path]!.make(server.deps.db, tenant)
  const at = `/${path}/${id}`
  expect((await admin.patch(at, needs)).status).toBe(200)
  const answer = await admin.patch(at, { [field]: value })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const logs = await logsOf(configurationType(resourceAt(resourcePath(path)).table)!, id, at)
  expect(logs.flatMap(({ content }) => content.details.changes ?? [])).toContainEqual({
    field,
    before: '(hidden)',
    after: '(hidden)',
  })
  expect(JSON.stringify(logs)).not.toContain(JSON.stringify(value))
  const changed = logs.map(({ content }) => (content.details.changes ?? []).map((one) => one.field))
  expect(changed).toContainEqual([field])
})

it('a change that is refused leaves no record', async () => {
  const id = await samples.workflows!.make(server.deps.db, tenant)
  expect((await admin.patch(`/workflows/${id}`, { name: 'New', condition: { 'unknown.path': 1 } })).status).toBe(400)
  expect(await logsOf('workflow', id, `/workflows/${id}`)).toEqual([])
})
