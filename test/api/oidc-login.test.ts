/** The login in the browser: from the redirect to the provider to the response of `GET /v1/oauth/code/{provider}`. */
import { beforeEach, describe, expect, it } from 'vitest'
import { as } from '../support/as.ts'
import { aTenant } from '../support/factories.ts'
import { Browser, fakeOpenIdProvider } from '../support/openid.ts'
import {
  accounts,
  admin,
  anAccount,
  aProvider,
  aUser,
  begin,
  change,
  end,
  expectRefused,
  idp,
  plain,
  provider_id,
  server,
  shiftClock,
  tenant,
  useOidc,
} from './oidc-setup.ts'

useOidc()

describe('GET /v1/oauth/login', () => {
  it('redirects to the provider with PKCE, state and nonce, and an HttpOnly cookie', async () => {
    const browser = new Browser()
    const response = await browser.go(`${server.root}/oauth/login?organization=${tenant.organization_id}`)
    const url = new URL(response.headers.get('location')!)
    expect(url.href.startsWith(`${idp.issuer}/auth?`)).toBe(true)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'sheaf',
      response_type: 'code',
      redirect_uri: `${server.root}/oauth/code/${provider_id}`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    const cookie = response.headers.get('set-cookie')!
    expect(cookie).toMatch(/^oidc_[\w-]+=[\w-]+; .*Max-Age=600; SameSite=Lax; HttpOnly/)
    expect(cookie).not.toContain(url.searchParams.get('nonce')!)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('requires an organization with an enabled provider', async () => {
    const get = (query: string) => as(server.root).get(`/oauth/login${query}`)
    expect(await get('')).toMatchObject({ status: 400, body: { organization: ['This field is required.'] } })
    expect(await get('?organization=x')).toMatchObject({
      status: 400,
      body: { organization: ['"x" is not a valid id.'] },
    })
    const without = await aTenant(server.deps.db)
    for (const query of ['?organization=999999999', `?organization=${without.organization_id}`])
      expect(await get(query)).toMatchObject({ status: 404, body: { detail: 'OpenID provider not found.' } })
    await change({ enabled: false })
    expect((await get(`?organization=${tenant.organization_id}`)).status).toBe(404)
  })

  it('accepts as the next page only paths of the review screen', async () => {
    const organization = `organization=${tenant.organization_id}`
    for (const next of ['/app/', '/app', '/app/queues/3?status=to_review#x'])
      expect(await begin(new Browser(), `${organization}&next=${encodeURIComponent(next)}`)).toContain(idp.issuer)
    const wrong = [
      'https://evil.example/app/',
      '//evil.example/app/',
      '/\\\\evil.example/app',
      '/application',
      '/app/../api/docs',
      'x',
    ]
    for (const next of [...wrong, `/app/${'x'.repeat(500)}`])
      expect(
        await as(server.root).get(`/oauth/login?${organization}&next=${encodeURIComponent(next)}`),
        next,
      ).toMatchObject({ status: 400, body: { next: ['Enter a path below /app/.'] } })
  })

  it('uses the oldest of several providers, or the requested one', async () => {
    const second = await aProvider({ issuer: plain.issuer, client_id: 'public' })
    const organization = `organization=${tenant.organization_id}`
    expect(await begin(new Browser(), organization)).toContain(idp.issuer)
    expect(await begin(new Browser(), `${organization}&provider=${second}`)).toContain(plain.issuer)
    const other = await aTenant(server.deps.db)
    expect(
      (await as(server.root).get(`/oauth/login?organization=${other.organization_id}&provider=${second}`)).status,
    ).toBe(404)
  })

  it('returns 502 when the provider is unreachable, invalid, has another issuer or redirects', async () => {
    const fakeProvider = await fakeOpenIdProvider('fake')
    await change({ issuer: fakeProvider.issuer, client_id: 'fake', client_secret: null })
    const start = () => as(server.root).get(`/oauth/login?organization=${tenant.organization_id}`)
    const bad = { status: 502, body: { code: 'bad_gateway' } }
    fakeProvider.overrides.metadata = { issuer: 'https://other.example' }
    expect(await start()).toMatchObject(bad)
    const answers: { status: number; headers?: Record<string, string>; body?: string }[] = [
      { status: 404 },
      { status: 200, headers: { 'Content-Type': 'application/json' }, body: '{' },
      { status: 200, headers: { 'Content-Type': 'application/json' }, body: `"${'x'.repeat(1024 * 1024)}"` },
      { status: 302, headers: { Location: `${fakeProvider.issuer}/followed` } },
    ]
    for (const answer of answers) {
      fakeProvider.overrides.answer = answer
      expect(await start(), JSON.stringify(answer.status)).toMatchObject(bad)
    }
    expect(fakeProvider.requestedPaths).not.toContain('/followed')
    delete fakeProvider.overrides.answer
    delete fakeProvider.overrides.metadata
    expect((await start()).status).toBe(302)
    await fakeProvider.stop()
    expect(await start()).toMatchObject(bad)
  })
})

describe('a login that was begun by the review screen', () => {
  const origin = () => new URL(server.root).origin
  const beginWith = (browser: Browser) =>
    begin(browser, `organization=${tenant.organization_id}&next=${encodeURIComponent('/app/queues/3')}`)

  it('ends on the page that it named, with a session and without a token', async () => {
    const browser = new Browser()
    const login = anAccount()
    const id = await aUser({ oidc_id: accounts[login]!.email })
    const response = await browser.go(await idp.pass(browser, await beginWith(browser), login))
    expect([response.status, response.headers.get('location')]).toEqual([302, `${origin()}/app/queues/3`])
    expect(response.headers.get('cache-control')).toBe('no-store')
    const own = await browser.go(`${server.root}/auth/user`)
    expect([own.status, ((await own.json()) as { id: number }).id]).toEqual([200, id])
  })

  it('begins on the screen, which asks, if a page of another site opened it', async () => {
    const query = `organization=${tenant.organization_id}&provider=${provider_id}&next=${encodeURIComponent('/app/queues/3')}`
    for (const site of ['cross-site', 'same-site', undefined]) {
      const headers: Record<string, string> = site === undefined ? {} : { 'Sec-Fetch-Site': site }
      const answer = await as(server.root).get(`/oauth/login?${query}`, headers)
      const asked = `${origin()}/app/?sign_on=${tenant.organization_id}`
      expect([answer.status, answer.headers.get('location')], site).toEqual([302, asked])
      expect([answer.headers.getSetCookie(), answer.headers.get('cache-control')]).toEqual([[], 'no-store'])
    }
    const wrong = await as(server.root).get('/oauth/login?organization=1&next=x', { 'Sec-Fetch-Site': 'cross-site' })
    expect(wrong).toMatchObject({ status: 400, body: { next: ['Enter a path below /app/.'] } })
  })

  it('ends on the screen, which shows the failure, if it is refused', async () => {
    const browser = new Browser()
    const response = await browser.go(await idp.pass(browser, await beginWith(browser), anAccount()))
    expect([response.status, response.headers.get('location')]).toEqual([302, `${origin()}/app/?sign_on=failed`])
    expect((await browser.go(`${server.root}/auth/user`)).status).toBe(403)
  })
})

describe('GET /v1/oauth/code/{provider} refuses', () => {
  let login: string
  let browser: Browser
  beforeEach(async () => {
    login = anAccount()
    browser = new Browser()
    await aUser({ oidc_id: accounts[login]!.email })
  })
  const back = async () => idp.pass(browser, await begin(browser), login)
  const changed = (url: string, name: string, value: string | null) => {
    const other = new URL(url)
    if (value === null) other.searchParams.delete(name)
    else other.searchParams.set(name, value)
    return other.href
  }

  it('a wrong or missing state, and a state of another browser', async () => {
    const url = await back()
    expectRefused(await end(new Browser(), url))
    expectRefused(await end(browser, changed(url, 'state', 'x'.repeat(43))))
    expectRefused(await end(browser, changed(url, 'state', null)))
    // The same prefix selects the cookie; the rest differs.
    const state = new URL(url).searchParams.get('state')!
    expectRefused(await end(browser, changed(url, 'state', `${state.slice(0, 30)}${'x'.repeat(13)}`)))
    // The failed attempt has consumed the login.
    expectRefused(await end(browser, url))
  })

  it('the state of another login of the same browser', async () => {
    const [one, two] = [await back(), await back()]
    expectRefused(await end(browser, changed(one, 'code', new URL(two).searchParams.get('code'))))
    expect((await end(browser, two)).status).toBe(200)
  })

  it('a login started more than ten minutes ago', async () => {
    const url = await back()
    shiftClock(599_000)
    const early = await end(browser, url)
    expect(early.status).toBe(200)
    shiftClock(0)
    const late = await back()
    shiftClock(601_000)
    expectRefused(await end(browser, late))
  })

  it('a response of another issuer or without an issuer', async () => {
    expectRefused(await end(browser, changed(await back(), 'iss', 'https://other.example')))
    expectRefused(await end(browser, changed(await back(), 'iss', null)))
  })

  it('a used, changed or missing code, and a login refused at the provider', async () => {
    const url = await back()
    const jar = browser.cookies.get(new URL(server.root).host)!
    const kept = new Map(jar)
    expect((await end(browser, url)).status).toBe(200)
    for (const [name, value] of kept) jar.set(name, value)
    expectRefused(await end(browser, url))
    expectRefused(await end(browser, changed(await back(), 'code', 'other')))
    expectRefused(await end(browser, changed(await back(), 'code', null)))
    const refusing = new Browser()
    expectRefused(await end(refusing, await idp.abort(refusing, await begin(refusing))))
  })

  it('a modified or invalid cookie', async () => {
    const url = await back()
    const jar = browser.cookies.get(new URL(server.root).host)!
    const [[name, value]] = [...jar].filter(([one]) => one.startsWith('oidc_')) as [[string, string]]
    jar.set(name, value.replace(/.{5}$/, 'AAAAA'))
    expectRefused(await end(browser, url))
    jar.set(name, 'nonsense')
    expectRefused(await end(browser, url))
  })

  it('logins of a provider that has been disabled or deleted since they started', async () => {
    const [one, two] = [await back(), await back()]
    await change({ enabled: false })
    expectRefused(await end(browser, one))
    expect((await admin.delete(`/oidc_providers/${provider_id}`)).status).toBe(204)
    expectRefused(await end(browser, two))
  })

  it('a wrong client secret', async () => {
    await change({ client_secret: 'a wrong one' })
    expectRefused(await end(browser, await back()))
  })

  it('ID tokens of another issuer, client or login, expired ones, and ones signed with another key', async () => {
    const fakeProvider = await fakeOpenIdProvider('fake')
    await change({ issuer: fakeProvider.issuer, client_id: 'fake', client_secret: null })
    const valid = { email: accounts[login]!.email, email_verified: true }
    const attempt = async (claims: object, unknownKey = false) => {
      Object.assign(fakeProvider.overrides, { claims: { ...valid, ...claims }, unknownKey })
      return end(browser, fakeProvider.pass(await begin(browser)))
    }
    expect((await attempt({})).status).toBe(200)
    const past = Math.floor(Date.now() / 1000) - 3600
    for (const claims of [
      { iss: 'https://other.example' },
      { aud: 'another client' },
      { nonce: 'another' },
      { nonce: undefined },
      { exp: past, iat: past - 60 },
      { sub: undefined },
    ])
      expectRefused(await attempt(claims))
    expectRefused(await attempt({}, true))
    await fakeProvider.stop()
  })

  it('an unreachable provider, with status 502', async () => {
    const fakeProvider = await fakeOpenIdProvider('fake')
    await change({ issuer: fakeProvider.issuer, client_id: 'fake', client_secret: null })
    const url = fakeProvider.pass(await begin(browser))
    await fakeProvider.stop()
    expect(await end(browser, url)).toMatchObject({ status: 502, body: { code: 'bad_gateway' } })
  })
})
