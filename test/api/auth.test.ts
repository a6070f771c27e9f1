import { beforeAll, describe, expect, it } from 'vitest'
import { createToken, hashPassword } from '../../src/domain/people/credentials.ts'
import { as } from '../support/as.ts'
import { aPerson } from '../support/factories.ts'
import { server, setPassword, tenant, useTenantServer } from '../support/tenant-server.ts'

const PASSWORD = 'correct horse battery'

useTenantServer()

let username: string

beforeAll(async () => {
  username = await setPassword(PASSWORD)
  await server.deps.db('organizations').where('id', tenant.organization_id).update({ domain: 'acme.example' })
})

const anonymous = () => as(server.root)
const login = (body: object) => anonymous().post('/auth/login', body)
const basic = (name: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})
const lifetimeOf = async (user_id: number): Promise<number> => {
  const row = await server.deps
    .db('tokens')
    .where({ user_id })
    .orderBy('id', 'desc')
    .first(server.deps.db.raw('extract(epoch from expires_at - created_at)::int as seconds'))
  return row.seconds as number
}

describe('POST /v1/auth/login', () => {
  it('returns a key of 40 hexadecimal characters that is valid for 162 hours, and the domain', async () => {
    const answer = await login({ username, password: PASSWORD })
    expect(answer).toMatchObject({ status: 200, body: { domain: 'acme.example' } })
    expect(Object.keys(answer.body)).toEqual(['key', 'domain'])
    expect(answer.body.key).toMatch(/^[0-9a-f]{40}$/)
    expect(await lifetimeOf(tenant.user_id)).toBe(583_200)
    expect((await as(server.root, answer.body.key).get('/auth/user')).body.last_login).not.toBeNull()
  })

  it('accepts form bodies and ignores the case of the username', async () => {
    const form = new URLSearchParams({
      username: username.toUpperCase(),
      password: PASSWORD,
      max_token_lifetime_s: '60',
    })
    expect((await anonymous().post('/auth/login', form)).status).toBe(200)
    expect(await lifetimeOf(tenant.user_id)).toBe(60)
  })

  it('returns the same 401 for a wrong password, an unknown username and an inactive user', async () => {
    const idle = await aPerson(server.deps.db, tenant, 'annotator')
    const [row] = await server.deps
      .db('users')
      .where('id', idle.user_id)
      .update({ is_active: false, password_hash: await hashPassword(PASSWORD) })
      .returning('username')
    for (const body of [
      { username, password: 'wrong' },
      { username: 'unknown@example.org', password: PASSWORD },
      { username: row.username, password: PASSWORD },
    ]) {
      expect(await login(body)).toMatchObject({
        status: 401,
        body: { detail: 'Unable to log in with provided credentials.', code: 'authentication_failed' },
      })
    }
  })

  it('refuses the password of a single sign-on user', async () => {
    const person = await aPerson(server.deps.db, tenant, 'annotator')
    const [row] = await server.deps
      .db('users')
      .where('id', person.user_id)
      .update({ auth_type: 'sso', password_hash: await hashPassword(PASSWORD) })
      .returning('username')
    expect((await login({ username: row.username, password: PASSWORD })).status).toBe(401)
  })

  it('reports missing fields and lifetimes out of range', async () => {
    expect(await login({})).toMatchObject({
      status: 400,
      body: {
        code: 'bad_request',
        username: ['This field is required.'],
        password: ['This field is required.'],
      },
    })
    for (const [seconds, text] of [
      [0, 'Ensure this value is greater than or equal to 1.'],
      [583_201, 'Ensure this value is less than or equal to 583200.'],
      ['soon', 'A valid number is required.'],
    ]) {
      expect(await login({ username, password: PASSWORD, max_token_lifetime_s: seconds })).toMatchObject({
        status: 400,
        body: { max_token_lifetime_s: [text] },
      })
    }
    expect((await login({ username, password: PASSWORD, max_token_lifetime_s: 583_200, origin: 'cli' })).status).toBe(
      200,
    )
  })

  it('leaves earlier tokens valid', async () => {
    const first = (await login({ username, password: PASSWORD })).body.key
    const second = (await login({ username, password: PASSWORD })).body.key
    for (const key of [first, second]) expect((await as(server.root, key).get('/auth/user')).status).toBe(200)
  })
})

describe('POST /v1/auth/logout', () => {
  it('invalidates this token and no other', async () => {
    const { key } = (await login({ username, password: PASSWORD })).body
    expect(await as(server.root, key).post('/auth/logout')).toMatchObject({
      status: 200,
      body: { detail: 'Successfully logged out.' },
    })
    expect(await as(server.root, key).get('/auth/user')).toMatchObject({
      status: 401,
      body: { detail: 'Invalid token.', code: 'authentication_failed' },
    })
    expect((await as(server.root, tenant.token).get('/auth/user')).status).toBe(200)
  })

  it('requires a token', async () => {
    expect((await anonymous().post('/auth/logout', {})).status).toBe(403)
  })
})

describe('credentials', () => {
  it.each(['Bearer', 'Token', 'token', 'bearer'])('are accepted with the scheme %s', async (scheme) => {
    const answer = await anonymous().get('/auth/user', { Authorization: `${scheme} ${tenant.token}` })
    expect(answer).toMatchObject({ status: 200, body: { username } })
  })

  it('return 403 when missing and 401 when wrong, malformed or expired', async () => {
    expect(await anonymous().get('/queues')).toMatchObject({
      status: 403,
      body: { detail: 'Authentication credentials were not provided.', code: 'access_forbidden' },
    })
    const expired = await createToken(server.deps.db, tenant.user_id, { lifetime_s: 1 })
    await server.deps
      .db('tokens')
      .where({ user_id: tenant.user_id })
      .whereRaw("expires_at < now() + interval '1 minute'")
      .update({ expires_at: server.deps.db.raw("now() - interval '1 second'") })
    for (const Authorization of [
      `Bearer ${'0'.repeat(40)}`,
      'Bearer',
      'Nonsense abc',
      tenant.token,
      `Bearer ${expired}`,
    ]) {
      const answer = await anonymous().get('/queues', { Authorization })
      expect(answer, Authorization).toMatchObject({
        status: 401,
        body: { detail: 'Invalid token.', code: 'authentication_failed' },
      })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  it('become invalid when the user is deleted or deactivated', async () => {
    const person = await aPerson(server.deps.db, tenant, 'annotator')
    expect((await as(server.root, person.token).get('/queues')).status).toBe(200)
    await as(server.root, tenant.token).patch(`/users/${person.user_id}`, { is_active: false })
    expect((await as(server.root, person.token).get('/queues')).status).toBe(401)
  })

  it('may be Basic on uploads and exports, but on no other endpoint', async () => {
    const headers = basic(username, PASSWORD)
    expect((await anonymous().get(`/queues/${tenant.queue_id}/export`, headers)).status).toBe(200)
    expect((await anonymous().send('POST', `/queues/${tenant.queue_id}/export`, { headers })).status).toBe(200)
    for (const path of [
      `/uploads/a.bin?queue=${tenant.queue_id}`,
      `/uploads?queue=${tenant.queue_id}`,
      `/queues/${tenant.queue_id}/upload`,
      `/queues/${tenant.queue_id}/upload/a.bin`,
    ]) {
      const form = new FormData()
      form.append('content', new Blob(['x']), 'x.bin')
      const answer = await anonymous().send('POST', path, { body: form, headers })
      expect([201, 202], path).toContain(answer.status)
    }
    for (const path of ['/queues', '/auth/user', '/annotations', `/queues/${tenant.queue_id}`]) {
      const answer = await anonymous().get(path, headers)
      expect([answer.status, answer.body.detail], path).toEqual([
        401,
        'Basic credentials are not accepted here; send a token of POST /v1/auth/login.',
      ])
    }
    for (const wrong of [basic(username, 'wrong'), basic('', ''), { Authorization: 'Basic !!!' }]) {
      expect((await anonymous().get(`/queues/${tenant.queue_id}/export`, wrong)).status).toBe(401)
    }
  })

  it('cached from Basic reflect a new password, another role and a deletion immediately', async () => {
    const { db } = server.deps
    const person = await aPerson(db, tenant, 'annotator')
    const [row] = await db('users')
      .where('id', person.user_id)
      .update({ password_hash: await hashPassword(PASSWORD) })
      .returning('username')
    const upload = () => {
      const form = new FormData()
      form.append('content', new Blob(['x']), 'x.bin')
      const headers = basic(row.username, PASSWORD)
      return anonymous().send('POST', `/uploads?queue=${tenant.queue_id}`, { body: form, headers })
    }
    expect((await upload()).status).toBe(202)
    await db('user_groups').where('user_id', person.user_id).update({ group_id: 1 })
    expect((await upload()).status).toBe(403)
    await db('user_groups').where('user_id', person.user_id).update({ group_id: 2 })
    await db('users')
      .where('id', person.user_id)
      .update({ password_hash: await hashPassword('another one entirely') })
    expect((await upload()).status).toBe(401)
  })
})

describe('/v1/auth/user', () => {
  it('returns the caller', async () => {
    const own = await as(server.root, tenant.token).get('/auth/user')
    expect(own.body).toEqual((await as(server.root, tenant.token).get(`/users/${tenant.user_id}`)).body)
    expect(own.body.url).toBe(`${server.root}/users/${tenant.user_id}`)
    expect(own.body).not.toHaveProperty('password')
  })

  it('lets users change their own data, but not their permissions', async () => {
    const person = await aPerson(server.deps.db, tenant, 'viewer')
    const client = as(server.root, person.token)
    const before = (await client.get('/auth/user')).body
    const groups = [`${server.root}/groups/3`]
    const changed = await client.patch('/auth/user', { first_name: 'Grace', ui_settings: { a: 1 }, groups, queues: [] })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({ ...before, first_name: 'Grace', ui_settings: { a: 1 } })
    const put = await client.put('/auth/user', {
      ...before,
      groups,
      username: 'other@example.org',
      last_name: 'Hopper',
    })
    expect(put.body).toEqual({ ...before, last_name: 'Hopper' })
  })
})
