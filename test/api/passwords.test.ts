import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToken, hashPassword } from '../../src/domain/people/credentials.ts'
import { sendQueued } from '../../src/domain/mail/outgoing.ts'
import { Delivery } from '../../src/models/index.ts'
import { parseWorkflowId } from '../../src/rules/workflow-ids.ts'
import { as } from '../support/as.ts'
import { aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { aMailbox, mailSignals, type Mailbox } from '../support/mailbox.ts'
import { CREATE_KEY, testServer, type TestServer } from '../support/server.ts'

const OLD = 'correct horse battery'
const NEW = 'seven purple lanterns'
let server: TestServer
let mailbox: Mailbox
let tenant: Tenant
const logged: string[] = []

beforeAll(async () => {
  mailbox = await aMailbox()
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString())
      done()
    },
  })
  server = await testServer(
    { log: pino({ level: 'trace' }, stream), signals: mailSignals(() => server.deps) },
    {
      SESSIONS: '1',
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(mailbox.port),
      SMTP_TLS: 'off',
      SMTP_FROM: 'Sheaf <sheaf@example.org>',
      PASSWORD_RESET_URL: 'https://app.example.org/reset?uid={uid}&token={token}',
    },
  )
  tenant = await aTenant(server.deps.db)
})
afterAll(async () => {
  await server.stop()
  await mailbox.close()
})

const anonymous = () => as(server.root)
const login = (username: string, password: string) => anonymous().post('/auth/login', { username, password })
async function aUser(given: object = {}) {
  const { user_id, token } = await aPerson(server.deps.db, tenant, 'annotator')
  const [row] = await server.deps
    .db('users')
    .where('id', user_id)
    .update({ password_hash: await hashPassword(OLD), email: `user-${user_id}@example.org`, ...given })
    .returning(['username', 'email'])
  return { user_id, token, username: row.username as string, email: row.email as string }
}
/** Waits for the `nth` letter to the address and returns its `uid` and `token`. */
async function linkTo(address: string, nth = 1) {
  const mine = () => mailbox.letters.filter(({ to }) => to.includes(address))
  await expect.poll(() => mine().length).toBe(nth)
  const [, uid, token] = /reset\?uid=(\d+)&token=([0-9a-f]{40})/.exec(mine().at(-1)!.text)!
  return { uid: uid!, token: token! }
}

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
        { new_password1: expect.arrayContaining([expect.stringContaining('at least 12')]) },
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

describe('POST /v1/auth/password/reset', () => {
  const reset = (email: string) => anonymous().post('/auth/password/reset', { email })
  const confirm = (given: object) =>
    anonymous().post('/auth/password/reset/confirm', { new_password1: NEW, new_password2: NEW, ...given })

  it('sends a link that sets a new password once and invalidates all tokens and sessions', async () => {
    const user = await aUser()
    expect((await reset(user.email.toUpperCase())).status).toBe(200)
    const link = await linkTo(user.email)
    expect(link.uid).toBe(String(user.user_id))
    const weak = await confirm({ ...link, new_password1: 'password1234', new_password2: 'password1234' })
    expect([weak.status, Object.keys(weak.body)]).toEqual([400, expect.arrayContaining(['new_password1'])])
    expect((await confirm({ ...link, uid: '1' })).body.token).toEqual(['Invalid or expired token.'])
    const done = await confirm(link)
    expect([done.status, done.body]).toEqual([200, { detail: 'The password has been set.' }])
    expect((await as(server.root, user.token).get('/auth/user')).status).toBe(401)
    expect((await login(user.username, NEW)).status).toBe(200)
    expect(await confirm(link)).toMatchObject({ status: 400, body: { token: ['Invalid or expired token.'] } })
  })

  it('invalidates links after another password change and after an hour', async () => {
    const { db } = server.deps
    const user = await aUser()
    await reset(user.email)
    const first = await linkTo(user.email)
    await as(server.root, user.token).post('/auth/password/change', {
      old_password: OLD,
      new_password1: NEW,
      new_password2: NEW,
    })
    expect((await confirm(first)).status).toBe(400)
    await reset(user.email)
    const second = await linkTo(user.email, 2)
    await db('password_resets').where('user_id', user.user_id).update({ expires_at: db.fn.now() })
    expect((await confirm(second)).status).toBe(400)
  })

  it('returns the same response for unknown, inactive and single sign-on users, without an email', async () => {
    const known = await aUser()
    const idle = await aUser({ is_active: false })
    const sso = await aUser({ auth_type: 'sso' })
    const answers = []
    for (const email of ['unknown@example.org', idle.email, sso.email, known.email]) answers.push(await reset(email))
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]!.body])
    await linkTo(known.email)
    expect(mailbox.letters.flatMap(({ to }) => to)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(`${idle.email}|${sso.email}|unknown@example.org`)]),
    )
  })

  it('sends a user at most three emails per hour', async () => {
    const user = await aUser()
    for (let n = 0; n < 5; n++) expect((await reset(user.email)).status).toBe(200)
    await linkTo(user.email, 3)
    const { db } = server.deps
    await expect
      .poll(async () => Number((await db('password_resets').where('user_id', user.user_id).count('id as n'))[0]!.n))
      .toBe(3)
  })

  it('queues the email for the workflow that delivers it, and sends nothing itself', async () => {
    // Neither a worker nor the dispatcher is signalled here.
    const noSignals = await testServer(
      { signals: { send: () => undefined } },
      { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mailbox.port), SMTP_TLS: 'off', SMTP_FROM: 'sheaf@example.org' },
    )
    try {
      const { db } = noSignals.deps
      const own = await aTenant(db)
      const address = `silent-${own.user_id}@example.org`
      await db('users').where('id', own.user_id).update({ email: address })
      const queued = async () => (await Delivery.query(db).where('consumer', 'mail')).map(({ state }) => state)
      expect((await as(noSignals.root).post('/auth/password/reset', { email: address })).status).toBe(200)
      await expect.poll(queued).toEqual(['pending'])
      expect(mailbox.letters.flatMap(({ to }) => to)).not.toContain(address)
      const { workflow_id } = await Delivery.query(db).findOne('consumer', 'mail').throwIfNotFound()
      const { kind, id } = parseWorkflowId(workflow_id)!
      expect(kind).toBe('letter')
      await sendQueued(noSignals.deps, { kind: 'letter', id })
      expect(mailbox.letters.at(-1)).toMatchObject({ to: [address] })
      expect(await queued()).toEqual(['done'])
    } finally {
      await noSignals.stop()
    }
  })

  it('reports only in the log that no email can be sent', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    })
    const plain = await testServer({ log: pino({ level: 'trace' }, stream) })
    try {
      const own = await aTenant(plain.deps.db)
      const { username } = await plain.deps.db('users').where('id', own.user_id).first('username')
      expect((await as(plain.root).post('/auth/password/reset', { email: username })).status).toBe(200)
      await expect.poll(() => lines.join('')).toContain('SMTP_HOST is not set')
      expect(lines.join('')).not.toMatch(/[0-9a-f]{40}/)
      expect(lines.join('')).not.toContain(username)
    } finally {
      await plain.stop()
    }
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
