import { beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/domain/people/credentials.ts'
import { as, type Answer } from '../support/as.ts'
import { aPerson, aTenant } from '../support/factories.ts'
import { testServer } from '../support/server.ts'
import { server, setPassword, tenant, useTenantServer } from '../support/tenant-server.ts'

const PASSWORD = 'correct horse battery'

useTenantServer({ env: { SESSIONS: '1' } })

let username: string

beforeAll(async () => {
  username = await setPassword(PASSWORD)
})

const cookiesOf = (answer: Answer) => answer.headers.getSetCookie()
const valuesOf = (answer: Answer) =>
  Object.fromEntries(cookiesOf(answer).map((cookie) => cookie.split(';')[0]!.split('=') as [string, string]))
async function login(headers: Record<string, string> = {}) {
  const answer = await as(server.root).post('/auth/login', { username, password: PASSWORD }, headers)
  const { sessionid, csrftoken } = valuesOf(answer)
  return { answer, csrf: csrftoken!, Cookie: `sessionid=${sessionid}; csrftoken=${csrftoken}` }
}

describe('a session', () => {
  it('starts with a login: two cookies for a day, of which scripts can read only the CSRF token', async () => {
    const { answer } = await login()
    expect(answer.body.key).toMatch(/^[0-9a-f]{40}$/)
    const [session, csrf] = cookiesOf(answer)
    expect(session).toMatch(/^sessionid=[0-9a-f]{40}; Path=\/; Max-Age=86400; SameSite=Lax; HttpOnly$/)
    expect(csrf).toMatch(/^csrftoken=[0-9a-f]{40}; Path=\/; Max-Age=86400; SameSite=Lax$/)
  })

  it('has Secure cookies when the client uses https', async () => {
    const { answer } = await login({ 'X-Forwarded-Proto': 'https' })
    for (const cookie of cookiesOf(answer)) expect(cookie).toMatch(/; Secure$/)
  })

  it('replaces the token', async () => {
    const { Cookie } = await login()
    expect(await as(server.root).get('/auth/user', { Cookie })).toMatchObject({ status: 200, body: { username } })
  })

  it('accepts unsafe requests as JSON, and with other types only with X-CSRFToken', async () => {
    const { Cookie, csrf } = await login()
    const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
      as(server.root).send(method, path, { headers: { Cookie, ...headers }, ...(body === undefined ? {} : { body }) })
    const json = { 'Content-Type': 'application/json; charset=utf-8' }
    const created = await send('POST', '/labels', json, '{"name":"by session"}')
    expect(created.status).toBe(201)
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const label = `/labels/${created.body.id}`
    for (const headers of [form, { ...form, 'X-CSRFToken': 'f'.repeat(40) }, { ...form, 'X-CSRFToken': 'x' }]) {
      const refused = await send('PATCH', label, headers, 'name=stolen')
      expect(refused).toMatchObject({ status: 403, body: { code: 'access_forbidden' } })
    }
    for (const type of ['text/plain', 'application/json-patch+json', 'text/plain; application/json'])
      expect((await send('PATCH', label, { 'Content-Type': type }, '{"name":"x"}')).status, type).toBe(403)
    expect((await send('PATCH', label, { ...form, 'X-CSRFToken': csrf }, 'name=renamed')).body.name).toBe('renamed')
    // Without a body there is no MIME type.
    expect((await send('DELETE', label, {})).status).toBe(403)
    expect((await send('DELETE', label, { 'X-CSRFToken': csrf })).status).toBe(204)
    expect((await send('GET', '/labels', {})).status).toBe(200)
  })

  it("refuses another session's CSRF token", async () => {
    const [one, two] = [await login(), await login()]
    const headers = { Cookie: one.Cookie, 'X-CSRFToken': two.csrf }
    expect((await as(server.root).send('POST', '/auth/logout', { headers })).status).toBe(403)
  })

  it('is ignored when an Authorization header is sent, valid or not', async () => {
    const { Cookie } = await login()
    const person = await aPerson(server.deps.db, tenant, 'viewer')
    const own = await as(server.root, person.token).get('/auth/user', { Cookie })
    expect(own.body.url).toBe(`${server.root}/users/${person.user_id}`)
    expect((await as(server.root, '0'.repeat(40)).get('/auth/user', { Cookie })).status).toBe(401)
    // A header needs no CSRF token.
    expect((await as(server.root, person.token).send('POST', '/auth/logout', { headers: { Cookie } })).status).toBe(200)
  })

  it('ends with the logout, by cookie and by token', async () => {
    for (const byToken of [false, true]) {
      const { Cookie, csrf, answer } = await login()
      const headers = { Cookie, 'X-CSRFToken': csrf }
      const gone = await as(server.root, byToken ? answer.body.key : undefined).send('POST', '/auth/logout', {
        headers,
      })
      expect(gone.status).toBe(200)
      for (const cookie of cookiesOf(gone)) expect(cookie).toMatch(/^\w+=; Path=\/; Max-Age=0/)
      expect((await as(server.root).get('/auth/user', { Cookie })).status).toBe(401)
    }
  })

  it('returns 401 when it has expired, is invented, or its user is inactive', async () => {
    const { Cookie } = await login()
    await server.deps.db('sessions').update({ expires_at: server.deps.db.raw("now() - interval '1 second'") })
    for (const cookie of [Cookie, 'sessionid=abc'])
      expect(await as(server.root).get('/queues', { Cookie: cookie })).toMatchObject({
        status: 401,
        body: { code: 'authentication_failed', detail: 'Invalid or expired session.' },
      })
    // An expired cookie does not prevent a login.
    const again = await as(server.root).post('/auth/login', { username, password: PASSWORD }, { Cookie })
    expect(again.status).toBe(200)
  })

  it('cannot be exchanged for a token', async () => {
    const { Cookie } = await login()
    expect((await as(server.root).post('/auth/token', {}, { Cookie })).status).toBe(403)
  })

  it('is stored as hashes', async () => {
    const { answer } = await login()
    const { rows } = await server.deps.db.raw('select s::text as text from sessions s')
    for (const value of Object.values(valuesOf(answer))) for (const { text } of rows) expect(text).not.toContain(value)
  })
})

describe('by default', () => {
  it('a session starts with a login of a page of the service only', async () => {
    const plain = await testServer()
    try {
      const own = await aTenant(plain.deps.db)
      const [row] = await plain.deps
        .db('users')
        .where('id', own.user_id)
        .update({ password_hash: await hashPassword(PASSWORD) })
        .returning('username')
      const { origin } = new URL(plain.root)
      const body = { username: row.username, password: PASSWORD }
      const cookies = async (headers: Record<string, string>) => {
        const answer = await as(plain.root).post('/auth/login', body, headers)
        expect(answer.status).toBe(200)
        return Object.keys(valuesOf(answer))
      }
      const both = ['sessionid', 'csrftoken']
      expect(await cookies({ Origin: origin, 'Sec-Fetch-Site': 'same-origin' })).toEqual(both)
      // A browser that reaches the service by http in a local network.
      expect(await cookies({ Origin: origin })).toEqual(both)
      const others: Record<string, string>[] = [
        {},
        { 'Sec-Fetch-Site': 'same-origin' },
        { Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
        { Origin: origin, 'Sec-Fetch-Site': 'same-site' },
        { Origin: 'https://evil.example' },
        { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
        { Origin: 'null' },
      ]
      for (const headers of others) expect(await cookies(headers), JSON.stringify(headers)).toEqual([])
      const login = await as(plain.root).post('/auth/login', body, { Origin: origin })
      const Cookie = `sessionid=${valuesOf(login).sessionid}`
      expect((await as(plain.root).get('/auth/user', { Cookie })).status).toBe(200)
      const headers = { Cookie, 'X-CSRFToken': valuesOf(login).csrftoken! }
      expect((await as(plain.root).send('POST', '/auth/logout', { headers })).status).toBe(200)
      expect((await as(plain.root).get('/auth/user', { Cookie })).status).toBe(401)
    } finally {
      await plain.stop()
    }
  })
})

describe('with SESSIONS=none', () => {
  it('sets no cookies and ignores those sent', async () => {
    const { Cookie } = await login()
    const plain = await testServer({}, { SESSIONS: 'none' })
    try {
      const own = await aTenant(plain.deps.db)
      const [row] = await plain.deps
        .db('users')
        .where('id', own.user_id)
        .update({ password_hash: await hashPassword(PASSWORD) })
        .returning('username')
      const answer = await as(plain.root).post('/auth/login', { username: row.username, password: PASSWORD })
      expect([answer.status, cookiesOf(answer)]).toEqual([200, []])
      expect((await as(plain.root).get('/queues', { Cookie })).status).toBe(403)
      const path = `/oauth/login?organization=${own.organization_id}&next=/app/`
      for (const site of ['same-origin', 'cross-site'])
        expect(await as(plain.root).get(path, { 'Sec-Fetch-Site': site })).toMatchObject({
          status: 400,
          body: { next: ['Sessions are disabled.'] },
        })
    } finally {
      await plain.stop()
    }
  })
})
