/** Sends the examples of the OpenAPI document, with URLs and ids replaced by those of existing objects. */
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiDocument } from '../../src/api/openapi/document.ts'
import { documentedRoute, nameOf, routeOf } from '../../src/resources/framework/routes.ts'
import { resources } from '../../src/resources/index.ts'
import { documented } from '../support/openapi.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'
import { samples } from './samples/index.ts'

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema: { required?: string[]; anyOf?: unknown[] }; example?: unknown }> }
}

const PATHS = (apiDocument() as { paths: Record<string, Record<string, Operation>> }).paths
const bodyOf = (route: string, method = 'post') =>
  PATHS[`/v1/${route}`]![method]!.requestBody!.content['application/json']!
const exampleOf = (route: string, method = 'post') => structuredClone(bodyOf(route, method).example) as Json

useTenantServer({ wrap: documented })

const url = (collection: string, id: number | string) =>
  `${server.root}/${routeOf(collection, tenant.organization_group_id)}/${id}`

beforeAll(async () => {
  await server.deps.db('user_groups').where('user_id', tenant.user_id).update({ group_id: 6 })
})

/** Objects of the tenant that must belong together; other objects are created for each request. */
const own = (): Record<string, number> => ({
  queues: tenant.queue_id,
  schemas: tenant.schema_id,
  workspaces: tenant.workspace_id,
  organizations: tenant.organization_id,
  users: tenant.user_id,
  groups: 2,
})

/** Replaces each URL of the example service by the URL of an existing object. */
async function filled(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(filled))
  if (typeof value === 'object' && value !== null) {
    const entries = await Promise.all(
      Object.entries(value).map(async ([key, inner]) => [key, await filled(inner)] as const),
    )
    return Object.fromEntries(entries)
  }
  const match = /^https:\/\/sheaf\.example\.com\/api\/v1\/(.+)\/[^/]+$/.exec(String(value))
  if (!match) return value
  const collection = match[1]!.replace(/\/\d+\//, '/')
  const id = own()[collection] ?? (await samples[collection]!.make(server.deps.db, tenant))
  return url(collection, id)
}

/** Values that an example cannot contain: unused names, real keys, objects that belong together. */
const SETTLED: Record<string, (body: Json) => Promise<Json> | Json> = {
  jwt_keys: (body) => ({
    ...body,
    public_key: generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }),
  }),
  inboxes: async (body) => ({ ...body, queues: (await samples.inboxes!.create!(url, tenant, server.deps.db)).queues }),
  suggested_edits: async (body) => {
    const { annotation, documents } = await samples.suggested_edits!.create!(url, tenant, server.deps.db)
    return { ...body, annotation, documents }
  },
  dedicated_engine_schemas: (body) => body,
  // To another user, and not in the past.
  delegations: async (body) => ({ ...body, ...(await samples.delegations!.create!(url, tenant, server.deps.db)) }),
  users: (body) => ({ ...body, username: `${randomUUID()}@example.com` }),
}

const CREATED = resources.filter(
  ({ path, verbs }) => verbs.includes('create') && !['uploads', 'documents'].includes(path),
)

async function fill(path: string, body: Json): Promise<Json> {
  const whole = (await filled(body)) as Json
  return (await SETTLED[path]?.(whole)) ?? whole
}

describe.each(CREATED.map((resource) => [resource.path, resource] as const))('the example of %s', (path, resource) => {
  const route = documentedRoute(resource)
  const at = () => `/${routeOf(path, tenant.organization_group_id)}`

  it('creates an object, which its PUT and PATCH examples replace and change', async () => {
    const body = await fill(path, exampleOf(route))
    const created = await admin.post(at(), body)
    expect(created.status, `${nameOf(resource)}: ${JSON.stringify(created.body)}`).toBe(201)
    for (const [verb, method] of [
      ['replace', 'put'],
      ['update', 'patch'],
    ] as const) {
      if (!resource.verbs.includes(verb)) continue
      const names = Object.keys(exampleOf(`${route}/{id}`, method))
      const sent = Object.fromEntries(
        names.map((name) => [name, path === 'annotations' && name === 'status' ? 'created' : body[name]]),
      )
      const answer = await admin.send(method.toUpperCase(), `${at()}/${created.body.id}`, { body: sent })
      expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(200)
    }
    for (const shown of [at(), `${at()}/${created.body.id}`]) expect((await admin.get(shown)).status, shown).toBe(200)
  })

  it('contains each field that the document declares required', async () => {
    const body = await fill(path, exampleOf(route))
    const { required = [] } = bodyOf(route).schema
    for (const name of required) {
      const { [name]: _left, ...rest } = body
      const answer = await admin.post(at(), rest)
      expect([answer.status, answer.body[name]], name).toEqual([400, ['This field is required.']])
    }
    const one = resource.oneNeeded ?? []
    const allowed = new Set([...required, ...one])
    const bare = Object.fromEntries(
      Object.entries(await fill(path, exampleOf(route))).filter(([name]) => allowed.has(name)),
    )
    const created = await admin.post(at(), { ...bare, ...distinct(path) })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    if (!one.length) return
    const none = Object.fromEntries(Object.entries(bare).filter(([name]) => !one.includes(name)))
    expect((await admin.post(at(), none)).status).toBe(400)
  })
})

/** Replaces names that must be unique, because an object with the name of the example exists. */
const distinct = (path: string): Json =>
  path === 'labels' || path === 'export_profiles'
    ? { name: randomUUID() }
    : path === 'jwt_keys'
      ? { namespace: 'other' }
      : {}

describe('the examples of actions that create objects', () => {
  it.each([
    ['queues/from_template', 201],
    ['schemas/from_template', 201],
    ['schemas/validate', 200],
    ['dedicated_engine_schemas/predict', 200],
    ['annotations/search', 200],
    ['annotations/usage_report', 200],
    ['annotations/assign', 204],
    ['annotations/suggested_recipients', 200],
    ['labels/apply', 204],
    ['documents/downloads', 202],
    ['hooks/create', 201],
  ])('%s', async (route, status) => {
    const answer = await admin.post(`/${route}`, await filled(exampleOf(route)))
    expect([answer.status, answer.body], JSON.stringify(answer.body)).toEqual([status, answer.body])
  })

  it.each([
    ['engines', 'duplicate', 201],
    ['engines', 'check_template_compatibility', 200],
    ['hooks', 'duplicate', 201],
    ['hooks', 'generate_payload', 200],
    ['annotations', 'copy', 200],
    ['email_templates', 'render', 200],
    ['organizations', 'billing_stats', 200],
    ['organization_groups', 'billing', 200],
  ])('%s/:id/%s', async (path, action, status) => {
    const id = await samples[path]!.make(server.deps.db, tenant)
    const answer = await admin.post(`/${path}/${id}/${action}`, await filled(exampleOf(`${path}/{id}/${action}`)))
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  })
})
