/**
 * The wall between tenants: every operation of the OpenAPI document is called with objects of another organization, wherever an id or a
 * URL may stand. Nothing but 400, 403, 404 or an answer without them may come back.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routeOf } from '../../src/resources/engine/routes.ts'
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
const tried = { path: 0, body: 0, filter: 0, sideload: 0 }
const at = (collection: string) => routeOf(collection, own.organization_group_id)
const url = (collection: string, id: number) => `${server.root}/${at(collection)}/${id}`

/** Rows that belong to nobody in particular. */
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
  // Administrators of the group may do all that others may.
  await server.deps.db('user_groups').where('user_id', own.user_id).update({ group_id: 6 })
  foreign = await aTenant(server.deps.db)
  admin = as(server.root, own.token)
})
afterAll(() => server.stop())

/** An object of the other organization. */
const another = (collection: string): Promise<number> => samples[collection]!.make(server.deps.db, foreign)
const mine = (collection: string): Promise<number> => samples[collection]!.make(server.deps.db, own)

/** Neither the URL of the foreign object nor its organization's stands in the answer; a 400 may repeat what was sent. */
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
    it(`${operation.method} ${operation.path} does not know the id of another organization`, async () => {
      const id = await another(collection)
      const path = within(operation.path)
        .replace('{id}', String(id))
        .replace(/\{\w+\}/g, '1')
      const body = await bodyOf(operation)
      const answer = await admin.send(operation.method, path, body === undefined ? {} : { body })
      tried.path++
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
        const asked = [...kinds, { path: at, value: url(target, id) }]
        const start: unknown = await bodyOf(operation)
        const body = asked.reduce((sent, { path, value }) => withValueAt(sent, path, value), start) as object
        const answer = await admin.send(operation.method, path, { body })
        tried.body++
        const said = `${operation.method} ${path} → ${JSON.stringify(answer.body)}`
        // This one answers 200 whatever it finds (contract 23.21), and says what it refuses.
        if (path === '/dedicated_engine_schemas/validate')
          expect(answer, said).toMatchObject({ status: 200, body: { content: expect.anything() as unknown } })
        else expect([404, 403, 400], said).toContain(answer.status)
        expectNoTrace(answer, target, id, path)
      })
  }
})

describe.each(
  resources.filter(({ verbs }) => verbs.includes('list')).map((resource) => [resource.path, resource] as const),
)('the list of %s', (path, resource) => {
  it('shows nothing of another organization, whatever the filter', async () => {
    const id = await another(path)
    await mine(path)
    for (const name of Object.keys(resource.filters)) {
      for (const value of [String(id), encodeURIComponent(url(path, id)), String(foreign.queue_id)]) {
        const answer = await admin.get(`/${at(path)}?page_size=100&${name}=${value}`)
        tried.filter++
        expect([200, 400, 403, 404], `${name}=${value}`).toContain(answer.status)
        if (!SHARED.includes(path)) expectNoTrace(answer, path, id, `${name}=${value}`)
      }
    }
  })

  it('adds nothing of another organization by sideloading', async () => {
    await another(path)
    await mine(path)
    for (const keyword of Object.keys(resource.sideloads)) {
      const answer = await admin.get(`/${at(path)}?page_size=100&sideload=${keyword}&content.schema_id=document_id`)
      tried.sideload++
      expect(answer.status, keyword).toBe(200)
      expectNoTrace(answer, 'organizations', foreign.organization_id, keyword)
      expectNoTrace(answer, 'queues', foreign.queue_id, keyword)
    }
  })
})

it('covers every place of an id', () => {
  const counts = Object.entries(tried).map(([where, count]) => `${count} by ${where}`)
  console.log(`tenant wall: ${operations().length} operations; tried ${counts.join(', ')}`)
  for (const count of Object.values(tried)) expect(count).toBeGreaterThan(0)
})
