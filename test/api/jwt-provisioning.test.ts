import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { admin, server, tenant } from '../support/tenant-server.ts'
import { claims, exchange, expectRefused, jwtOf, useJwt } from './jwt-setup.ts'

useJwt()

const groupUrl = async (name: string) =>
  `${server.root}/groups/${(await server.deps.db('groups').where({ name }).first('id')).id}`

describe('auto-provisioning by JWT', () => {
  const path = () => `/auto_provisioning/${tenant.organization_id}`
  let count = 0
  const newcomer = () => `new-${++count}@example.org`

  beforeEach(async () => {
    const queues = [`${server.root}/queues/${tenant.queue_id}`]
    const body = { enabled: true, roles: ['annotator', 'manager', 'approver'], default_role: null, queues }
    expect((await admin.put(path(), body)).status).toBe(200)
  })

  const arrive = async (changes: Record<string, unknown>) => {
    const sub = newcomer()
    const answer = await exchange(jwtOf(claims({ sub, email: sub, ...changes })))
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return (await admin.get(`/users?username=${sub}`)).body.results[0]
  }

  it('creates the user with names, email, configured roles and queues', async () => {
    const user = await arrive({
      email: 'Grace@Example.org',
      name: 'Grace Brewster Hopper',
      roles: ['admin', 'annotator', 'approver'],
    })
    expect(user).toMatchObject({
      email: 'Grace@Example.org',
      first_name: 'Grace',
      last_name: 'Brewster Hopper',
      auth_type: 'sso',
      is_active: true,
      organization: `https://capture.example:8443/api/v1/organizations/${tenant.organization_id}`,
      queues: [`https://capture.example:8443/api/v1/queues/${tenant.queue_id}`],
    })
    const found = (await groupUrls(['annotator', 'approver'])).sort()
    expect([...user.groups].sort()).toEqual(found)
  })

  const groupUrls = async (names: string[]) =>
    (await Promise.all(names.map(groupUrl))).map((url) =>
      url.replace(server.root, 'https://capture.example:8443/api/v1'),
    )

  it('grants only configured roles, at most one in addition to approver', async () => {
    expect((await arrive({ roles: ['admin', 'organization_group_admin', 'nonsense'] })).groups).toEqual([])
    expect((await arrive({ roles: ['manager', 'annotator'] })).groups).toEqual(await groupUrls(['manager']))
    expect((await arrive({ roles: [] })).groups).toEqual([])
    await admin.patch(path(), { default_role: 'annotator' })
    expect((await arrive({ roles: undefined })).groups).toEqual(await groupUrls(['annotator']))
    expect((await arrive({ roles: ['approver'] })).groups).toEqual(await groupUrls(['approver']))
  })

  it('creates one user for concurrent requests', async () => {
    const sub = newcomer()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => exchange(jwtOf(claims({ sub, email: sub, roles: ['annotator'] })))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(await server.deps.db('users').where('username', sub).select('id')).toHaveLength(1)
  })

  it('does not change existing users', async () => {
    await exchange(jwtOf(claims({ name: 'Another Name', roles: ['annotator'] })))
    expect((await admin.get('/auth/user')).body).toMatchObject({ first_name: 'Ada', last_name: 'Admin' })
  })

  it('does not activate inactive users or take usernames of other organizations', async () => {
    const { user_id } = await aPerson(server.deps.db, tenant, 'annotator')
    const [idle] = await server.deps.db('users').where('id', user_id).update({ is_active: false }).returning('username')
    const other = await aTenant(server.deps.db)
    const stranger = await server.deps.db('users').where('id', other.user_id).first('username')
    for (const sub of [idle.username, stranger.username]) await expectRefused(jwtOf(claims({ sub })), 'sub')
  })

  it('sets no password and is disabled by default', async () => {
    const user = await arrive({ roles: ['annotator'] })
    const row = await server.deps.db('users').where('id', user.id).first('password_hash')
    expect(row.password_hash).toBeNull()
    const fresh = await aTenant(server.deps.db)
    expect((await as(server.root, fresh.token).get(`/auto_provisioning/${fresh.organization_id}`)).body).toMatchObject({
      enabled: false,
      roles: [],
      default_role: null,
      queues: [],
    })
    await admin.patch(path(), { enabled: false })
    await expectRefused(jwtOf(claims({ sub: newcomer(), roles: ['annotator'] })), 'sub')
  })

  it('is recorded in the audit log', async () => {
    const user = await arrive({ roles: ['annotator'] })
    const row = await server.deps.db('audit_logs').where({ object_type: 'user', object_id: user.id }).first('*')
    expect(row).toMatchObject({ action: 'create', organization_id: tenant.organization_id, username: user.username })
    expect(row.content.details).toEqual({ provisioned: true, roles: ['annotator'] })
  })
})
