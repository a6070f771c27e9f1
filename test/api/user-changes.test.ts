/** Creating, changing and deleting users. */
import { describe, expect, it } from 'vitest'
import { createToken } from '../../src/domain/people/credentials.ts'
import { createSession, personOfSession } from '../../src/domain/people/sessions.ts'
import { as } from '../support/as.ts'
import { anAnnotation, aPerson, aTenant } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

describe('POST /v1/users', () => {
  it('creates a user that can log in, and never returns the password', async () => {
    const created = await admin.post('/users', {
      username: 'new.user@example.org',
      email: 'new.user@example.org',
      password: 'a long enough passphrase',
      organization: url('organizations', tenant.organization_id),
      groups: [url('groups', 2), url('groups', 7)],
      queues: [url('queues', tenant.queue_id)],
    })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    expect(created.body).toEqual({
      id: expect.any(Number),
      url: url('users', created.body.id),
      username: 'new.user@example.org',
      email: 'new.user@example.org',
      first_name: '',
      last_name: '',
      phone_number: null,
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      last_login: null,
      groups: [url('groups', 2), url('groups', 7)],
      organization: url('organizations', tenant.organization_id),
      queues: [url('queues', tenant.queue_id)],
      is_active: true,
      ui_settings: {},
      metadata: {},
      oidc_id: null,
      auth_type: 'password',
      deleted: false,
      email_verified: false,
    })
    const login = await as(server.root).post('/auth/login', {
      username: 'new.user@example.org',
      password: 'a long enough passphrase',
    })
    expect(login.status).toBe(200)
    const queues = await as(server.root, login.body.key).get('/queues')
    expect(queues.body.results.map((queue: { id: number }) => queue.id)).toEqual([tenant.queue_id])
  })

  it('refuses a username in use in any organization, ignoring case', async () => {
    const other = await aTenant(server.deps.db)
    const { username } = await server.deps.db('users').where('id', other.user_id).first('username')
    expect(
      await admin.post('/users', {
        username: username.toUpperCase(),
        organization: url('organizations', tenant.organization_id),
      }),
    ).toMatchObject({ status: 400, body: { code: 'bad_request', username: ['This value is already in use.'] } })
  })

  it('grants one role, and approver in addition', async () => {
    const body = { username: 'two.roles@example.org', organization: url('organizations', tenant.organization_id) }
    const two = await admin.post('/users', { ...body, groups: [url('groups', 1), url('groups', 3)] })
    expect(two).toMatchObject({ status: 400, body: { groups: [expect.stringContaining('one role')] } })
    const { user_id } = await person('viewer')
    expect((await admin.patch(`/users/${user_id}`, { groups: [url('groups', 2), url('groups', 4)] })).status).toBe(400)
    expect((await admin.patch(`/users/${user_id}`, { groups: [url('groups', 1), url('groups', 7)] })).status).toBe(200)
  })

  it('assigns queues of the organization only', async () => {
    const other = await aTenant(server.deps.db)
    const body = { username: 'queues@example.org', organization: url('organizations', tenant.organization_id) }
    for (const [field, value] of [
      ['queues', [url('queues', other.queue_id)]],
      ['organization', url('organizations', other.organization_id)],
      ['groups', [url('groups', 99)]],
    ] as const) {
      expect(await admin.post('/users', { ...body, [field]: value })).toMatchObject({
        status: 400,
        body: { [field]: ['Invalid hyperlink - object does not exist.'] },
      })
    }
  })

  it('requires an administrator', async () => {
    for (const role of ['viewer', 'annotator', 'manager'] as const) {
      const { token } = await person(role)
      expect((await as(server.root, token).post('/users', {})).status).toBe(403)
    }
  })
})

describe('PATCH and PUT /v1/users/{id}', () => {
  it('let non-administrators change only their own fields without effect on permissions', async () => {
    for (const role of ['viewer', 'annotator', 'annotator_limited', 'manager', 'approver'] as const) {
      const own = await person(role)
      const client = as(server.root, own.token)
      const before = (await client.get(`/users/${own.user_id}`)).body
      const changed = await client.patch(`/users/${own.user_id}`, {
        first_name: 'Alan',
        phone_number: '+44 555',
        metadata: { a: 1 },
        groups: [url('groups', 3)],
        queues: [],
        is_active: false,
        auth_type: 'sso',
        oidc_id: 'x',
        username: 'x@example.org',
        email: 'x@example.org',
      })
      expect(changed.status).toBe(200)
      expect(changed.body).toEqual({ ...before, first_name: 'Alan', phone_number: '+44 555', metadata: { a: 1 } })
      // 404 for roles that cannot see other users, so that the existence of a user is not revealed.
      const status = ['viewer', 'approver'].includes(role) ? 404 : 403
      expect((await client.patch(`/users/${tenant.user_id}`, { first_name: 'X' })).status).toBe(status)
      expect((await client.put(`/users/${tenant.user_id}`, { username: 'x' })).status).toBe(status)
    }
  })

  it('let administrators change permissions, and return oidc_id to them only', async () => {
    const { user_id, token } = await person('annotator')
    const changed = await admin.patch(`/users/${user_id}`, { groups: [url('groups', 1)], queues: [], oidc_id: 'idp|1' })
    expect(changed.body).toMatchObject({ groups: [url('groups', 1)], queues: [], oidc_id: 'idp|1' })
    expect((await as(server.root, token).get(`/users/${user_id}`)).body.oidc_id).toBeNull()
    expect((await as(server.root, token).get('/queues')).body.pagination.total).toBe(0)
  })
})

describe('DELETE /v1/users/{id}', () => {
  it('hides the user from lists, ends the session and keeps the row for references', async () => {
    const { user_id, token } = await person('annotator')
    const { annotation_id } = await anAnnotation(server.deps.db, tenant, { modifier_id: user_id })
    expect(await admin.delete(`/users/${user_id}`)).toMatchObject({ status: 204, body: null })
    expect((await as(server.root, token).get('/auth/user')).status).toBe(401)
    const ids = async (query: string) =>
      (await admin.get(`/users?page_size=100${query}`)).body.results.map((user: { id: number }) => user.id)
    expect(await ids('')).not.toContain(user_id)
    expect(await ids('&deleted=false')).not.toContain(user_id)
    expect(await ids('&deleted=true')).toEqual([user_id])
    expect(await admin.get(`/users/${user_id}`)).toMatchObject({
      status: 200,
      body: { deleted: true, is_active: false },
    })
    expect((await admin.get(`/annotations/${annotation_id}`)).body.modifier).toBe(url('users', user_id))
    expect((await admin.get(`/organizations/${tenant.organization_id}`)).body.users).not.toContain(
      url('users', user_id),
    )
    expect((await admin.patch(`/users/${user_id}`, { is_active: true })).body.deleted).toBe(true)
    expect((await as(server.root, token).get('/auth/user')).status).toBe(401)
  })

  it('lets users delete only themselves, and administrators delete all users', async () => {
    const [one, two] = [await person('annotator'), await person('manager')]
    expect((await as(server.root, one.token).delete(`/users/${two.user_id}`)).status).toBe(403)
    expect((await as(server.root, one.token).delete(`/users/${one.user_id}`)).status).toBe(204)
    expect((await admin.delete(`/users/${two.user_id}`)).status).toBe(204)
  })

  it('refuses to delete the last administrator and group administrators', async () => {
    const own = await aTenant(server.deps.db)
    const client = as(server.root, own.token)
    expect(await client.delete(`/users/${own.user_id}`)).toMatchObject({
      status: 403,
      body: {
        code: 'access_forbidden',
        detail: expect.stringContaining('The last administrator of an organization cannot be deleted'),
      },
    })
    const group = await aPerson(server.deps.db, own, 'organization_group_admin')
    expect((await client.delete(`/users/${group.user_id}`)).status).toBe(403)
    expect((await as(server.root, group.token).delete(`/users/${own.user_id}`)).status).toBe(204)
  })

  it('keeps one of two administrators who delete each other concurrently', async () => {
    const own = await aTenant(server.deps.db)
    const second = await aPerson(server.deps.db, own, 'admin')
    const both = await Promise.all([
      as(server.root, own.token).delete(`/users/${second.user_id}`),
      as(server.root, second.token).delete(`/users/${own.user_id}`),
    ])
    expect(both.filter((answer) => answer.status === 204)).toHaveLength(1)
  })
})

describe('single sign-on', () => {
  it('uses the email as default of oidc_id', async () => {
    const body = { organization: url('organizations', tenant.organization_id), email: 'sso@example.org' }
    const created = await admin.post('/users', { ...body, username: 'sso@example.org', auth_type: 'sso' })
    expect(created.body).toMatchObject({ auth_type: 'sso', oidc_id: 'sso@example.org' })
    const kept = { ...body, username: 'kept@example.org', auth_type: 'sso', oidc_id: 'idp|7' }
    expect((await admin.post('/users', kept)).body.oidc_id).toBe('idp|7')
    const plain = await admin.post('/users', { ...body, username: 'later@example.org', email: 'later@example.org' })
    expect(plain.body.oidc_id).toBeNull()
    const turned = await admin.patch(`/users/${plain.body.id}`, { auth_type: 'sso' })
    expect(turned.body.oidc_id).toBe('later@example.org')
  })
})

describe('a user who is switched to single sign-on', () => {
  it('loses tokens, sessions and Basic access obtained by password', async () => {
    const { db } = server.deps
    const password = 'a long enough passphrase'
    const username = 'turned@example.org'
    const body = { username, email: username, password, groups: [url('groups', 5)] }
    const created = await admin.post('/users', { ...body, organization: url('organizations', tenant.organization_id) })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const { body: login } = await as(server.root).post('/auth/login', { username, password })
    const session = await createSession(db, created.body.id as number)
    const Authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const byBasic = async () =>
      (await as(server.root).get(`/queues/${tenant.queue_id}/export`, { Authorization })).status
    const byToken = async () => (await as(server.root, login.key).get('/auth/user')).status
    const mayUse = async () => [
      await byToken(),
      (await byBasic()) === 401,
      Boolean(await personOfSession(db, session.key)),
    ]
    expect(await mayUse()).toEqual([200, false, true])
    expect((await admin.patch(`/users/${created.body.id}`, { first_name: 'Tess', auth_type: 'password' })).status).toBe(
      200,
    )
    expect(await mayUse()).toEqual([200, false, true])
    expect((await admin.patch(`/users/${created.body.id}`, { auth_type: 'sso' })).status).toBe(200)
    expect(await mayUse()).toEqual([401, true, false])
    // Tokens from single sign-on remain valid after changes that do not switch auth_type.
    const later = await createToken(db, created.body.id as number, { origin: 'oidc' })
    expect((await admin.patch(`/users/${created.body.id}`, { auth_type: 'sso', first_name: 'Tina' })).status).toBe(200)
    expect((await as(server.root, later).get('/auth/user')).status).toBe(200)
  })
})
