/** What callers who do not see other users, or see only their names, learn about them in other ways than from `/users`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { META_FIELDS } from '../../src/rules/annotations/search-query.ts'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

const NAMES = ['zoe.hidden@example.org', 'amy.hidden@example.org']
const ADDRESS = 'unlisted@mailbox.example'
/** The columns of an annotation that name a user. */
const COLUMNS = [
  'modifier_id',
  'modified_by',
  'creator_id',
  'confirmed_by',
  'deleted_by',
  'exported_by',
  'purged_by',
  'rejected_by',
]
const KEYS = COLUMNS.map((column) => `${column.replace('_id', '')}__username`)

let server: TestServer
let tenant: Tenant
const clients: Record<string, Client> = {}
/** Of the viewer itself. */
let own: { user_id: number; username: string }
/** By the two people in the order of NAMES, and by the viewer. */
const ids: number[] = []

beforeAll(async () => {
  server = await testServer()
  const { db } = server.deps
  tenant = await aTenant(db)
  for (const role of ['viewer', 'approver', 'annotator', 'manager', 'admin'] as const) {
    const { user_id, token } = await aPerson(db, tenant, role)
    clients[role] = as(server.root, token)
    if (role === 'viewer') own = { user_id, username: (await clients[role].get('/auth/user')).body.username as string }
  }
  await db('users').where('id', own.user_id).update({ email: 'viewer@own.example' })
  const people = [own.user_id]
  for (const username of NAMES) {
    const { user_id } = await aPerson(db, tenant, 'annotator')
    await db('users').where('id', user_id).update({ username, email: ADDRESS })
    people.push(user_id)
  }
  for (const user_id of [...people.slice(1), own.user_id]) {
    const { annotation_id } = await anAnnotation(db, tenant, { status: 'exported' })
    await db('annotations')
      .where('id', annotation_id)
      .update(Object.fromEntries(COLUMNS.map((column) => [column, user_id])))
    ids.push(annotation_id)
  }
})
afterAll(() => server.stop())

const NO_NAMES = ['viewer', 'approver']
const NAMES_SHOWN = ['annotator', 'manager', 'admin']
const textOf = ({ body }: { body: unknown }) => (Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body))

describe.each(NO_NAMES)('a %s', (role) => {
  const paths = ['json', 'xml', 'csv', 'xlsx'].flatMap((format) => [
    { format, method: 'GET', path: () => `/queues/${tenant.queue_id}/export?format=${format}` },
    { format, method: 'POST', path: () => `/queues/${tenant.queue_id}/export?format=${format}` },
    { format, method: 'GET', path: () => `/annotations/export?format=${format}` },
  ])
  it.each(paths)('reads no names of others in an export: $method $format', async ({ method, path }) => {
    const answer = await clients[role]!.send(method, path(), method === 'POST' ? { body: {} } : {})
    expect(answer.status).toBe(200)
    for (const name of NAMES) expect(textOf(answer)).not.toContain(name)
  })

  it.each(KEYS.filter((key) => META_FIELDS.has(key)))('cannot search by the name of another: %s', async (key) => {
    const search = (name: string) =>
      clients[role]!.post('/annotations/search', { query: { $and: [{ [name]: { $startsWith: 'zoe' } }] } })
    const unknown = await search('invented__username')
    expect(unknown.status).toBe(400)
    const refused = await search(key)
    expect([refused.status, textOf(refused)]).toEqual([400, textOf(unknown).replaceAll('invented__username', key)])
  })

  it.each(KEYS)('cannot sort by the name of another: %s', async (key) => {
    const order = async (keys: string) => {
      const lists = [
        await clients[role]!.get(`/annotations?ordering=${keys}`),
        await clients[role]!.post(`/annotations/search?ordering=${keys}`, {}),
        await clients[role]!.get(`/annotations/export?format=json&page_size=10&ordering=${keys}`),
      ]
      return lists.map(({ body }) => (body.results as { id: number }[]).map(({ id }) => id))
    }
    expect(await order(`${key},id`)).toEqual(await order('id'))
  })
})

describe.each(NAMES_SHOWN)('an %s, who sees the names of others', (role) => {
  it('reads, searches and sorts by them', async () => {
    const client = clients[role]!
    for (const format of ['json', 'xml'])
      expect(textOf(await client.get(`/annotations/export?format=${format}`))).toContain(NAMES[0])
    const found = await client.post('/annotations/search', { query: { modifier__username: { $startsWith: 'zoe' } } })
    expect(found.body.results.map(({ id }: { id: number }) => id)).toEqual([ids[0]])
    const sorted = await client.get('/annotations?ordering=modifier__username')
    expect(sorted.body.results.map(({ id }: { id: number }) => id)).toEqual([ids[1], ids[2], ids[0]])
  })
})

describe('callers who do not see the addresses of others', () => {
  const finds = async (role: string, phrase: string) =>
    ((await clients[role]!.get(`/annotations?search=${phrase}`)).body.results as { id: number }[]).map(({ id }) => id)

  it.each(['viewer', 'approver', 'annotator'])('find nothing by such an address: %s', async (role) => {
    expect(await finds(role, 'unlisted')).toEqual([])
    expect(await finds(role, ADDRESS)).toEqual([])
  })

  it.each(['manager', 'admin'])('but others do: %s', async (role) => {
    expect(await finds(role, 'unlisted')).toEqual(ids.slice(0, 2))
  })

  it('find themselves', async () => {
    expect(await finds('viewer', 'own')).toEqual([ids[2]])
    const { results } = (await clients['viewer']!.get('/annotations/export?format=json')).body as {
      results: { id: number; modifier: { username: string | null } }[]
    }
    expect(results.map(({ id, modifier }) => [id, modifier.username])).toEqual([
      [ids[0], null],
      [ids[1], null],
      [ids[2], own.username],
    ])
  })
})
