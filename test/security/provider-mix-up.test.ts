/**
 * Mix-up of OpenID providers (RFC 9700, section 4.4): the provider of a hostile tenant directs a person to the provider of another tenant, in
 * order to receive the code that this one issues and to sign on with it as that person.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Provider } from 'oidc-provider'
import { as } from '../support/as.ts'
import { aTenant, type Tenant } from '../support/factories.ts'
import { Browser, openIdProvider, type OpenIdProvider } from '../support/openid.ts'
import { testServer, type TestServer } from '../support/server.ts'

const WELL_KNOWN = '/.well-known/openid-configuration'
const SECRET = 'a confidential client secret'
const client = (redirect_uri: string) => ({
  client_id: 'sheaf',
  client_secret: SECRET,
  redirect_uris: [redirect_uri],
})

let server: TestServer
let honestTenant: Tenant
let hostileTenant: Tenant
/** The provider of the honest tenant, which sends `iss` or not. */
let honest: OpenIdProvider
let hostile: OpenIdProvider
let honestId: number
let hostileId: number
let honestRedirectUri: string
let hostileRedirectUri: string
let sendsIss = true
/** Where the hostile provider sends browsers that want to log in. */
let detour: (url: URL) => string
/** Codes that the hostile provider receives at its token endpoint. */
let stolen: string[] = []

/** Registers a provider and returns its id and redirect URI. Its issuer is set when it has started. */
async function register(tenant: Tenant): Promise<{ id: number; redirect_uri: string }> {
  const body = { name: 'Login', issuer: 'https://idp.example', client_id: 'sheaf', client_secret: SECRET }
  const created = await as(server.root, tenant.token).post('/oidc_providers', body)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
const move = async (tenant: Tenant, id: number, issuer: string) => {
  const body = { issuer, client_secret: SECRET }
  expect((await as(server.root, tenant.token).patch(`/oidc_providers/${id}`, body)).status).toBe(200)
}

beforeAll(async () => {
  server = await testServer({}, { ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' })
  honestTenant = await aTenant(server.deps.db)
  hostileTenant = await aTenant(server.deps.db)
  ;({ id: honestId, redirect_uri: honestRedirectUri } = await register(honestTenant))
  ;({ id: hostileId, redirect_uri: hostileRedirectUri } = await register(hostileTenant))
  const email = 'victim@example.org'
  await server.deps.db('users').where('id', honestTenant.user_id).update({ oidc_id: email, auth_type: 'sso' })
  const dropIss = (provider: Provider) =>
    provider.use(async (ctx, next) => {
      await next()
      const location = ctx.response.get('Location') || ''
      if (sendsIss || !location.startsWith(server.root)) return
      const url = new URL(location)
      url.searchParams.delete('iss')
      ctx.set('Location', url.href)
    })
  const accounts = { victim: { email, email_verified: true } }
  honest = await openIdProvider([client(honestRedirectUri)], accounts, {}, dropIss)
  hostile = await openIdProvider([client(hostileRedirectUri)], {}, {}, (provider) =>
    provider.use(async (ctx, next) => {
      if (ctx.path === '/auth') return ctx.redirect(detour(ctx.URL))
      await next()
      // As a provider that never sends `iss`; otherwise the service would demand it.
      if (ctx.path === WELL_KNOWN)
        delete (ctx.body as Record<string, unknown>)['authorization_response_iss_parameter_supported']
      const { code } = (ctx.oidc?.params ?? {}) as { code?: string }
      if (ctx.path === '/token' && code) stolen.push(code)
    }),
  )
  await move(honestTenant, honestId, honest.issuer)
  await move(hostileTenant, hostileId, hostile.issuer)
})
afterAll(async () => {
  await Promise.all([honest.stop(), hostile.stop()])
  await server.stop()
})

const begin = async (browser: Browser, { organization_id }: Tenant): Promise<URL> => {
  const response = await browser.go(`${server.root}/oauth/login?organization=${organization_id}`)
  expect(response.status).toBe(302)
  return new URL(response.headers.get('location')!)
}

/** Runs the attack; returns what the victim's browser receives, and the status of the attacker's sign-on with a stolen code. */
async function attack(): Promise<{ victim: number; stolen: string[]; attacker: number | null }> {
  stolen = []
  const [attacker, victim] = [new Browser(), new Browser()]
  // The code of the victim must match the nonce and the PKCE challenge of the attacker's own login.
  const login = await begin(attacker, honestTenant)
  detour = (url) => {
    const on = new URL(login)
    on.searchParams.set('state', url.searchParams.get('state')!)
    return on.href
  }
  const toHostile = await begin(victim, hostileTenant)
  const toHonest = (await victim.go(toHostile.href)).headers.get('location')!
  expect(toHonest).toContain(honest.issuer)
  const back = await honest.pass(victim, toHonest, 'victim')
  expect(new URL(back).searchParams.has('iss')).toBe(sendsIss)
  const { status } = await victim.go(back)
  const code = stolen[0]
  if (code === undefined) return { victim: status, stolen, attacker: null }
  const own = new URL(login.searchParams.get('redirect_uri')!)
  own.search = new URLSearchParams({ code, state: login.searchParams.get('state')!, iss: honest.issuer }).toString()
  return { victim: status, stolen, attacker: (await attacker.go(own.href)).status }
}

describe('a hostile OpenID provider', () => {
  it.each([true, false])('receives no code of another provider (which sends iss: %s)', async (sends) => {
    sendsIss = sends
    expect(await attack()).toEqual({ victim: 401, stolen: [], attacker: null })
  })

  it('cannot have the code of another provider sent to its own redirect URI', async () => {
    const url = await begin(new Browser(), honestTenant)
    url.searchParams.set('redirect_uri', hostileRedirectUri)
    const answer = await new Browser().go(url.href)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })
})

describe('the service', () => {
  it('shows a redirect URI of its own for each provider', () => {
    expect(honestRedirectUri).toBe(`${server.root}/oauth/code/${honestId}`)
    expect(hostileRedirectUri).toBe(`${server.root}/oauth/code/${hostileId}`)
  })

  it('accepts a login at the redirect URI of its provider', async () => {
    sendsIss = true
    const browser = new Browser()
    const back = await honest.pass(browser, (await begin(browser, honestTenant)).href, 'victim')
    expect((await browser.go(back)).status).toBe(200)
  })

  it('refuses the iss of another provider, and does not send the code to the token endpoint', async () => {
    stolen = []
    const browser = new Browser()
    const state = (await begin(browser, hostileTenant)).searchParams.get('state')!
    const query = new URLSearchParams({ code: 'any', state, iss: honest.issuer })
    expect((await browser.go(`${hostileRedirectUri}?${query.toString()}`)).status).toBe(401)
    expect(stolen).toEqual([])
  })
})
