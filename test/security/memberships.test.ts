/** A membership that is limited to queues or in time gives no rights over the organization as a whole. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMembershipToken, saveMembership } from '../../src/domain/people/memberships.ts'
import { as, type Client } from '../support/as.ts'
import { aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { aSigner } from '../support/jwt.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { samples } from '../api/samples/index.ts'

let server: TestServer
let home: Tenant
let visited: Tenant
/** Administrators of the home organization, by the kind of their membership. */
const guests: Record<string, Client> = {}
const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`

async function aGuest(queue_ids: number[], expires_at: string | null): Promise<Client> {
  const { db } = server.deps
  const { user_id } = await aPerson(db, home, 'admin')
  const organization_id = visited.organization_id
  await saveMembership(db, home.organization_group_id, { user_id, organization_id, queue_ids, expires_at })
  const who = { user_id, organization_group_id: home.organization_group_id, roles: ['admin'] }
  return as(server.root, await createMembershipToken(db, who, organization_id, {}))
}

beforeAll(async () => {
  server = await testServer()
  const { db } = server.deps
  home = await aTenant(db)
  visited = await aTenant(db)
  const { organization_group_id } = home
  await db('organizations').where('id', visited.organization_id).update({ organization_group_id })
  guests['limited to queues'] = await aGuest([visited.queue_id], null)
  guests['limited in time'] = await aGuest([], '2100-01-01T00:00:00Z')
  guests['without a limit'] = await aGuest([], null)
})
afterAll(() => server.stop())

interface Asked {
  method: string
  path: () => string | Promise<string>
  body?: () => unknown
  what: string
}
const make = (collection: string) => samples[collection]!.make(server.deps.db, visited)
let count = 0
const aUser = () => ({
  username: `more-${++count}@example.org`,
  organization: url('organizations', visited.organization_id),
  groups: [url('groups', 2)],
})
const person = async () => `/users/${(await aPerson(server.deps.db, visited, 'annotator')).user_id}`
const organization = (tail = '') => `/organizations/${visited.organization_id}${tail}`

const asked: Asked[] = [
  { what: 'to create a user', method: 'POST', path: () => '/users', body: aUser },
  { what: 'to change a user', method: 'PATCH', path: person, body: () => ({ first_name: 'Mine' }) },
  { what: 'to change the role of a user', method: 'PATCH', path: person, body: () => ({ groups: [url('groups', 5)] }) },
  { what: 'to delete a user', method: 'DELETE', path: person },
  { what: 'to read the audit log', method: 'GET', path: () => '/audit_logs?object_type=user' },
  { what: 'to change the organization', method: 'PATCH', path: organization, body: () => ({ name: 'Mine' }) },
  {
    what: 'to register a JWT key',
    method: 'POST',
    path: () => '/jwt_keys',
    body: () => ({ namespace: `n${++count}`, public_key: aSigner('Ed25519').pem }),
  },
  { what: 'to delete a JWT key', method: 'DELETE', path: async () => `/jwt_keys/${await make('jwt_keys')}` },
  {
    what: 'to register an OpenID provider',
    method: 'POST',
    path: () => '/oidc_providers',
    body: () => ({ name: 'Mine', issuer: 'https://mine.example', client_id: 'mine' }),
  },
  {
    what: 'to change an OpenID provider',
    method: 'PATCH',
    path: async () => `/oidc_providers/${await make('oidc_providers')}`,
    body: () => ({ name: 'Mine' }),
  },
  {
    what: 'to configure auto-provisioning',
    method: 'PATCH',
    path: () => `/auto_provisioning/${visited.organization_id}`,
    body: () => ({ enabled: true }),
  },
  {
    what: 'to change an approval workflow',
    method: 'PATCH',
    path: async () => `/workflows/${await make('workflows')}`,
    body: () => ({ name: 'Mine' }),
  },
  { what: 'to read billing figures', method: 'POST', path: () => organization('/billing_stats'), body: () => ({}) },
]

const send = async (client: Client, { method, path, body }: Asked) =>
  (await client.send(method, await path(), body ? { body: body() } : {})).status

describe.each(['limited to queues', 'limited in time'])('a membership %s', (kind) => {
  it.each(asked)('is refused: $what', async (request) => {
    expect(await send(guests[kind]!, request)).toBe(403)
  })

  it('reads and changes the objects of its queues', async () => {
    const change = { name: `Renamed ${++count}` }
    expect((await guests[kind]!.patch(`/queues/${visited.queue_id}`, change)).status).toBe(200)
    expect((await guests[kind]!.get('/users')).status).toBe(200)
    expect((await guests[kind]!.patch('/auth/user', { first_name: 'Own' })).status).toBe(200)
  })
})

describe('a connector that also serves queues outside of a membership', () => {
  it('is neither redirected nor deleted by its user', async () => {
    const { db } = server.deps
    const { body: schema } = await guests['without a limit']!.get(`/queues/${visited.queue_id}`)
    const other = await guests['without a limit']!.post('/queues', { name: 'Other', schema: schema.schema })
    const [limited, full] = [guests['limited to queues']!, guests['without a limit']!]
    const queues = [url('queues', visited.queue_id), String(other.body.url)]
    const service = { service_url: 'https://ledger.example.com', authorization_token: 'shared' }
    const made = await full.post('/connectors', { name: 'Ledger', queues, ...service })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const path = `/connectors/${String(made.body.id)}`
    for (const change of [
      { service_url: 'https://mine.example.com' },
      { params: 'x=1' },
      { authorization_token: 'mine' },
    ])
      expect(await limited.patch(path, change)).toMatchObject({
        status: 400,
        body: { [Object.keys(change)[0]!]: ['The connector also serves queues that you do not see.'] },
      })
    expect((await limited.patch(path, { name: 'Renamed', ...service })).status).toBe(200)
    expect((await limited.send('DELETE', path)).status).toBe(403)
    expect((await full.patch(path, { service_url: 'https://new.example.com' })).status).toBe(200)
    await db('queues').where('id', other.body.id).update({ connector_id: null })
    expect((await limited.patch(path, { service_url: 'https://mine.example.com' })).status).toBe(200)
  })
})

describe('a membership without a limit', () => {
  it.each(asked)('is allowed $what', async (request) => {
    expect([200, 201, 204]).toContain(await send(guests['without a limit']!, request))
  })
})
