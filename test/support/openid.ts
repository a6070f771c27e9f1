/** OpenID providers for tests: a real one (`oidc-provider`), and a fake one with configurable responses. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { Provider, type ClientMetadata, type Configuration } from 'oidc-provider'

/** A browser that stores cookies by host. */
export class Browser {
  readonly cookies = new Map<string, Map<string, string>>()

  /** Sends one request without following redirects. */
  async go(url: string, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const { host } = new URL(url)
    const jar = this.cookies.get(host) ?? new Map<string, string>()
    this.cookies.set(host, jar)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { ...headers, Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
}

const locationOf = (response: Response): string => new URL(response.headers.get('location')!, response.url).href

async function listen(handle: (issuer: string) => RequestListener): Promise<{ issuer: string; server: Server }> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('request', handle(issuer))
  return { issuer, server }
}

const closing = (server: Server) => () =>
  new Promise<void>((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })

export interface OpenIdProvider {
  issuer: string
  /** Logs in at the provider and consents; returns the URL of the redirect to the service. */
  pass(browser: Browser, url: string, login: string): Promise<string>
  /** Aborts the login; returns the URL of the redirect to the service. */
  abort(browser: Browser, url: string): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts a provider. `accounts` contains the claims of its users by login name. `prepare` may add middleware and listeners to it before it
 * receives requests.
 */
export async function openIdProvider(
  clients: ClientMetadata[],
  accounts: Record<string, Record<string, unknown>>,
  settings: Configuration = {},
  prepare: (provider: Provider) => void = () => undefined,
): Promise<OpenIdProvider> {
  const { issuer, server } = await listen((url) => {
    const provider = new Provider(url, {
      clients,
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name', 'preferred_username', 'unique_name', 'roles'],
      },
      findAccount: (_ctx, id) => ({
        accountId: id,
        claims: () => Promise.resolve({ ...accounts[id], sub: id }),
      }),
      cookies: { keys: ['a key for the cookies of the test'] },
      pkce: { required: () => true },
      ...settings,
    })
    prepare(provider)
    const handle = provider.callback()
    return (request, response) => void handle(request, response)
  })
  /** Follows redirects from the start of a login to the page of the prompt. */
  const follow = async (browser: Browser, url: string): Promise<string> => {
    let at = url
    for (;;) {
      const response = await browser.go(at)
      if (response.status === 200 || !at.startsWith(issuer)) return at
      if (response.status < 300 || response.status > 399)
        throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
      at = locationOf(response)
      if (!at.startsWith(issuer)) return at
    }
  }
  return {
    issuer,
    pass: async (browser, url, login) => {
      let at = await follow(browser, url)
      for (const form of [{ prompt: 'login', login, password: 'any' }, { prompt: 'consent' }]) {
        if (!at.startsWith(issuer)) break
        at = await follow(browser, locationOf(await browser.go(at, form as Record<string, string>)))
      }
      return at
    },
    abort: async (browser, url) => follow(browser, locationOf(await browser.go(`${await follow(browser, url)}/abort`))),
    stop: closing(server),
  }
}

export interface ProviderOverrides {
  /** Claims of the ID token. */
  claims?: Record<string, unknown>
  /** Signs with a key that the provider does not publish. */
  unknownKey?: boolean
  /** Response of the userinfo endpoint. */
  userinfo?: Record<string, unknown>
  /** Keys of the discovery document. */
  metadata?: Record<string, unknown>
  /** Response in place of the discovery document. */
  answer?: { status: number; headers?: Record<string, string>; body?: string }
}

/** Starts a provider that logs in every user immediately. `overrides` changes its responses and can be set between logins. */
export async function fakeOpenIdProvider(client_id: string): Promise<{
  issuer: string
  overrides: ProviderOverrides
  /** Requested paths. */
  requestedPaths: string[]
  pass(url: string): string
  stop(): Promise<void>
}> {
  const keys = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ]
  const overrides: ProviderOverrides = {}
  const requestedPaths: string[] = []
  let nonce = ''
  const { issuer, server } = await listen((url) => (request, response) => {
    const path = request.url ?? ''
    requestedPaths.push(path)
    const json = (body: unknown) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    }
    if (path === '/.well-known/openid-configuration') {
      if (overrides.answer)
        response.writeHead(overrides.answer.status, overrides.answer.headers).end(overrides.answer.body)
      else
        json({
          issuer: url,
          authorization_endpoint: `${url}/auth`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/jwks`,
          response_types_supported: ['code'],
          authorization_response_iss_parameter_supported: true,
          ...overrides.metadata,
        })
    } else if (path === '/jwks') {
      json({ keys: [{ ...keys[0]!.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })
    } else if (path === '/token') {
      const now = Math.floor(Date.now() / 1000)
      const claims = { iss: url, sub: 'x', aud: client_id, iat: now, exp: now + 60, nonce, ...overrides.claims }
      void new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(keys[overrides.unknownKey ? 1 : 0]!.privateKey)
        .then((id_token) => json({ access_token: 'a', token_type: 'Bearer', id_token }))
    } else if (path === '/userinfo' && overrides.userinfo) json(overrides.userinfo)
    else response.writeHead(404).end()
  })
  return {
    issuer,
    overrides: overrides,
    requestedPaths: requestedPaths,
    pass: (url) => {
      const { searchParams } = new URL(url)
      nonce = searchParams.get('nonce')!
      const back = new URL(searchParams.get('redirect_uri')!)
      back.search = new URLSearchParams({ code: 'c', state: searchParams.get('state')!, iss: issuer }).toString()
      return back.href
    },
    stop: closing(server),
  }
}
