/** Users who are limited to the queues of their membership. */
import { describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue } from '../support/factories.ts'
import {
  enter,
  home,
  make,
  otherOrganization,
  path,
  server,
  url,
  useMemberships,
  visitor,
} from './memberships-setup.ts'

useMemberships()

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
    expect((await one.client.post('/users', { ...user, groups: [url('groups', 2)] })).status).toBe(403)
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

describe('administrators who are limited to queues', () => {
  it('cannot configure sign-on', async () => {
    const { db } = server.deps
    const victim = await aPerson(db, otherOrganization, 'admin')
    const one = await visitor('admin', [otherOrganization.queue_id])
    for (const change of [{ oidc_id: 'mine@example.org' }, { auth_type: 'sso' }, { username: 'mine@example.org' }])
      expect((await one.client.patch(`/users/${victim.user_id}`, change)).status).toBe(403)
    expect((await one.client.patch(`/users/${victim.user_id}`, { is_active: false })).status).toBe(403)
    expect((await one.client.delete(`/users/${victim.user_id}`)).status).toBe(403)
    expect((await one.client.patch(`/users/${victim.user_id}`, { first_name: 'Ann' })).status).toBe(403)
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
