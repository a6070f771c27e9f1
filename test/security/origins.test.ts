/** Requests of pages of other origins: tokens for all, cookies for the service's own origin only. */
import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSession } from '../../src/domain/people/sessions.ts'
import { as } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { testServer } from '../support/server.ts'
import { server, setPassword, tenant, useTenantServer } from '../support/tenant-server.ts'

const PASSWORD = 'correct horse battery'
const FOREIGN = 'https://evil.example'

useTenantServer({ env: { SESSIONS: '1' } })

let own: string
let cookie: string
let login: object

beforeAll(async () => {
  own = new URL(server.root).origin
  login = { username: await setPassword(PASSWORD), password: PASSWORD }
  cookie = `sessionid=${(await createSession(server.deps.db, tenant.user_id)).key}`
})

interface Sent {
  method: string
  path: string
  body?: unknown
  headers?: () => Record<string, string>
  /** Status for the service's own origin. */
  status: number
}
const session = () => ({ Cookie: cookie })
const requests: Sent[] = [
  { method: 'POST', path: '/auth/login', body: () => login, status: 200 },
  { method: 'GET', path: '/queues', headers: session, status: 200 },
  { method: 'POST', path: '/labels', body: () => ({ name: 'Mine' }), headers: session, status: 201 },
  { method: 'GET', path: '/does-not-exist', headers: session, status: 404 },
  { method: 'GET', path: '/oauth/login?organization=1', status: 404 },
  { method: 'GET', path: '/oauth/code/1?code=a&state=b', status: 401 },
  { method: 'POST', path: '/auth/logout', body: () => ({}), headers: session, status: 200 },
]

const send = async ({ method, path, body, headers }: Sent, origin: string) => {
  const given = typeof body === 'function' ? (body as () => unknown)() : body
  const answer = await as(server.root).send(method, path, {
    headers: { Origin: origin, ...headers?.() },
    ...(given === undefined ? {} : { body: given }),
  })
  return [answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.getSetCookie().length > 0]
}

describe('requests that set or use a cookie', () => {
  it.each(requests)('are refused for other origins: $method $path', async (sent) => {
    for (const origin of [FOREIGN, 'null', `${own}.evil.example`, own.replace(/:\d+$/, '')])
      expect(await send(sent, origin), origin).toEqual([403, null, false])
  })

  it.each(requests)("are answered for the service's own origin: $method $path", async (sent) => {
    expect((await send(sent, own)).slice(0, 2)).toEqual([sent.status, own])
  })

  it('allow no preflight of other origins, and never credentials', async () => {
    const headers = { Origin: FOREIGN, 'Access-Control-Request-Method': 'POST' }
    for (const path of ['/auth/login', '/auth/logout', '/oauth/login']) {
      const answer = await as(server.root).send('OPTIONS', path, { headers })
      expect(answer.headers.get('access-control-allow-origin'), path).toBeNull()
    }
    const answer = await as(server.root).send('OPTIONS', '/queues', { headers })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('include the redirect of a provider, which is a navigation', async () => {
    const code = requests.find(({ path }) => path.startsWith('/oauth/code'))!
    // `fetch` sets this header itself.
    const status = await new Promise((resolve, reject) => {
      request(
        `${server.root}${code.path}`,
        { headers: { Origin: 'null', 'Sec-Fetch-Mode': 'navigate' } },
        (response) => {
          response.resume()
          resolve([response.statusCode, response.headers['access-control-allow-origin']])
        },
      )
        .on('error', reject)
        .end()
    })
    expect(status).toEqual([401, undefined])
  })
})

describe('requests with a token', () => {
  it('are answered for all origins, also with a cookie, but without credentials', async () => {
    for (const headers of [{}, { Cookie: cookie }] as Record<string, string>[]) {
      const answer = await as(server.root, tenant.token).get('/queues', { Origin: FOREIGN, ...headers })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  it('include the login, by default, and the logout of a page that sends no cookie', async () => {
    const plain = await testServer()
    try {
      const { token, user_id } = await aTenant(plain.deps.db)
      const headers = { Origin: FOREIGN }
      const wrong = await as(plain.root).post('/auth/login', { username: 'a', password: 'b' }, headers)
      expect([wrong.status, wrong.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
      const Cookie = `sessionid=${(await createSession(plain.deps.db, user_id)).key}`
      for (const key of [undefined, token])
        expect((await as(plain.root, key).post('/auth/logout', {}, { ...headers, Cookie })).status).toBe(403)
      expect((await as(plain.root).get('/queues', { ...headers, Cookie })).status).toBe(403)
      expect((await as(plain.root).get('/queues', { Cookie })).status).toBe(200)
      const out = await as(plain.root, token).post('/auth/logout', {}, headers)
      expect([out.status, out.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    } finally {
      await plain.stop()
    }
  })

  it('include login and logout if the service has no sessions', async () => {
    const plain = await testServer({}, { SESSIONS: '0' })
    try {
      const { token } = await aTenant(plain.deps.db)
      const headers = { Origin: FOREIGN }
      const wrong = await as(plain.root).post('/auth/login', { username: 'a', password: 'b' }, headers)
      expect([wrong.status, wrong.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
      const out = await as(plain.root, token).post('/auth/logout', {}, { ...headers, Cookie: cookie })
      expect([out.status, out.headers.get('access-control-allow-origin'), out.headers.getSetCookie()]).toEqual([
        200,
        '*',
        [],
      ])
    } finally {
      await plain.stop()
    }
  })
})
