import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
/** Two organizations of one group, and one of another. */
let home: Tenant
let abroad: Tenant
let foreign: Tenant
let chief: { user_id: number; token: string }
let client: Client
const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`
const inGroup = (collection: string, id: number) =>
  `${server.root}/organization_groups/${home.organization_group_id}/${collection}/${id}`
const path = () => `/organization_groups/${home.organization_group_id}/memberships`

beforeAll(async () => {
  server = await testServer()
  const { db } = server.deps
  home = await aTenant(db)
  abroad = await aTenant(db)
  foreign = await aTenant(db)
  abroad.organization_group_id = home.organization_group_id
  await db('organizations')
    .where('id', abroad.organization_id)
    .update({ organization_group_id: home.organization_group_id })
  chief = await aPerson(db, home, 'organization_group_admin')
  client = as(server.root, chief.token)
})
afterAll(() => server.stop())

const make = (user_id: number, given: object = {}) =>
  client.post(path(), {
    user: url('users', user_id),
    organization: url('organizations', abroad.organization_id),
    ...given,
  })
const enter = (token: string, organization_id = abroad.organization_id) =>
  as(server.root, token).post('/auth/membership_token', { organization: url('organizations', organization_id) })

/** Somebody of the home organization in the other one: a client with a membership token there. */
async function visitor(role: 'annotator' | 'admin' | 'manager', queues: number[], given: object = {}) {
  const person = await aPerson(server.deps.db, home, role)
  const made = await make(person.user_id, { queues: queues.map((id) => url('queues', id)), ...given })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const answer = await enter(person.token)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { ...person, membership: made.body, key: answer.body.key as string, client: as(server.root, answer.body.key) }
}

describe('a membership', () => {
  it('has URLs with the prefix of the group, and accepts both kinds', async () => {
    const person = await aPerson(server.deps.db, home, 'annotator')
    const made = await make(person.user_id, {
      queues: [inGroup('queues', abroad.queue_id)],
      expires_at: '2100-01-01T00:00:00Z',
    })
    expect(made).toMatchObject({
      status: 201,
      body: {
        url: inGroup('memberships', made.body.id),
        user: inGroup('users', person.user_id),
        organization: inGroup('organizations', abroad.organization_id),
        queues: [inGroup('queues', abroad.queue_id)],
        expires_at: '2100-01-01T00:00:00.000000Z',
      },
    })
    for (const name of ['user', 'organization']) expect((await client.get(made.body[name])).status).toBe(200)
    expect((await client.get(made.body.queues[0])).body.name).toBeTypeOf('string')
    const found = async (query: string) =>
      (await client.get(`${path()}?${query}`)).body.results.map(({ id }: { id: number }) => id)
    expect(await found(`user=${person.user_id}`)).toEqual([made.body.id])
    expect(await found(`organization=${abroad.organization_id}&user=${person.user_id}`)).toEqual([made.body.id])
    expect(await found(`organization=${home.organization_id}`)).toEqual([])
  })

  it('joins people and organizations of one group, and queues of that organization', async () => {
    const { user_id } = await aPerson(server.deps.db, home, 'annotator')
    const missing = ['Invalid hyperlink - object does not exist.']
    expect((await make(foreign.user_id)).body.user).toEqual(missing)
    const given = (collection: string, id: number) => ({ [collection.slice(0, -1)]: url(collection, id) })
    expect((await make(user_id, given('organizations', foreign.organization_id))).body.organization).toEqual(missing)
    expect((await make(user_id, { queues: [url('queues', home.queue_id)] })).body.queues).toEqual(missing)
    expect((await make(user_id, { queues: [url('queues', foreign.queue_id)] })).body.queues).toEqual(missing)
    expect((await make(user_id, given('organizations', home.organization_id))).body.organization).toEqual([
      'The user already belongs to this organization.',
    ])
    expect((await make(user_id, { user: 'nonsense' })).body.user).toEqual(['Not a valid uri.'])
    expect((await make(user_id, { expires_at: 'soon' })).body.expires_at).toEqual(['Not a valid date or datetime.'])
    expect((await make(user_id)).status).toBe(201)
    expect(await make(user_id)).toMatchObject({
      status: 400,
      body: { organization: ['The user already has a membership in this organization.'] },
    })
  })

  it('is managed only by administrators of the group, and hidden from other groups', async () => {
    const { user_id } = await aPerson(server.deps.db, home, 'annotator')
    const made = (await make(user_id)).body
    for (const token of [home.token, abroad.token, (await aPerson(server.deps.db, home, 'manager')).token]) {
      const other = as(server.root, token)
      expect((await other.get(path())).status).toBe(403)
      expect((await other.post(path(), {})).status).toBe(403)
      expect((await other.delete(made.url)).status).toBe(403)
      expect((await other.get(`/organization_groups/${home.organization_group_id}/users`)).status).toBe(403)
    }
    const stranger = await aPerson(server.deps.db, foreign, 'organization_group_admin')
    for (const where of [path(), made.url, `/organization_groups/${home.organization_group_id}/queues`])
      expect((await as(server.root, stranger.token).get(where)).status).toBe(404)
  })
})

describe('the content of a group', () => {
  it('is listed across all of its organizations', async () => {
    const group = `/organization_groups/${home.organization_group_id}`
    expect((await client.get(`${group}/organizations`)).body.results).toEqual(
      [home, abroad].map(({ organization_id }) => ({
        id: organization_id,
        url: inGroup('organizations', organization_id),
        name: expect.any(String),
      })),
    )
    const one = async (collection: string, tenant: Tenant, filter = 'organization') =>
      (await client.get(`${group}/${collection}?${filter}=${tenant.organization_id}`)).body.results[0]
    expect(await one('queues', abroad)).toEqual({
      id: abroad.queue_id,
      url: inGroup('queues', abroad.queue_id),
      name: expect.any(String),
      organization: inGroup('organizations', abroad.organization_id),
      workspace: inGroup('workspaces', abroad.workspace_id),
    })
    expect(await one('workspaces', abroad)).toEqual({
      id: abroad.workspace_id,
      url: inGroup('workspaces', abroad.workspace_id),
      name: expect.any(String),
      organization: inGroup('organizations', abroad.organization_id),
      queues: [inGroup('queues', abroad.queue_id)],
    })
    expect(await one('users', abroad)).toEqual({
      id: abroad.user_id,
      url: inGroup('users', abroad.user_id),
      username: expect.any(String),
      email: expect.any(String),
      organization: inGroup('organizations', abroad.organization_id),
    })
    expect((await client.get(inGroup('queues', foreign.queue_id))).status).toBe(404)
    expect((await client.post(`${group}/queues`, {})).status).toBe(405)
  })
})

describe('POST /v1/auth/membership_token', () => {
  it('answers a key that acts as the same user, with the same role, in the other organization', async () => {
    const answer = await enter(chief.token)
    expect(answer).toMatchObject({ status: 200, body: { organization: url('organizations', abroad.organization_id) } })
    const there = as(server.root, answer.body.key)
    expect((await there.get('/auth/user')).body.url).toBe(url('users', chief.user_id))
    expect((await there.get('/organizations')).body.results.map(({ id }: { id: number }) => id)).toEqual([
      abroad.organization_id,
    ])
    expect((await there.get(`/queues/${abroad.queue_id}`)).status).toBe(200)
    expect((await there.get(`/queues/${home.queue_id}`)).status).toBe(404)
    const made = await there.post('/labels', { name: 'made by a visitor' })
    expect(made.body.organization).toBe(url('organizations', abroad.organization_id))
    expect((await client.get(made.body.url)).status).toBe(404)
    expect((await as(server.root, abroad.token).get(made.body.url)).status).toBe(200)
  })

  it('needs a membership that has not expired, unless the person administers the group', async () => {
    const person = await aPerson(server.deps.db, home, 'admin')
    expect(await enter(person.token)).toMatchObject({ status: 403, body: { code: 'access_forbidden' } })
    expect((await enter(person.token, home.organization_id)).status).toBe(200)
    expect((await enter(person.token, foreign.organization_id)).status).toBe(403)
    expect((await enter(person.token, 999_999_999)).status).toBe(403)
    expect((await enter(chief.token, foreign.organization_id)).status).toBe(403)
    const { body } = await make(person.user_id, { expires_at: '2020-01-01T00:00:00Z' })
    expect((await enter(person.token)).status).toBe(403)
    await client.patch(body.url, { expires_at: null })
    expect((await enter(person.token)).status).toBe(200)
    expect((await as(server.root, person.token).post('/auth/membership_token', {})).body.organization).toEqual([
      'This field is required.',
    ])
  })

  it('ends with the membership: when it expires, is changed to another one, or is deleted', async () => {
    const status = async (one: { client: Client }) => (await one.client.get('/queues')).status
    const [expiring, changed, deleted] = [
      await visitor('admin', []),
      await visitor('admin', []),
      await visitor('admin', []),
    ]
    for (const one of [expiring, changed, deleted]) expect(await status(one)).toBe(200)
    await client.patch(expiring.membership.url, { expires_at: '2020-01-01T00:00:00Z' })
    await client.patch(changed.membership.url, {
      user: url('users', (await aPerson(server.deps.db, home, 'viewer')).user_id),
    })
    expect((await client.delete(deleted.membership.url)).status).toBe(204)
    for (const one of [expiring, changed, deleted]) expect(await status(one)).toBe(401)
  })

  it("does not outlive the membership or the group administrator's role", async () => {
    const { db } = server.deps
    const soon = await visitor('admin', [], { expires_at: '2100-01-01T00:00:00Z' })
    await client.patch(soon.membership.url, { expires_at: new Date(Date.now() + 3_600_000).toISOString() })
    await enter(soon.token)
    const last = await db('tokens').where('user_id', soon.user_id).orderBy('id', 'desc').first('*')
    const membership = await db('memberships').where('id', soon.membership.id).first('expires_at')
    expect(last.expires_at).toEqual(membership.expires_at)
    const second = await aPerson(db, home, 'organization_group_admin')
    const { key } = (await enter(second.token)).body
    await db('user_groups').where('user_id', second.user_id).update({ group_id: 3 })
    expect((await as(server.root, key).get('/queues')).status).toBe(401)
  })

  it('keeps organization and limit when it is exchanged', async () => {
    const one = await visitor('admin', [abroad.queue_id])
    const { key } = (await one.client.post('/auth/token', {})).body
    const organizations = (await as(server.root, key).get('/organizations')).body.results
    expect(organizations.map(({ id }: { id: number }) => id)).toEqual([abroad.organization_id])
    expect((await as(server.root, key).get('/queues')).body.pagination.total).toBe(1)
  })
})

describe('the queues of a membership', () => {
  it('limit what a member sees, including their objects, administrators too', async () => {
    const { db } = server.deps
    const open = await aQueue(db, abroad)
    const seen = (await anAnnotation(db, { ...abroad, ...open })).annotation_id
    const hidden = (await anAnnotation(db, abroad)).annotation_id
    for (const role of ['admin', 'annotator', 'manager'] as const) {
      const one = await visitor(role, [open.queue_id])
      const ids = async (where: string) =>
        (await one.client.get(`${where}?page_size=100`)).body.results.map(({ id }: { id: number }) => id)
      expect(await ids('/queues'), role).toEqual([open.queue_id])
      expect(await ids('/annotations'), role).toEqual([seen])
      expect(await ids('/schemas'), role).toEqual([open.schema_id])
      for (const where of [`/queues/${abroad.queue_id}`, `/annotations/${hidden}`, `/schemas/${abroad.schema_id}`])
        expect((await one.client.get(where)).status, `${role} ${where}`).toBe(404)
      expect((await one.client.patch(`/queues/${abroad.queue_id}`, { name: 'mine' })).status).toBe(404)
      expect((await one.client.get(`/queues/${abroad.queue_id}/export`)).status).toBe(404)
    }
  })

  it('limit what an administrator may change and create', async () => {
    const one = await visitor('admin', [abroad.queue_id])
    expect((await one.client.patch(`/queues/${abroad.queue_id}`, { name: 'renamed' })).status).toBe(200)
    const queue = { name: 'new', workspace: null, schema: url('schemas', abroad.schema_id) }
    expect((await one.client.post('/queues', queue)).status).toBe(403)
    expect((await one.client.post('/workspaces', {})).status).toBe(403)
    const user = { username: 'more@example.org', organization: url('organizations', abroad.organization_id) }
    expect((await one.client.post('/users', { ...user, groups: [url('groups', 3)] })).status).toBe(403)
    expect((await one.client.post('/users', { ...user, groups: [url('groups', 2)] })).status).toBe(201)
  })

  it('remain the limit after the queues are deleted', async () => {
    const { queue_id } = await aQueue(server.deps.db, abroad)
    const one = await visitor('admin', [queue_id])
    await server.deps.db('queues').where('id', queue_id).delete()
    expect((await one.client.get('/queues')).body.pagination.total).toBe(0)
  })

  it('limit administrators of the group, who cannot remove the limit', async () => {
    const { db } = server.deps
    const limited = await aPerson(db, home, 'organization_group_admin')
    await make(limited.user_id, { queues: [url('queues', abroad.queue_id)] })
    const there = as(server.root, (await enter(limited.token)).body.key)
    expect((await there.get('/queues')).body.pagination.total).toBe(1)
    const own = (await there.get(`${path()}?user=${limited.user_id}`)).body.results[0]
    expect((await there.patch(own.url, { queues: [] })).status).toBe(403)
    expect((await there.delete(own.url)).status).toBe(403)
    expect(
      (await there.post('/auth/membership_token', { organization: url('organizations', home.organization_id) })).status,
    ).toBe(403)
    expect((await there.get(`/organization_groups/${home.organization_group_id}/queues`)).body.results).toEqual([])
  })

  it('are all of the organization for administrators when none is named, and none for others', async () => {
    expect((await (await visitor('admin', [])).client.get(`/queues/${abroad.queue_id}`)).status).toBe(200)
    expect((await (await visitor('annotator', [])).client.get('/queues')).body.pagination.total).toBe(0)
  })
})

describe('GET /v1/organizations?include_membership_organizations', () => {
  it('adds the organizations of valid memberships, and all of the group for its administrators', async () => {
    const ids = async (one: Client, query: string) =>
      (await one.get(`/organizations?${query}`)).body.results.map(({ id }: { id: number }) => id)
    const both = [home.organization_id, abroad.organization_id]
    expect(await ids(client, 'include_membership_organizations=true')).toEqual(both)
    expect(await ids(client, 'include_membership_organizations=false')).toEqual([home.organization_id])
    expect(await ids(client, '')).toEqual([home.organization_id])
    const person = await aPerson(server.deps.db, home, 'annotator')
    const own = as(server.root, person.token)
    expect(await ids(own, 'include_membership_organizations=True')).toEqual([home.organization_id])
    const { body } = await make(person.user_id)
    expect(await ids(own, 'include_membership_organizations=true')).toEqual(both)
    await client.patch(body.url, { expires_at: '2020-01-01' })
    expect(await ids(own, 'include_membership_organizations=true')).toEqual([home.organization_id])
    expect((await own.get('/organizations?include_membership_organizations=perhaps')).status).toBe(400)
    expect((await own.get(`/organizations/${abroad.organization_id}`)).status).toBe(404)
  })
})

describe('administrators who are limited to queues', () => {
  it('cannot change how others sign on', async () => {
    const { db } = server.deps
    const victim = await aPerson(db, abroad, 'admin')
    const one = await visitor('admin', [abroad.queue_id])
    for (const change of [{ oidc_id: 'mine@example.org' }, { auth_type: 'sso' }, { username: 'mine@example.org' }])
      expect((await one.client.patch(`/users/${victim.user_id}`, change)).status).toBe(403)
    expect((await one.client.patch(`/users/${victim.user_id}`, { is_active: false })).status).toBe(403)
    expect((await one.client.delete(`/users/${victim.user_id}`)).status).toBe(403)
    expect((await one.client.patch(`/users/${victim.user_id}`, { first_name: 'Ann' })).status).toBe(200)
  })

  it('cannot give hooks tokens of users with more access', async () => {
    const victim = await aPerson(server.deps.db, abroad, 'admin')
    const one = await visitor('admin', [abroad.queue_id])
    const whole = as(server.root, abroad.token)
    const made = await whole.post('/hooks', {
      name: 'Lookup',
      queues: [url('queues', abroad.queue_id)],
      events: ['annotation_content.initialize'],
      config: { url: 'https://hooks.example.org/lookup' },
    })
    expect(made.status).toBe(201)
    const changed = await one.client.patch(`/hooks/${made.body.id}`, { token_owner: url('users', victim.user_id) })
    expect(changed.status, JSON.stringify(changed.body)).toBe(400)
  })

  it('cannot change address or program of a hook with such tokens', async () => {
    const victim = await aPerson(server.deps.db, abroad, 'admin')
    const one = await visitor('admin', [abroad.queue_id])
    const whole = as(server.root, abroad.token)
    const made = await whole.post('/hooks', {
      name: 'Lookup',
      queues: [url('queues', abroad.queue_id)],
      events: ['annotation_content.initialize'],
      config: { url: 'https://hooks.example.org/lookup' },
      settings: { to: 'https://erp.example.org' },
      secrets: { password: 'of the ERP' },
      token_owner: url('users', victim.user_id),
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const path = `/hooks/${made.body.id}`
    const evil = 'https://evil.example.org'
    for (const [field, value] of Object.entries({
      config: { url: evil },
      settings: { to: evil },
      secrets: { password: 'mine' },
    })) {
      const refused = await one.client.patch(path, { [field]: value })
      expect([refused.status, Object.keys(refused.body)], field).toEqual([400, expect.arrayContaining([field])])
    }
    const replaced = await one.client.put(path, { ...made.body, config: { ...made.body.config, url: evil } })
    expect([replaced.status, Object.keys(replaced.body)]).toEqual([400, expect.arrayContaining(['config'])])
    // What is no business of the token, and what was read and sent back.
    expect((await one.client.patch(path, { name: 'Renamed', active: false })).status).toBe(200)
    expect((await one.client.put(path, { ...made.body, name: 'Again' })).status).toBe(200)
    expect((await whole.get(path)).body).toMatchObject({
      name: 'Again',
      config: { url: 'https://hooks.example.org/lookup' },
      settings: { to: 'https://erp.example.org' },
      token_owner: url('users', victim.user_id),
    })
    // Without its token it is a hook like any other.
    const taken = await one.client.patch(path, { token_owner: null, config: { url: 'https://other.example.org/' } })
    expect([taken.status, taken.body.token_owner]).toEqual([200, null])
    expect((await whole.patch(path, { config: { url: 'https://third.example.org/' } })).status).toBe(200)
  })

  it('cannot read billing of invisible queues', async () => {
    const one = await visitor('admin', [abroad.queue_id])
    const path = `/organizations/${abroad.organization_id}`
    expect((await one.client.post(`${path}/billing_stats`, {})).status).toBe(403)
    expect((await one.client.get(`${path}/billing_history`)).status).toBe(403)
  })
})
