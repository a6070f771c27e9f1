/** Memberships, and the organizations and objects that they connect. */
import { describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { aPerson, type Tenant } from '../support/factories.ts'
import {
  client,
  foreign,
  home,
  make,
  otherOrganization,
  path,
  server,
  url,
  useMemberships,
} from './memberships-setup.ts'

const inGroup = (collection: string, id: number) =>
  `${server.root}/organization_groups/${home.organization_group_id}/${collection}/${id}`

useMemberships()

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
