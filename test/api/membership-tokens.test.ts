/** Tokens for other organizations of the group. */
import { describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { aPerson } from '../support/factories.ts'
import {
  client,
  enter,
  foreign,
  groupAdmin,
  home,
  make,
  otherOrganization,
  server,
  url,
  useMemberships,
  visitor,
} from './memberships-setup.ts'

useMemberships()

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
