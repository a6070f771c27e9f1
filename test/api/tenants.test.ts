/**
 * Tenant isolation: calls every operation of the OpenAPI document with objects of another organization, in each place of an id or URL.
 * The response must be 400, 403, 404 or contain none of these objects.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routeOf } from '../../src/resources/framework/routes.ts'
import { resources } from '../../src/resources/index.ts'
import { as, type Answer, type Client } from '../support/as.ts'
import { aTenant, type Tenant } from '../support/factories.ts'
import { operations, referencesIn, withValueAt, type Operation } from '../support/operations.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { samples } from './samples/index.ts'

let server: TestServer
let own: Tenant
let foreign: Tenant
let admin: Client
const requests = { path: 0, body: 0, filter: 0, sideload: 0 }
const at = (collection: string) => routeOf(collection, own.organization_group_id)
const url = (collection: string, id: number) => `${server.root}/${at(collection)}/${id}`

/** Collections whose rows all organizations share. */
const SHARED = [
  'groups',
  'generic_engines',
  'generic_engine_schemas',
  'hook_templates',
  'survey_templates',
  'questions',
]
const isForeign = (collection: string) => collection in samples && !SHARED.includes(collection)

beforeAll(async () => {
  server = await testServer()
  own = await aTenant(server.deps.db)
  // Group administrators have all permissions.
  await server.deps.db('user_groups').where('user_id', own.user_id).update({ group_id: 6 })
  foreign = await aTenant(server.deps.db)
  admin = as(server.root, own.token)
})
afterAll(() => server.stop())

/** Creates an object of the other organization. */
const another = (collection: string): Promise<number> => samples[collection]!.make(server.deps.db, foreign)
const mine = (collection: string): Promise<number> => samples[collection]!.make(server.deps.db, own)

/** Requires that the response contains no URL of the foreign object or its organization. A 400 may repeat the sent URL. */
function expectNoTrace(answer: Answer, collection: string, id: number, what: string): void {
  const whole = Buffer.isBuffer(answer.body) ? answer.body.toString('latin1') : JSON.stringify(answer.body)
  const text = answer.status === 400 ? whole.replaceAll(`\\"${url(collection, id)}\\"`, '') : whole
  expect(text, what).not.toMatch(new RegExp(`/${collection}/${id}(?!\\d)`))
  expect(text, what).not.toMatch(new RegExp(`/organizations/${foreign.organization_id}(?!\\d)`))
}

const bodyOf = async ({ operationId, method, collection }: Operation): Promise<Record<string, unknown> | undefined> => {
  if (method === 'GET' || method === 'DELETE') return undefined
  const sample = samples[collection]
  if (/_(create|replace)$/.test(operationId)) return (await sample?.create?.(url, own, server.deps.db)) ?? {}
  return {}
}

const within = (path: string) => path.replace('{organization_group}', String(own.organization_group_id))
const byId = (operation: Operation) => operation.path.includes('{id}') && isForeign(operation.collection)
const byUrl = (operation: Operation) => referencesIn(operation).filter((one) => isForeign(one.collection))
const grouped = Object.groupBy(
  operations().filter((operation) => byId(operation) || byUrl(operation).length > 0),
  ({ collection }) => collection,
)

describe.each(Object.entries(grouped))('/%s', (collection, found) => {
  for (const operation of found!.filter(byId)) {
    it(`${operation.method} ${operation.path} refuses an id of another organization`, async () => {
      const id = await another(collection)
      const path = within(operation.path)
        .replace('{id}', String(id))
        .replace(/\{\w+\}/g, '1')
      const body = await bodyOf(operation)
      const answer = await admin.send(operation.method, path, body === undefined ? {} : { body })
      requests.path++
      expect([404, 403, 400], `${operation.method} ${path} → ${answer.status}`).toContain(answer.status)
      expectNoTrace(answer, collection, id, path)
    })
  }

  for (const operation of found!) {
    for (const { path: at, collection: target, kinds } of byUrl(operation))
      it(`${operation.method} ${operation.path} refuses ${target} of another organization in ${at.filter(Boolean).join('.')}`, async () => {
        const id = await another(target)
        const path = operation.path.includes('{id}')
          ? within(operation.path)
              .replace('{id}', String(await mine(collection)))
              .replace(/\{\w+\}/g, '1')
          : within(operation.path)
        const values = [...kinds, { path: at, value: url(target, id) }]
        const start: unknown = await bodyOf(operation)
        const body = values.reduce((sent, { path, value }) => withValueAt(sent, path, value), start) as object
        const answer = await admin.send(operation.method, path, { body })
        requests.body++
        const outcome = `${operation.method} ${path} → ${JSON.stringify(answer.body)}`
        // This operation always returns 200 and lists the errors in the body (contract 23.21).
        if (path === '/dedicated_engine_schemas/validate')
          expect(answer, outcome).toMatchObject({ status: 200, body: { content: expect.anything() as unknown } })
        else expect([404, 403, 400], outcome).toContain(answer.status)
        expectNoTrace(answer, target, id, path)
      })
  }
})

describe.each(
  resources.filter(({ verbs }) => verbs.includes('list')).map((resource) => [resource.path, resource] as const),
)('the list of %s', (path, resource) => {
  it('contains nothing of another organization, with any filter', async () => {
    const id = await another(path)
    await mine(path)
    for (const name of Object.keys(resource.filters)) {
      for (const value of [String(id), encodeURIComponent(url(path, id)), String(foreign.queue_id)]) {
        const answer = await admin.get(`/${at(path)}?page_size=100&${name}=${value}`)
        requests.filter++
        expect([200, 400, 403, 404], `${name}=${value}`).toContain(answer.status)
        if (!SHARED.includes(path)) expectNoTrace(answer, path, id, `${name}=${value}`)
      }
    }
  })

  it('sideloads nothing of another organization', async () => {
    await another(path)
    await mine(path)
    for (const keyword of Object.keys(resource.sideloads)) {
      const answer = await admin.get(`/${at(path)}?page_size=100&sideload=${keyword}&content.schema_id=document_id`)
      requests.sideload++
      expect(answer.status, keyword).toBe(200)
      expectNoTrace(answer, 'organizations', foreign.organization_id, keyword)
      expectNoTrace(answer, 'queues', foreign.queue_id, keyword)
    }
  })
})

it('tests ids in paths, bodies, filters and sideloads', () => {
  const counts = Object.entries(requests).map(([where, count]) => `${count} by ${where}`)
  console.log(`tenant isolation: ${operations().length} operations; tested ${counts.join(', ')}`)
  for (const count of Object.values(requests)) expect(count).toBeGreaterThan(0)
})
