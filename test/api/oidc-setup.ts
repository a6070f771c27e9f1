/** A server with an organization and its OpenID provider, for the tests of sign-on by OpenID Connect. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Log } from '../../src/log.ts'
import { standIn } from '../support/deps.ts'
import { as, type Client } from '../support/as.ts'
import { aPerson, aTenant, type Tenant } from '../support/factories.ts'
import { Browser, openIdProvider, type OpenIdProvider } from '../support/openid.ts'
import { testServer, type TestServer } from '../support/server.ts'

export const SECRET = 'a confidential client secret'
/** Claims of the accounts of both providers by login name. */
export const accounts: Record<string, Record<string, unknown>> = {}
/** Everything the server has logged. */
export const log: unknown[] = []
let shift = 0
export let server: TestServer
export let idp: OpenIdProvider
/** A provider for clients without a secret and for clients that send it in the body. */
export let plain: OpenIdProvider
/** A new organization for each test, with its administrator and its provider, which is `idp`. */
export let tenant: Tenant
export let admin: Client
export let provider_id: number

/** Sets the clock of the server `ms` milliseconds ahead of the real time until the end of the test. */
export const shiftClock = (ms: number): void => {
  shift = ms
}

/** Starts the server and the providers for the tests of a file. */
export function useOidc(): void {
  beforeAll(async () => {
    log.length = 0
    const note = (...entry: unknown[]) => void log.push(...entry)
    server = await testServer(
      {
        clock: () => new Date(Date.now() + shift),
        log: standIn<Log>('log', { info: note, warn: note, error: note, debug: note }),
      },
      { ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8', SESSIONS: '1' },
    )
    // The ids of the providers that the tests register.
    const redirect_uris = Array.from({ length: 99 }, (_, index) => `${server.root}/oauth/code/${index + 1}`)
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
        {
          client_id: 'posting',
          client_secret: SECRET,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris,
        },
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
}

/** Creates a provider in the API; returns its id. */
export async function aProvider(body: object, client = admin): Promise<number> {
  const created = await client.post('/oidc_providers', { name: 'Directory', ...body })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body.id as number
}
/** Changes the provider of the test. */
export const change = async (body: object) => {
  const answer = await admin.patch(`/oidc_providers/${provider_id}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

/** The number of accounts created so far. */
export let count = 0
/** Creates an account at the provider and returns its login name. */
export function anAccount(claims: Record<string, unknown> = {}): string {
  const login = `account-${++count}`
  accounts[login] = { email: `${login}@example.org`, email_verified: true, name: 'Grace Brewster Hopper', ...claims }
  return login
}
/** Creates a user who logs in by single sign-on; returns the id. */
export async function aUser(columns: object): Promise<number> {
  const { user_id } = await aPerson(server.deps.db, tenant, 'annotator')
  await server.deps
    .db('users')
    .where('id', user_id)
    .update({ auth_type: 'sso', ...columns })
  return user_id
}

/** Headers of a navigation that a page of the service starts. */
export const OF_OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' }
/** Starts a login on a page of the service; returns the URL of the provider to which the browser is redirected. */
export const begin = async (browser: Browser, query = `organization=${tenant.organization_id}`): Promise<string> => {
  const response = await browser.go(`${server.root}/oauth/login?${query}`, undefined, OF_OWN_PAGE)
  expect(response.status, await response.clone().text()).toBe(302)
  return response.headers.get('location')!
}
/** Response to the redirect back to the service. */
interface Ended {
  status: number
  body: { key?: string; domain?: string | null; detail?: string; code?: string }
  headers: Headers
}
/** Completes a login with the URL of the redirect back to the service. */
export const end = async (browser: Browser, url: string): Promise<Ended> => {
  const response = await browser.go(url)
  return { status: response.status, body: (await response.json()) as Ended['body'], headers: response.headers }
}
/** Logs in with an account of the provider `at`, from start to end. */
export const signOn = async (login: string, at = idp, browser = new Browser()): Promise<Ended> =>
  end(browser, await at.pass(browser, await begin(browser), login))
/** Returns the user who has logged in. */
export const userOf = async ({ status, body }: Ended) => {
  expect(status, JSON.stringify(body)).toBe(200)
  return (await as(server.root, body.key).get('/auth/user')).body
}
const REFUSED = { detail: 'Single sign-on failed.', code: 'authentication_failed' }
export const expectRefused = ({ status, body }: Ended) => expect([status, body]).toEqual([401, REFUSED])
