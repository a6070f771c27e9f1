/**
 * Login CSRF by single sign-on: a hostile organization, whose provider answers at once, tries to give a visitor of its site a session in an
 * account of its own, into which the visitor would upload documents. With the default settings.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aTenant, type Tenant } from '../support/factories.ts'
import { Browser, fakeOpenIdProvider } from '../support/openid.ts'
import { testServer, type TestServer } from '../support/server.ts'

const EMAIL = 'trap@evil.example'

let server: TestServer
let hostile: Tenant
let provider: Awaited<ReturnType<typeof fakeOpenIdProvider>>
let origin: string
let visitor: Browser

beforeAll(async () => {
  server = await testServer({}, { ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' })
  ;({ origin } = new URL(server.root))
  hostile = await aTenant(server.deps.db)
  await server.deps.db('users').where('id', hostile.user_id).update({ oidc_id: EMAIL, auth_type: 'sso' })
  provider = await fakeOpenIdProvider('sheaf')
  provider.overrides.claims = { email: EMAIL, email_verified: true }
  const body = { name: 'Trap', issuer: provider.issuer, client_id: 'sheaf' }
  expect((await as(server.root, hostile.token).post('/oidc_providers', body)).status).toBe(201)
})
afterAll(async () => {
  await provider.stop()
  await server.stop()
})
beforeEach(() => {
  visitor = new Browser()
})

const cookies = (browser: Browser) => [...(browser.cookies.get(new URL(server.root).host) ?? new Map()).keys()]
const locationOf = (response: Response) => response.headers.get('location')!

/** Opens the start of a sign-on that ends on the screen. */
const open = (browser: Browser, headers: Record<string, string>) =>
  browser.go(`${server.root}/oauth/login?organization=${hostile.organization_id}&next=/app/`, undefined, headers)
/** The redirect of the hostile provider to the service, for a sign-on that `browser` has begun on a page of the service. */
async function redirectFor(browser: Browser): Promise<string> {
  const response = await open(browser, { 'Sec-Fetch-Site': 'same-origin' })
  expect(response.status).toBe(302)
  return provider.pass(locationOf(response))
}

describe('a sign-on that ends on the screen', () => {
  it('does not begin on a page of another site: the screen asks instead', async () => {
    const before = provider.requestedPaths.length
    const foreign: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'anything else' },
      { 'Sec-Fetch-Site': 'cross-site', Referer: `${origin}/app/` },
      // Browsers that send no `Sec-Fetch-Site`.
      {},
      { Referer: 'https://evil.example/' },
      { Referer: `${origin}.evil.example/` },
      { Referer: `https://evil.example/?${origin}/app/` },
      { Referer: origin.replace(/:\d+$/, '/') },
      { Referer: 'about:blank' },
      { Referer: 'nonsense' },
    ]
    for (const headers of foreign) {
      const response = await open(visitor, headers)
      const asked = `${origin}/app/?sign_on=${hostile.organization_id}`
      expect([response.status, locationOf(response)], JSON.stringify(headers)).toEqual([302, asked])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(cookies(visitor)).toEqual([])
    }
    expect(provider.requestedPaths.length).toBe(before)
  })

  it('is refused with the Origin of another site', async () => {
    for (const Origin of ['https://evil.example', 'null']) {
      expect((await open(visitor, { Origin, Referer: `${origin}/app/` })).status).toBe(403)
      expect(cookies(visitor)).toEqual([])
    }
  })

  it('begins on a page of the service and in the address bar', async () => {
    const own: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
      // Browsers that send no `Sec-Fetch-Site`, as by http in a local network.
      { Referer: `${origin}/app/?sign_on=${hostile.organization_id}` },
      { Referer: `${origin}/` },
      { Origin: origin },
    ]
    for (const headers of own) {
      const browser = new Browser()
      const response = await open(browser, headers)
      expect(locationOf(response), JSON.stringify(headers)).toContain(`${provider.issuer}/auth?`)
      expect(locationOf(await browser.go(provider.pass(locationOf(response))))).toBe(`${origin}/app/`)
      expect(cookies(browser)).toEqual(['sessionid', 'csrftoken'])
    }
  })

  it('ends only in the browser that began it', async () => {
    const url = await redirectFor(new Browser())
    expect((await visitor.go(url, undefined, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(401)
    expect(cookies(visitor)).toEqual([])
    // Nor with the cookie of a sign-on of its own.
    await redirectFor(visitor)
    const own = cookies(visitor)
    expect((await visitor.go(url)).status).toBe(401)
    expect(cookies(visitor)).toEqual(own)
  })

  it('keeps its state in one cookie that scripts and requests of other sites do not have, for one attempt', async () => {
    const response = await open(visitor, { 'Sec-Fetch-Site': 'same-origin' })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^oidc_[\w-]{24}=[\w-]+; Path=\/; Max-Age=600; SameSite=Lax; HttpOnly$/),
    ])
    const url = provider.pass(locationOf(response))
    expect(locationOf(await visitor.go(url))).toBe(`${origin}/app/`)
    expect(cookies(visitor)).toEqual(['sessionid', 'csrftoken'])
    expect((await visitor.go(url)).status).toBe(401)
    // A refused attempt consumes the state too.
    const other = new Browser()
    const refused = await redirectFor(other)
    const wrong = await other.go(refused.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example'))
    expect(locationOf(wrong)).toBe(`${origin}/app/?sign_on=failed`)
    expect(cookies(other)).toEqual([])
    expect((await other.go(refused)).status).toBe(401)
  })
})

it('a sign-on that another site begins without a page of the screen ends without a session', async () => {
  const start = `${server.root}/oauth/login?organization=${hostile.organization_id}`
  const response = await visitor.go(start, undefined, { 'Sec-Fetch-Site': 'cross-site' })
  expect((await visitor.go(provider.pass(locationOf(response)))).status).toBe(200)
  expect(cookies(visitor)).toEqual([])
})
