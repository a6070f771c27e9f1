/** Changing and rating passwords, their rules, and places where they must not appear. */
import { describe, expect, it } from 'vitest'
import { createToken } from '../../src/domain/people/credentials.ts'
import { as } from '../support/as.ts'
import { CREATE_KEY } from '../support/server.ts'
import { NEW, OLD, aUser, anonymous, linkTo, logged, login, server, tenant, usePasswords } from './passwords-setup.ts'

usePasswords()

describe('POST /v1/auth/password/change', () => {
  const change = (token: string, given: object = {}) =>
    as(server.root, token).post('/auth/password/change', {
      old_password: OLD,
      new_password1: NEW,
      new_password2: NEW,
      ...given,
    })

  it('sets the password and invalidates every other token and session of the user', async () => {
    const user = await aUser()
    const other = await createToken(server.deps.db, user.user_id)
    const session = await login(user.username, OLD)
    const Cookie = session.headers.getSetCookie()[0]!.split(';')[0]!
    const answer = await change(user.token)
    expect(answer).toMatchObject({
      status: 200,
      body: { id: user.user_id, url: `${server.root}/users/${user.user_id}` },
    })
    expect((await as(server.root, user.token).get('/auth/user')).status).toBe(200)
    for (const gone of [other, session.body.key])
      expect((await as(server.root, gone).get('/auth/user')).status).toBe(401)
    expect((await anonymous().get('/auth/user', { Cookie })).status).toBe(401)
    expect((await login(user.username, OLD)).status).toBe(401)
    expect((await login(user.username, NEW)).status).toBe(200)
  })

  it('reports invalid fields and changes nothing', async () => {
    const user = await aUser()
    for (const [given, body] of [
      [{ old_password: 'wrong' }, { old_password: ['Your old password was entered incorrectly.'] }],
      [{ new_password2: 'another one' }, { new_password2: ["The two password fields didn't match."] }],
      [
        { new_password1: '123456789012', new_password2: '123456789012' },
        { new_password1: [expect.any(String), expect.any(String)] },
      ],
      [
        { new_password1: user.username, new_password2: user.username },
        { new_password1: [expect.stringContaining('similar')] },
      ],
      [
        { new_password1: 'tiny', new_password2: 'tiny' },
        { new_password1: expect.arrayContaining([expect.stringContaining('at least 10')]) },
      ],
    ] as const)
      expect(await change(user.token, given)).toMatchObject({ status: 400, body: { code: 'bad_request', ...body } })
    expect(await as(server.root, user.token).post('/auth/password/change', {})).toMatchObject({
      status: 400,
      body: Object.fromEntries(
        ['old_password', 'new_password1', 'new_password2'].map((name) => [name, ['This field is required.']]),
      ),
    })
    expect((await login(user.username, OLD)).status).toBe(200)
  })

  it('is throttled, so that a stolen token cannot be used to guess the password', async () => {
    const user = await aUser()
    for (let n = 0; n < 10; n++) expect((await change(user.token, { old_password: `guess ${n}` })).status).toBe(400)
    expect((await change(user.token)).status).toBe(429)
  })

  it('refuses single sign-on users and requests without credentials', async () => {
    const user = await aUser({ auth_type: 'sso' })
    expect((await change(user.token)).status).toBe(403)
    expect((await anonymous().post('/auth/password/change', {})).status).toBe(403)
  })
})

describe('POST /v1/auth/password/score', () => {
  const score = (body: object) => anonymous().post('/auth/password/score', body)

  it('rates a password without credentials', async () => {
    expect((await score({ password: NEW })).body).toEqual({ score: 4, messages: [] })
    expect((await score({ password: 'password1234' })).body).toEqual({
      score: expect.toSatisfy((n: number) => n <= 2) as number,
      messages: ['This password is too common.'],
    })
    const named = await score({ password: 'grace.hopper!!', email: 'grace.hopper@example.org', first_name: 'Grace' })
    expect(named.body.messages).toContain('The password is too similar to the username.')
    expect((await score({ password: '' })).body.score).toBe(0)
    expect(await score({})).toMatchObject({ status: 400, body: { password: ['This field is required.'] } })
  })
})

describe('the password rules', () => {
  it('apply when a user or an organization is created', async () => {
    const admin = as(server.root, tenant.token)
    const organization = `${server.root}/organizations/${tenant.organization_id}`
    for (const password of ['password1234', '928374650193', 'weak.user@example', 'short']) {
      const created = await admin.post('/users', { username: 'weak.user@example.org', organization, password })
      expect([created.status, Object.keys(created.body)], password).toEqual([400, expect.arrayContaining(['password'])])
    }
    const created = await anonymous().post('/organizations/create', {
      template_name: 'Empty Organization Template',
      organization_name: 'Weak',
      user_fullname: 'Weak User',
      user_email: 'weak.user@example.org',
      user_password: 'password1234',
      create_key: CREATE_KEY,
    })
    expect(created).toMatchObject({ status: 400, body: { user_password: ['This password is too common.'] } })
  })
})

describe('secrets', () => {
  it('appear in no log line, event, audit row or response', async () => {
    const user = await aUser()
    await login(user.username, OLD)
    await anonymous().post('/auth/password/reset', { email: user.email })
    const { uid, token } = await linkTo(user.email)
    await anonymous().post('/auth/password/reset/confirm', { uid, token, new_password1: NEW, new_password2: NEW })
    const session = await login(user.username, NEW)
    const { key } = session.body
    const client = as(server.root, key)
    const other = (await client.post('/auth/token', {})).body.key
    await as(server.root).post('/organizations/create', '{"user_password": "broken pass', {
      'Content-Type': 'application/json',
    })
    const cookies = session.headers.getSetCookie().map((cookie) => cookie.split(/[=;]/)[1]!)
    const admin = as(server.root, tenant.token)
    const shown = [
      await client.get('/auth/user'),
      await admin.get('/users?page_size=100'),
      await admin.get('/audit_logs?object_type=user'),
    ]
    const { db } = server.deps
    const rows = [await db('events').select('*'), await db('audit_logs').select('*')]
    const text = logged.join('') + JSON.stringify(shown.map(({ body }) => body)) + JSON.stringify(rows)
    expect(logged.length).toBeGreaterThan(10)
    for (const secret of [OLD, NEW, token, key, other, ...cookies, 'argon2', 'broken pass'])
      expect(text.includes(secret), secret).toBe(false)
    expect(JSON.stringify(rows[1])).toContain('reset-password')
  })
})
