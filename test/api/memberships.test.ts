import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue, aTenant, type Tenant } from '../support/factories.ts'
import { testServer, type TestServer } from '../support/server.ts'

let server: TestServer
/** Two organizations of one group, and one of another. */
let home: Tenant
let otherOrganization: Tenant
let foreign: Tenant
let groupAdmin: { user_id: number; token: string }
let client: Client
const url = (collection: string, id: number) => `${server.root}/${collection}/${id}`
const inGroup = (collection: string, id: number) =>
  `${server.root}/organization_groups/${home.organization_group_id}/${collection}/${id}`
const path = () => `/organization_groups/${home.organization_group_id}/memberships`

beforeAll(async () => {
  server = await testServer()
  const { db } = server.deps
  home = await aTenant(db)
  otherOrganization = await aTenant(db)
  foreign = await aTenant(db)
  otherOrganization.organization_group_id = home.organization_group_id
  await db('organizations')
    .where('id', otherOrganization.organization_id)
    .update({ organization_group_id: home.organization_group_id })
  groupAdmin = await aPerson(db, home, 'organization_group_admin')
  client = as(server.root, groupAdmin.token)
})
afterAll(() => server.stop())

const make = (user_id: number, given: object = {}) =>
  client.post(path(), {
    user: url('users', user_id),
    organization: url('organizations', otherOrganization.organization_id),
    ...given,
  })
const enter = (token: string, organization_id = otherOrganization.organization_id) =>
  as(server.root, token).post('/auth/membership_token', { organization: url('organizations', organization_id) })

/** Creates a user of the home organization with a membership in the other one, and a client with a membership token. */
async function visitor(role: 'annotator' | 'admin' | 'manager', queues: number[], given: object = {}) {
  const person = await aPerson(server.deps.db, home, role)
  const created = await make(person.user_id, { queues: queues.map((id) => url('queues', id)), ...given })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const answer = await enter(person.token)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return {
    ...person,
    membership: created.body,
    key: answer.body.key as string,
    client: as(server.root, answer.body.key),
  }
}

describe('a membership', () => {
  it('returns URLs below the organization group, and accepts URLs with and without the group', async () => {
    const person = await aPerson(server.deps.db, home, 'annotator')
    const created = await make(person.user_id, {
      queues: [inGroup('queues', otherOrganization.queue_id)],
      expires_at: '2100-01-01T00:00:00Z',
    })
    expect(created).toMatchObject({
      status: 201,
      body: {
        url: inGroup('memberships', created.body.id),
        user: inGroup('users', person.user_id),
        organization: inGroup('organizations', otherOrganization.organization_id),
        queues: [inGroup('queues', otherOrganization.queue_id)],
        expires_at: '2100-01-01T00:00:00.000000Z',
      },
    })
    for (const name of ['user', 'organization']) expect((await client.get(created.body[name])).status).toBe(200)
    expect((await client.get(created.body.queues[0])).body.name).toBeTypeOf('string')
    const found = async (query: string) =>
      (await client.get(`${path()}?${query}`)).body.results.map(({ id }: { id: number }) => id)
    expect(await found(`user=${person.user_id}`)).toEqual([created.body.id])
    expect(await found(`organization=${otherOrganization.organization_id}&user=${person.user_id}`)).toEqual([
      created.body.id,
    ])
    expect(await found(`organization=${home.organization_id}`)).toEqual([])
  })

  it('connects users and organizations of one group, and only queues of that organization', async () => {
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

  it('is managed only by group administrators and hidden from other groups', async () => {
    const { user_id } = await aPerson(server.deps.db, home, 'annotator')
    const created = (await make(user_id)).body
    for (const token of [home.token, otherOrganization.token, (await aPerson(server.deps.db, home, 'manager')).token]) {
      const other = as(server.root, token)
      expect((await other.get(path())).status).toBe(403)
      expect((await other.post(path(), {})).status).toBe(403)
      expect((await other.delete(created.url)).status).toBe(403)
      expect((await other.get(`/organization_groups/${home.organization_group_id}/users`)).status).toBe(403)
    }
    const stranger = await aPerson(server.deps.db, foreign, 'organization_group_admin')
    for (const where of [path(), created.url, `/organization_groups/${home.organization_group_id}/queues`])
      expect((await as(server.root, stranger.token).get(where)).status).toBe(404)
  })
})

describe('the objects of an organization group', () => {
  it('are listed across all of its organizations', async () => {
    const group = `/organization_groups/${home.organization_group_id}`
    expect((await client.get(`${group}/organizations`)).body.results).toEqual(
      [home, otherOrganization].map(({ organization_id }) => ({
        id: organization_id,
        url: inGroup('organizations', organization_id),
        name: expect.any(String),
      })),
    )
    const one = async (collection: string, tenant: Tenant, filter = 'organization') =>
      (await client.get(`${group}/${collection}?${filter}=${tenant.organization_id}`)).body.results[0]
    expect(await one('queues', otherOrganization)).toEqual({
      id: otherOrganization.queue_id,
      url: inGroup('queues', otherOrganization.queue_id),
      name: expect.any(String),
      organization: inGroup('organizations', otherOrganization.organization_id),
      workspace: inGroup('workspaces', otherOrganization.workspace_id),
    })
    expect(await one('workspaces', otherOrganization)).toEqual({
      id: otherOrganization.workspace_id,
      url: inGroup('workspaces', otherOrganization.workspace_id),
      name: expect.any(String),
      organization: inGroup('organizations', otherOrganization.organization_id),
      queues: [inGroup('queues', otherOrganization.queue_id)],
    })
    expect(await one('users', otherOrganization)).toEqual({
      id: otherOrganization.user_id,
      url: inGroup('users', otherOrganization.user_id),
      username: expect.any(String),
      email: expect.any(String),
      organization: inGroup('organizations', otherOrganization.organization_id),
    })
    expect((await client.get(inGroup('queues', foreign.queue_id))).status).toBe(404)
    expect((await client.post(`${group}/queues`, {})).status).toBe(405)
  })
})

describe('POST /v1/auth/membership_token', () => {
  it('returns a key for the same user, with the same role, in the other organization', async () => {
    const answer = await enter(groupAdmin.token)
    expect(answer).toMatchObject({
      status: 200,
      body: { organization: url('organizations', otherOrganization.organization_id) },
    })
    const there = as(server.root, answer.body.key)
    expect((await there.get('/auth/user')).body.url).toBe(url('users', groupAdmin.user_id))
    expect((await there.get('/organizations')).body.results.map(({ id }: { id: number }) => id)).toEqual([
      otherOrganization.organization_id,
    ])
    expect((await there.get(`/queues/${otherOrganization.queue_id}`)).status).toBe(200)
    expect((await there.get(`/queues/${home.queue_id}`)).status).toBe(404)
    const created = await there.post('/labels', { name: 'made by a visitor' })
    expect(created.body.organization).toBe(url('organizations', otherOrganization.organization_id))
    expect((await client.get(created.body.url)).status).toBe(404)
    expect((await as(server.root, otherOrganization.token).get(created.body.url)).status).toBe(200)
  })

  it('requires an unexpired membership, except for group administrators', async () => {
    const person = await aPerson(server.deps.db, home, 'admin')
    expect(await enter(person.token)).toMatchObject({ status: 403, body: { code: 'access_forbidden' } })
    expect((await enter(person.token, home.organization_id)).status).toBe(200)
    expect((await enter(person.token, foreign.organization_id)).status).toBe(403)
    expect((await enter(person.token, 999_999_999)).status).toBe(403)
    expect((await enter(groupAdmin.token, foreign.organization_id)).status).toBe(403)
    const { body } = await make(person.user_id, { expires_at: '2020-01-01T00:00:00Z' })
    expect((await enter(person.token)).status).toBe(403)
    await client.patch(body.url, { expires_at: null })
    expect((await enter(person.token)).status).toBe(200)
    expect((await as(server.root, person.token).post('/auth/membership_token', {})).body.organization).toEqual([
      'This field is required.',
    ])
  })

  it('issues keys that become invalid when the membership expires, moves to another organization or is deleted', async () => {
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

  it("limits keys to the validity of the membership and of the group administrator's role", async () => {
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

  it('issues keys that keep organization and queue limit when they are exchanged', async () => {
    const one = await visitor('admin', [otherOrganization.queue_id])
    const { key } = (await one.client.post('/auth/token', {})).body
    const organizations = (await as(server.root, key).get('/organizations')).body.results
    expect(organizations.map(({ id }: { id: number }) => id)).toEqual([otherOrganization.organization_id])
    expect((await as(server.root, key).get('/queues')).body.pagination.total).toBe(1)
  })
})

describe('the queues of a membership', () => {
  it('limit the visible objects, also for administrators', async () => {
    const { db } = server.deps
    const open = await aQueue(db, otherOrganization)
    const seen = (await anAnnotation(db, { ...otherOrganization, ...open })).annotation_id
    const hidden = (await anAnnotation(db, otherOrganization)).annotation_id
    for (const role of ['admin', 'annotator', 'manager'] as const) {
      const one = await visitor(role, [open.queue_id])
      const ids = async (where: string) =>
        (await one.client.get(`${where}?page_size=100`)).body.results.map(({ id }: { id: number }) => id)
      expect(await ids('/queues'), role).toEqual([open.queue_id])
      expect(await ids('/annotations'), role).toEqual([seen])
      expect(await ids('/schemas'), role).toEqual([open.schema_id])
      for (const where of [
        `/queues/${otherOrganization.queue_id}`,
        `/annotations/${hidden}`,
        `/schemas/${otherOrganization.schema_id}`,
      ])
        expect((await one.client.get(where)).status, `${role} ${where}`).toBe(404)
      expect((await one.client.patch(`/queues/${otherOrganization.queue_id}`, { name: 'mine' })).status).toBe(404)
      expect((await one.client.get(`/queues/${otherOrganization.queue_id}/export`)).status).toBe(404)
    }
  })

  it('limit the objects that an administrator may change and create', async () => {
    const one = await visitor('admin', [otherOrganization.queue_id])
    expect((await one.client.patch(`/queues/${otherOrganization.queue_id}`, { name: 'renamed' })).status).toBe(200)
    const queue = { name: 'new', workspace: null, schema: url('schemas', otherOrganization.schema_id) }
    expect((await one.client.post('/queues', queue)).status).toBe(403)
    expect((await one.client.post('/workspaces', {})).status).toBe(403)
    const user = { username: 'more@example.org', organization: url('organizations', otherOrganization.organization_id) }
    expect((await one.client.post('/users', { ...user, groups: [url('groups', 3)] })).status).toBe(403)
    expect((await one.client.post('/users', { ...user, groups: [url('groups', 2)] })).status).toBe(201)
  })

  it('remain a limit after the queues are deleted', async () => {
    const { queue_id } = await aQueue(server.deps.db, otherOrganization)
    const one = await visitor('admin', [queue_id])
    await server.deps.db('queues').where('id', queue_id).delete()
    expect((await one.client.get('/queues')).body.pagination.total).toBe(0)
  })

  it('limit group administrators, who cannot remove the limit', async () => {
    const { db } = server.deps
    const limited = await aPerson(db, home, 'organization_group_admin')
    await make(limited.user_id, { queues: [url('queues', otherOrganization.queue_id)] })
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

  it('default to all queues for administrators and to none for other roles', async () => {
    expect((await (await visitor('admin', [])).client.get(`/queues/${otherOrganization.queue_id}`)).status).toBe(200)
    expect((await (await visitor('annotator', [])).client.get('/queues')).body.pagination.total).toBe(0)
  })
})

describe('GET /v1/organizations?include_membership_organizations', () => {
  it('adds the organizations of valid memberships, and the whole group for group administrators', async () => {
    const ids = async (one: Client, query: string) =>
      (await one.get(`/organizations?${query}`)).body.results.map(({ id }: { id: number }) => id)
    const both = [home.organization_id, otherOrganization.organization_id]
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
    expect((await own.get(`/organizations/${otherOrganization.organization_id}`)).status).toBe(404)
  })
})

describe('administrators who are limited to queues', () => {
  it('cannot configure sign-on', async () => {
    const { db } = server.deps
    const victim = await aPerson(db, otherOrganization, 'admin')
    const one = await visitor('admin', [otherOrganization.queue_id])
    for (const change of [{ oidc_id: 'mine@example.org' }, { auth_type: 'sso' }, { username: 'mine@example.org' }])
      expect((await one.client.patch(`/users/${victim.user_id}`, change)).status).toBe(403)
    expect((await one.client.patch(`/users/${victim.user_id}`, { is_active: false })).status).toBe(403)
    expect((await one.client.delete(`/users/${victim.user_id}`)).status).toBe(403)
    expect((await one.client.patch(`/users/${victim.user_id}`, { first_name: 'Ann' })).status).toBe(200)
  })

  it('cannot set token owners with more access for hooks', async () => {
    const victim = await aPerson(server.deps.db, otherOrganization, 'admin')
    const one = await visitor('admin', [otherOrganization.queue_id])
    const whole = as(server.root, otherOrganization.token)
    const created = await whole.post('/hooks', {
      name: 'Lookup',
      queues: [url('queues', otherOrganization.queue_id)],
      events: ['annotation_content.initialize'],
      config: { url: 'https://hooks.example.org/lookup' },
    })
    expect(created.status).toBe(201)
    const changed = await one.client.patch(`/hooks/${created.body.id}`, { token_owner: url('users', victim.user_id) })
    expect(changed.status, JSON.stringify(changed.body)).toBe(400)
  })

  it('cannot change URL or code of a hook with such a token owner', async () => {
    const victim = await aPerson(server.deps.db, otherOrganization, 'admin')
    const one = await visitor('admin', [otherOrganization.queue_id])
    const whole = as(server.root, otherOrganization.token)
    const created = await whole.post('/hooks', {
      name: 'Lookup',
      queues: [url('queues', otherOrganization.queue_id)],
      events: ['annotation_content.initialize'],
      config: { url: 'https://hooks.example.org/lookup' },
      settings: { to: 'https://erp.example.org' },
      secrets: { password: 'of the ERP' },
      token_owner: url('users', victim.user_id),
    })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const path = `/hooks/${created.body.id}`
    const evil = 'https://evil.example.org'
    for (const [field, value] of Object.entries({
      config: { url: evil },
      settings: { to: evil },
      secrets: { password: 'mine' },
    })) {
      const refused = await one.client.patch(path, { [field]: value })
      expect([refused.status, Object.keys(refused.body)], field).toEqual([400, expect.arrayContaining([field])])
    }
    const replaced = await one.client.put(path, { ...created.body, config: { ...created.body.config, url: evil } })
    expect([replaced.status, Object.keys(replaced.body)]).toEqual([400, expect.arrayContaining(['config'])])
    // Fields that do not affect the token, and values written back as read.
    expect((await one.client.patch(path, { name: 'Renamed', active: false })).status).toBe(200)
    expect((await one.client.put(path, { ...created.body, name: 'Again' })).status).toBe(200)
    expect((await whole.get(path)).body).toMatchObject({
      name: 'Again',
      config: { url: 'https://hooks.example.org/lookup' },
      settings: { to: 'https://erp.example.org' },
      token_owner: url('users', victim.user_id),
    })
    // Without a token owner the hook has no restriction.
    const taken = await one.client.patch(path, { token_owner: null, config: { url: 'https://other.example.org/' } })
    expect([taken.status, taken.body.token_owner]).toEqual([200, null])
    expect((await whole.patch(path, { config: { url: 'https://third.example.org/' } })).status).toBe(200)
  })

  it('cannot read billing of invisible queues', async () => {
    const one = await visitor('admin', [otherOrganization.queue_id])
    const path = `/organizations/${otherOrganization.organization_id}`
    expect((await one.client.post(`${path}/billing_stats`, {})).status).toBe(403)
    expect((await one.client.get(`${path}/billing_history`)).status).toBe(403)
  })
})
