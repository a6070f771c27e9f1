/** Lists of users and roles, and what they show to whom. */
import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/rules/access/permissions.ts'
import { as, type Client } from '../support/as.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

describe('GET /v1/users', () => {
  it('finds exactly the matching users by each filter', async () => {
    const own = await aTenant(server.deps.db)
    const client = as(server.root, own.token)
    const viewer = await aPerson(server.deps.db, own, 'viewer', [])
    const idle = await aPerson(server.deps.db, own, 'annotator')
    await server.deps.db('users').where('id', idle.user_id).update({
      is_active: false,
      last_name: 'Idle, the',
      email: 'idle@example.org',
      last_login: '2026-01-02T00:00:00Z',
    })
    const { username } = await server.deps.db('users').where('id', viewer.user_id).first('username')
    const ids = async (query: string) => {
      const { body } = await client.get(`/users?${query}`)
      expect(body.pagination.total).toBe(body.results.length)
      return body.results.map((user: { id: number }) => user.id)
    }
    expect(await ids('')).toEqual([own.user_id, viewer.user_id, idle.user_id])
    expect(await ids(`username=${username}`)).toEqual([viewer.user_id])
    expect(await ids(`username=${username.toUpperCase()}`)).toEqual([])
    expect(await ids('email=idle@example.org')).toEqual([idle.user_id])
    expect(await ids('is_active=False')).toEqual([idle.user_id])
    expect(await ids('is_active=1')).toEqual([own.user_id, viewer.user_id])
    expect(await ids('groups=1,2')).toEqual([viewer.user_id, idle.user_id])
    expect(await ids('groups=1&groups=3')).toEqual([own.user_id, viewer.user_id])
    expect(await ids('group=1')).toEqual([viewer.user_id])
    expect(await ids(`queue=${own.queue_id}`)).toEqual([idle.user_id])
    expect(await ids('last_login=2026-01-01')).toEqual([idle.user_id])
    expect(await ids(`organization=${own.organization_id}`)).toHaveLength(3)
    expect(await ids(`organization=${tenant.organization_id}`)).toEqual([])
    expect(await ids('first_name=Pat&is_active=true')).toEqual([viewer.user_id])
  })
})

describe('visibility of other users', () => {
  it('does not reveal hidden values by ordering', async () => {
    const { db } = server.deps
    const own = await aTenant(db)
    const administrator = as(server.root, own.token)
    for (const [n, name] of ['c', 'a', 'b'].entries()) {
      const { user_id } = await aPerson(db, own, 'viewer')
      const hidden = { email: `${name}@secret.example`, last_login: `2026-01-0${n + 1}T00:00:00Z` }
      await db('users').where('id', user_id).update(hidden)
    }
    const ids = async (client: Client, ordering: string) =>
      (await client.get(`/users?ordering=${ordering}`)).body.results.map((user: { id: number }) => user.id)
    const [annotator, manager] = [await aPerson(db, own, 'annotator'), await aPerson(db, own, 'manager')]
    const client = as(server.root, annotator.token)
    const plain = await ids(client, 'id')
    for (const key of ['email', '-email', 'last_login', '-last_login']) {
      expect(await ids(client, key), key).toEqual(plain)
      for (const whole of [administrator, as(server.root, manager.token)])
        expect(await ids(whole, key), key).not.toEqual(plain)
    }
    // A cursor is accepted only with its own sort keys: one that contains addresses does not fit the plain order.
    const statusInPlainOrder = async (by: Client) => {
      const { pagination } = (await by.get('/users?ordering=-email&page_size=1')).body
      const cursor = new URL(pagination.next as string).searchParams.get('cursor')!
      return (await by.get(`/users?cursor=${cursor}`)).status
    }
    expect(await statusInPlainOrder(administrator)).toBe(400)
    expect(await statusInPlainOrder(client)).toBe(200)
    expect(await ids(client, '-username')).not.toEqual(plain)
  })

  it('is limited: viewers and approvers see only themselves, annotators see names, managers all but oidc_id', async () => {
    const { db } = server.deps
    const { user_id } = await person('annotator')
    await db('users').where('id', user_id).update({
      email: 'hidden@example.org',
      phone_number: '+1',
      metadata: '{"a":1}',
      ui_settings: '{"b":2}',
      last_login: '2026-01-02T00:00:00Z',
      oidc_id: 'idp|9',
    })
    const whole = (await admin.get(`/users/${user_id}`)).body
    const names = {
      ...whole,
      email: '',
      phone_number: null,
      last_login: null,
      groups: [],
      queues: [],
      ui_settings: {},
      metadata: {},
      oidc_id: null,
    }
    const seenBy = async (role: Role) => as(server.root, (await person(role)).token)
    for (const role of ['annotator', 'annotator_limited', 'annotator_embedded'] as const) {
      const client = await seenBy(role)
      expect((await client.get(`/users/${user_id}`)).body, role).toEqual(names)
      const listed = (await client.get(`/users?id=${user_id}`)).body.results
      expect(listed, role).toEqual([names])
      for (const filter of ['email=hidden@example.org', 'group=2', 'last_login=2026-01-01', `queue=${tenant.queue_id}`])
        expect((await client.get(`/users?id=${user_id}&${filter}`)).body.results, filter).toEqual([])
    }
    expect((await (await seenBy('manager')).get(`/users/${user_id}`)).body).toEqual({ ...whole, oidc_id: null })
    for (const role of ['viewer', 'approver'] as const) {
      const client = await seenBy(role)
      expect((await client.get(`/users/${user_id}`)).status).toBe(404)
      expect((await client.get('/users')).body.pagination.total).toBe(1)
      expect((await client.get('/auth/user')).body.groups).toHaveLength(1)
    }
  })
})

describe('GET /v1/groups', () => {
  it('lists the roles and filters them by name', async () => {
    const { body } = await admin.get('/groups?name=annotator')
    expect(body.results).toEqual([{ id: 2, url: url('groups', 2), name: 'annotator' }])
    expect(
      (await admin.get('/groups?ordering=name')).body.results.map((group: { name: string }) => group.name),
    ).toEqual([
      'admin',
      'annotator',
      'annotator_embedded',
      'annotator_limited',
      'approver',
      'auditor',
      'manager',
      'organization_group_admin',
      'viewer',
    ])
  })
})
