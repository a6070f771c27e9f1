import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '../../src/log.ts'
import { createMembershipToken, saveMembership } from '../../src/domain/people/memberships.ts'
import { as, type Client } from '../support/as.ts'
import { aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { Browser, fakeOpenIdProvider, openIdProvider, type OpenIdProvider } from '../support/openid.ts'
import { testServer, type TestServer } from '../support/server.ts'

const SECRET = 'a confidential client secret'
const accounts: Record<string, Record<string, unknown>> = {}
const log: unknown[] = []
let shift = 0
let server: TestServer
let idp: OpenIdProvider
let plain: OpenIdProvider
let tenant: Tenant
let admin: Client
let provider_id: number

beforeAll(async () => {
  const note = (...entry: unknown[]) => void log.push(...entry)
  server = await testServer(
    {
      clock: () => new Date(Date.now() + shift),
      log: { info: note, warn: note, error: note, debug: note } as unknown as Log,
    },
    { ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8', SESSIONS: '1' },
  )
  const redirect_uris = [`${server.root}/oauth/code`]
  idp = await openIdProvider(
    [
      { client_id: 'sheaf', client_secret: SECRET, redirect_uris },
      { client_id: 'elsewhere', client_secret: SECRET, redirect_uris: ['https://elsewhere.example/'] },
    ],
    accounts,
  )
  plain = await openIdProvider(
    [
      { client_id: 'public', token_endpoint_auth_method: 'none', redirect_uris },
      { client_id: 'posting', client_secret: SECRET, token_endpoint_auth_method: 'client_secret_post', redirect_uris },
    ],
    accounts,
    // All claims are in the ID token; there is no userinfo request.
    { conformIdTokenClaims: false, clientAuthMethods: ['none', 'client_secret_post'] },
  )
})
afterAll(async () => {
  await Promise.all([idp.stop(), plain.stop()])
  await server.stop()
})

beforeEach(async () => {
  tenant = await aTenant(server.deps.db)
  admin = as(server.root, tenant.token)
  provider_id = await aProvider({ issuer: idp.issuer, client_id: 'sheaf', client_secret: SECRET })
})
afterEach(() => {
  shift = 0
})

async function aProvider(body: object, client = admin): Promise<number> {
  const created = await client.post('/oidc_providers', { name: 'Directory', ...body })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body.id as number
}
const change = async (body: object) => {
  const answer = await admin.patch(`/oidc_providers/${provider_id}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

let count = 0
/** Creates an account at the provider and returns its login name. */
function anAccount(claims: Record<string, unknown> = {}): string {
  const login = `account-${++count}`
  accounts[login] = { email: `${login}@example.org`, email_verified: true, name: 'Grace Brewster Hopper', ...claims }
  return login
}
async function aUser(columns: object): Promise<number> {
  const { user_id } = await aPerson(server.deps.db, tenant, 'annotator')
  await server.deps
    .db('users')
    .where('id', user_id)
    .update({ auth_type: 'sso', ...columns })
  return user_id
}

const begin = async (browser: Browser, query = `organization=${tenant.organization_id}`): Promise<string> => {
  const response = await browser.go(`${server.root}/oauth/login?${query}`)
  expect(response.status, await response.clone().text()).toBe(302)
  return response.headers.get('location')!
}
interface Ended {
  status: number
  body: { key?: string; domain?: string | null; detail?: string; code?: string }
  headers: Headers
}
const end = async (browser: Browser, url: string): Promise<Ended> => {
  const response = await browser.go(url)
  return { status: response.status, body: (await response.json()) as Ended['body'], headers: response.headers }
}
const signOn = async (login: string, at = idp, browser = new Browser()): Promise<Ended> =>
  end(browser, await at.pass(browser, await begin(browser), login))
const userOf = async ({ status, body }: Ended) => {
  expect(status, JSON.stringify(body)).toBe(200)
  return (await as(server.root, body.key).get('/auth/user')).body
}
const REFUSED = { detail: 'Single sign-on failed.', code: 'authentication_failed' }
const expectRefused = ({ status, body }: Ended) => expect([status, body]).toEqual([401, REFUSED])

describe('GET /v1/oauth/login', () => {
  it('redirects to the provider with PKCE, state and nonce, and an HttpOnly cookie', async () => {
    const browser = new Browser()
    const response = await browser.go(`${server.root}/oauth/login?organization=${tenant.organization_id}`)
    const url = new URL(response.headers.get('location')!)
    expect(url.href.startsWith(`${idp.issuer}/auth?`)).toBe(true)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'sheaf',
      response_type: 'code',
      redirect_uri: `${server.root}/oauth/code`,
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

describe('sign-on by OpenID Connect', () => {
  it('returns a token and its domain, starts a session and removes the login cookie', async () => {
    await server.deps.db('organizations').where('id', tenant.organization_id).update({ domain: 'acme.example' })
    const login = anAccount()
    const id = await aUser({ oidc_id: accounts[login]!.email })
    const browser = new Browser()
    const ended = await signOn(login, idp, browser)
    expect(Object.keys(ended.body)).toEqual(['key', 'domain'])
    expect(ended.body).toMatchObject({ domain: 'acme.example', key: expect.stringMatching(/^[0-9a-f]{40}$/) })
    expect(await userOf(ended)).toMatchObject({ id, last_login: expect.any(String) })
    expect(ended.headers.get('cache-control')).toBe('no-store')
    const jar = browser.cookies.get(new URL(server.root).host)!
    expect([...jar.keys()].sort()).toEqual(['csrftoken', 'sessionid'])
    expect((await browser.go(`${server.root}/auth/user`)).status).toBe(200)
  })

  it('supports clients without a secret, a secret in the request body, and claims only in the ID token', async () => {
    const login = anAccount()
    const id = await aUser({ oidc_id: accounts[login]!.email })
    await change({ issuer: plain.issuer, client_id: 'public', client_secret: null })
    expect((await userOf(await signOn(login, plain))).id).toBe(id)
    await change({ client_id: 'posting', client_secret: SECRET })
    expect((await userOf(await signOn(login, plain))).id).toBe(id)
  })

  it('can run twice concurrently in one browser', async () => {
    const login = anAccount()
    await aUser({ oidc_id: accounts[login]!.email })
    const browser = new Browser()
    const [one, two] = [await begin(browser), await begin(browser)]
    const back = [await idp.pass(browser, two, login), await idp.pass(browser, one, login)]
    for (const url of back) expect((await end(browser, url)).status).toBe(200)
  })

  it('identifies users by the configured claim', async () => {
    const claims = { preferred_username: `p-${count}`, unique_name: `u-${count}` }
    for (const claim of ['email', 'sub', 'preferred_username', 'unique_name'] as const) {
      const login = anAccount(claims)
      const value = { ...claims, sub: login, email: accounts[login]!.email }[claim]
      await change({ claim })
      expectRefused(await signOn(login))
      const id = await aUser({ oidc_id: value })
      expect((await userOf(await signOn(login))).id, claim).toBe(id)
    }
  })

  it('ignores the case of emails, and finds users without oidc_id by username', async () => {
    const [one, two, three] = [anAccount(), anAccount(), anAccount()]
    const upper = (login: string) => String(accounts[login]!.email).toUpperCase()
    const first = await aUser({ oidc_id: upper(one) })
    const second = await aUser({ oidc_id: null, username: upper(two) })
    await aUser({ oidc_id: 'something else', username: upper(three) })
    expect((await userOf(await signOn(one))).id).toBe(first)
    expect((await userOf(await signOn(two))).id).toBe(second)
    expectRefused(await signOn(three))
  })

  it('compares all other claims exactly and never with usernames', async () => {
    await change({ claim: 'preferred_username' })
    const login = anAccount({ preferred_username: `grace-${count}` })
    const name = accounts[login]!.preferred_username as string
    const id = await aUser({ oidc_id: name.toUpperCase(), username: `${name}@example.org` })
    await aUser({ oidc_id: null, username: name })
    expectRefused(await signOn(login))
    await server.deps.db('users').where({ id }).update({ oidc_id: name })
    expect((await userOf(await signOn(login))).id).toBe(id)
  })

  it('requires an active user of the organization and a verified email', async () => {
    const [idle, gone, otherTenant, unchecked, twice] = [
      anAccount(),
      anAccount(),
      anAccount(),
      anAccount({ email_verified: false }),
      anAccount(),
    ]
    await aUser({ oidc_id: accounts[idle]!.email, is_active: false })
    await aUser({ oidc_id: accounts[gone]!.email, deleted_at: new Date() })
    const other = await aTenant(server.deps.db)
    await server.deps.db('users').where('id', other.user_id).update({ oidc_id: accounts[otherTenant]!.email })
    await aUser({ oidc_id: accounts[unchecked]!.email })
    for (let n = 0; n < 2; n++) await aUser({ oidc_id: accounts[twice]!.email })
    for (const login of [idle, gone, otherTenant, unchecked, twice]) expectRefused(await signOn(login))
  })

  it('accepts group administrators only from providers that a group administrator configured', async () => {
    const groupAdmin = await aPerson(server.deps.db, tenant, 'organization_group_admin')
    const login = anAccount()
    await server.deps.db('users').where('id', groupAdmin.user_id).update({ oidc_id: accounts[login]!.email })
    expectRefused(await signOn(login))
    const path = `/oidc_providers/${provider_id}`
    expect(await as(server.root, groupAdmin.token).patch(path, { name: 'Mine' })).toMatchObject({
      status: 200,
      body: { group_administrators: true },
    })
    expect((await userOf(await signOn(login))).id).toBe(groupAdmin.user_id)
    await change({ claim: 'email' })
    expectRefused(await signOn(login))
  })
})

describe('an email without verification', () => {
  it('is refused unless email_trusted is set', async () => {
    const unverified = anAccount({ email_verified: undefined })
    const id = await aUser({ oidc_id: accounts[unverified]!.email })
    const notVerified = anAccount({ email_verified: false })
    await aUser({ oidc_id: accounts[notVerified]!.email })
    const verified = anAccount({ email_verified: 'true' })
    const other = await aUser({ oidc_id: accounts[verified]!.email })
    expectRefused(await signOn(unverified))
    expect((await userOf(await signOn(verified))).id).toBe(other)
    await change({ email_trusted: true })
    expect((await userOf(await signOn(unverified))).id).toBe(id)
    expectRefused(await signOn(notVerified))
  })

  it('is not stored for users identified by another claim', async () => {
    await admin.patch(`/auto_provisioning/${tenant.organization_id}`, { enabled: true, default_role: 'viewer' })
    await change({ claim: 'sub' })
    const login = anAccount({ email_verified: undefined })
    expect(await userOf(await signOn(login))).toMatchObject({ username: login, email: '' })
  })

  it('is not verified by userinfo about another address', async () => {
    const fakeProvider = await fakeOpenIdProvider('fake')
    await change({ issuer: fakeProvider.issuer, client_id: 'fake', client_secret: null })
    const id = await aUser({ oidc_id: 'victim@example.org' })
    fakeProvider.overrides.metadata = { userinfo_endpoint: `${fakeProvider.issuer}/userinfo` }
    fakeProvider.overrides.claims = { email: 'victim@example.org' }
    const ask = async (userinfo: object) => {
      fakeProvider.overrides.userinfo = { sub: 'x', ...userinfo }
      const browser = new Browser()
      return end(browser, fakeProvider.pass(await begin(browser)))
    }
    expectRefused(await ask({ email: 'mallory@example.org', email_verified: true }))
    expectRefused(await ask({ email_verified: true }))
    expect((await userOf(await ask({ email: 'victim@example.org', email_verified: true }))).id).toBe(id)
    await fakeProvider.stop()
  })
})

describe('auto-provisioning by an OpenID provider', () => {
  const configure = async (body: object) => {
    const answer = await admin.patch(`/auto_provisioning/${tenant.organization_id}`, { enabled: true, ...body })
    expect(answer.status).toBe(200)
  }

  it('creates the user with name, email, roles and queues', async () => {
    const queues = [`${server.root}/queues/${tenant.queue_id}`]
    await configure({ roles: ['annotator'], default_role: 'viewer', queues })
    const login = anAccount()
    const user = await userOf(await signOn(login))
    expect(user).toMatchObject({
      username: accounts[login]!.email,
      email: accounts[login]!.email,
      first_name: 'Grace',
      last_name: 'Brewster Hopper',
      auth_type: 'sso',
      organization: `${server.root}/organizations/${tenant.organization_id}`,
      queues,
      groups: [`${server.root}/groups/1`],
    })
    expect((await userOf(await signOn(login))).id).toBe(user.id)
    const asked = await userOf(await signOn(anAccount({ roles: ['admin', 'annotator'] })))
    expect(asked.groups).toEqual([`${server.root}/groups/2`])
  })

  it('stores the configured claim, and uses separate first and last names from the provider', async () => {
    await configure({ default_role: 'viewer' })
    await change({ claim: 'sub' })
    const login = anAccount({ given_name: 'Ada', family_name: 'King Lovelace' })
    const user = await userOf(await signOn(login))
    expect(user).toMatchObject({ email: accounts[login]!.email, first_name: 'Ada', last_name: 'King Lovelace' })
    expect((await admin.get(`/users/${user.id}`)).body.oidc_id).toBe(login)
  })

  it('is disabled by default, and refuses usernames in use and unverified emails', async () => {
    const login = anAccount()
    expectRefused(await signOn(login))
    await configure({ default_role: 'viewer' })
    const other = await aTenant(server.deps.db)
    await server.deps.db('users').where('id', other.user_id).update({ username: accounts[login]!.email })
    expectRefused(await signOn(login))
    expectRefused(await signOn(anAccount({ email_verified: false })))
    expectRefused(await signOn(anAccount({ email: undefined })))
  })
})

describe('GET /v1/oauth/code refuses', () => {
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
    shift = 599_000
    const early = await end(browser, url)
    expect(early.status).toBe(200)
    shift = 0
    const late = await back()
    shift = 601_000
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

describe('URLs of providers', () => {
  it('must resolve to public addresses, unless the operator allows networks', async () => {
    const strict = await testServer({ log: server.deps.log })
    const own = await aTenant(strict.deps.db)
    const client = as(strict.root, own.token)
    const path = `/oauth/login?organization=${own.organization_id}`
    const { body } = await client.post('/oidc_providers', { name: 'Inside', issuer: idp.issuer, client_id: 'sheaf' })
    for (const issuer of [idp.issuer, idp.issuer.replace('127.0.0.1', 'localhost'), 'http://169.254.169.254']) {
      await client.patch(`/oidc_providers/${body.id}`, { issuer })
      expect(await as(strict.root).get(path)).toMatchObject({
        status: 502,
        body: { code: 'bad_gateway', detail: expect.stringContaining('resolves to an address') },
      })
    }
    await strict.stop()
  })
})

describe('/v1/oidc_providers', () => {
  it('encrypts the client secret and never returns or logs it', async () => {
    const path = `/oidc_providers/${provider_id}`
    const answers = [await admin.get(path), await admin.get('/oidc_providers'), await admin.patch(path, { name: 'x' })]
    await signOn(anAccount())
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(SECRET)
    const row = await server.deps.db('oidc_providers').where('id', provider_id).first('*')
    expect(Buffer.isBuffer(row.sealed_client_secret)).toBe(true)
    expect(row.sealed_client_secret.toString('latin1')).not.toContain(SECRET)
    expect(log.length).toBeGreaterThan(0)
    expect(JSON.stringify(log)).not.toContain(SECRET)
  })

  it('keeps the secret when a PUT omits it', async () => {
    const path = `/oidc_providers/${provider_id}`
    const { body } = await admin.get(path)
    expect((await admin.put(path, body)).status).toBe(200)
    const login = anAccount()
    await aUser({ oidc_id: accounts[login]!.email })
    expect((await signOn(login)).status).toBe(200)
  })

  it('sends the secret only to the issuer it was set for', async () => {
    const path = `/oidc_providers/${provider_id}`
    expect(await admin.patch(path, { issuer: 'https://thief.example' })).toMatchObject({
      status: 400,
      body: { client_secret: ['This field is required when the issuer changes.'] },
    })
    expect((await admin.patch(path, { issuer: 'https://new.example', client_secret: 'new' })).status).toBe(200)
  })

  it('accepts the discovery URL as issuer and refuses invalid issuers', async () => {
    const base = { name: 'Directory', client_id: 'sheaf' }
    const created = await admin.post('/oidc_providers', {
      ...base,
      issuer: 'https://idp.example/realm/.well-known/openid-configuration',
    })
    expect(created).toMatchObject({ status: 201, body: { issuer: 'https://idp.example/realm' } })
    for (const issuer of ['idp.example', 'ftp://idp.example', 'https://u:p@idp.example', 'https://idp.example?x=1', ''])
      expect((await admin.post('/oidc_providers', { ...base, issuer })).status, issuer).toBe(400)
    for (const body of [{ scopes: 'email' }, { scopes: ' openid' }, { claim: 'name' }, { client_id: '' }])
      expect((await admin.patch(`/oidc_providers/${provider_id}`, body)).status, JSON.stringify(body)).toBe(400)
  })

  it('requires an administrator without a limited membership', async () => {
    const db = server.deps.db
    const annotator = as(server.root, (await aPerson(db, tenant, 'annotator')).token)
    expect((await annotator.get('/oidc_providers')).status).toBe(403)
    const home = await aTenant(db)
    const organization_group_id = tenant.organization_group_id
    await db('organizations').where('id', home.organization_id).update({ organization_group_id })
    const { organization_id } = tenant
    await saveMembership(db, organization_group_id, {
      user_id: home.user_id,
      organization_id,
      queue_ids: [tenant.queue_id],
      expires_at: null,
    })
    const who = { user_id: home.user_id, organization_group_id, roles: ['admin'] }
    const guest = as(server.root, await createMembershipToken(db, who, organization_id, { origin: null }))
    expect((await guest.patch(`/oidc_providers/${provider_id}`, { name: 'x' })).status).toBe(403)
    expect(
      (await guest.post('/oidc_providers', { name: 'x', issuer: 'https://x.example', client_id: 'x' })).status,
    ).toBe(403)
    expect((await guest.delete(`/oidc_providers/${provider_id}`)).status).toBe(403)
  })
})
