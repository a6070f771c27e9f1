import { describe, expect, it } from 'vitest'
import { as, type Client } from '../support/as.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { server, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

describe('protection of administrators', () => {
  const grant = (client: Client, user_id: number, role: number) =>
    client.patch(`/users/${user_id}`, { groups: [url('groups', role)] })

  it('lets only group administrators grant the role of group administrator', async () => {
    const own = await aTenant(server.deps.db)
    const client = as(server.root, own.token)
    const body = {
      username: `boss-${own.user_id}@example.org`,
      organization: url('organizations', own.organization_id),
    }
    expect((await client.post('/users', { ...body, groups: [url('groups', 6)] })).status).toBe(403)
    const { user_id, token } = await aPerson(server.deps.db, own, 'annotator')
    expect((await grant(client, user_id, 6)).status).toBe(403)
    expect((await grant(client, own.user_id, 6)).status).toBe(403)
    expect((await grant(as(server.root, token), user_id, 3)).body.groups).toEqual([url('groups', 2)])
    const group = as(server.root, (await aPerson(server.deps.db, own, 'organization_group_admin')).token)
    expect((await grant(group, user_id, 6)).status).toBe(200)
    expect((await group.post('/users', { ...body, groups: [url('groups', 6)] })).status).toBe(201)
  })

  it('prevents administrators from changing roles and credentials of group administrators', async () => {
    const own = await aTenant(server.deps.db)
    const client = as(server.root, own.token)
    const group = await aPerson(server.deps.db, own, 'organization_group_admin')
    for (const given of [
      { groups: [url('groups', 1)] },
      { is_active: false },
      { oidc_id: 'idp|own' },
      { auth_type: 'sso' },
      { username: 'mine@example.org' },
    ])
      expect((await client.patch(`/users/${group.user_id}`, given)).status, JSON.stringify(given)).toBe(403)
    const whole = (await client.get(`/users/${group.user_id}`)).body
    expect((await client.put(`/users/${group.user_id}`, { ...whole, last_name: 'Same' })).status).toBe(200)
    expect((await as(server.root, group.token).patch(`/users/${own.user_id}`, { groups: [] })).status).toBe(200)
  })

  it('keeps the role of the last active administrator against PATCH, PUT and is_active', async () => {
    const own = await aTenant(server.deps.db)
    const client = as(server.root, own.token)
    const path = `/users/${own.user_id}`
    const before = (await client.get(path)).body
    for (const answer of [
      await grant(client, own.user_id, 1),
      await client.patch(path, { groups: [] }),
      await client.patch(path, { is_active: false }),
      await client.put(path, { ...before, groups: [] }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('last administrator') } })
    expect((await client.get(path)).body).toEqual(before)
    const second = await aPerson(server.deps.db, own, 'admin')
    await client.patch(`/users/${second.user_id}`, { is_active: false })
    expect((await grant(client, own.user_id, 1)).status).toBe(403)
    await client.patch(`/users/${second.user_id}`, { is_active: true })
    expect((await grant(client, own.user_id, 1)).status).toBe(200)
  })

  it('keeps one of two administrators when both are demoted concurrently', async () => {
    const own = await aTenant(server.deps.db)
    const second = await aPerson(server.deps.db, own, 'admin')
    const both = await Promise.all([
      grant(as(server.root, own.token), second.user_id, 1),
      grant(as(server.root, second.token), own.user_id, 1),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
