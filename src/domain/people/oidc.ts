/**
 * Single sign-on with an OpenID provider of the organization: authorization code flow with PKCE, state and nonce. The state of a pending
 * login is stored in an encrypted cookie of the browser. No row is written for unfinished logins, and a stolen return link is useless in
 * another browser.
 */
import type { Knex } from 'knex'
import * as oidc from 'openid-client'
import type { Config } from '../../config.ts'
import { ApiError, unauthenticated } from '../../errors.ts'
import { splitName } from '../../rules/access/provisioning.ts'
import { personOfId, type Person } from './credentials.ts'
import { OutgoingError, type Outgoing } from '../../outgoing/outgoing-http.ts'
import { provisionUser } from './provisioning.ts'
import { seal, unseal } from '../requests/secrets.ts'
import type { OidcProvider as OidcProviderModel, RowOf, User } from '../../models/index.ts'

export const OIDC_CLAIMS = ['email', 'sub', 'preferred_username', 'unique_name'] as const
export const CLIENT_SECRET = 'oidc_providers.client_secret'
/** Maximum duration of a login at the provider. */
export const LOGIN_LIFETIME_S = 600

const PENDING = 'pending login at an OpenID provider'
const REQUEST = { timeout_ms: 10_000, limit: 1024 * 1024, assertTls: true }

export interface OidcProvider {
  id: number
  organization_id: number
  issuer: string
  client_id: string
  sealed_client_secret: Buffer | null
  claim: (typeof OIDC_CLAIMS)[number]
  scopes: string
  /** Whether addresses are trusted if the provider does not state that they are verified. */
  email_trusted: boolean
  /** Whether administrators of the group may sign on with this provider. */
  group_administrators: boolean
}

interface Pending {
  provider_id: number
  state: string
  nonce: string
  code_verifier: string
  redirect_uri: string
  /** Path of the page that the browser opens afterwards; undefined: none, the token is returned. */
  next?: string
  /** Milliseconds since 1970. */
  expires_at: number
}

export interface OidcDeps {
  db: Knex
  config: Pick<Config, 'secretsKey'>
  outgoing: Outgoing
  clock: () => Date
}

/** Returns the enabled provider: the one with this id, or the oldest of the organization. */
export const findProvider = (db: Knex, by: { organization_id: number } | { id: number }) =>
  db<RowOf<OidcProviderModel>>('oidc_providers').where(by).where('enabled', true).orderBy('id').first()

/** Returns the URL to which to redirect the browser, and the cookie to set under the name of `state`. */
export async function beginLogin(
  deps: OidcDeps,
  provider: OidcProvider,
  redirect_uri: string,
  next?: string,
): Promise<{ url: string; state: string; pending: string }> {
  const client = await clientOf(deps, provider)
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const code_verifier = oidc.randomPKCECodeVerifier()
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri,
    scope: provider.scopes,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
  })
  const expires_at = deps.clock().getTime() + LOGIN_LIFETIME_S * 1000
  const pending: Pending = {
    provider_id: provider.id,
    state,
    nonce,
    code_verifier,
    redirect_uri,
    expires_at,
    ...(next === undefined ? {} : { next }),
  }
  return { url: url.href, state, pending: seal(deps.config, PENDING, pending).toString('base64url') }
}

/** `next` is the page that was named when the login began. */
export type SignOn = ({ person: Person } | { refused: string; organization_id?: number }) & { next?: string }

/** The request with which a provider redirected the browser back. */
export interface Redirected {
  /** The provider in the path of the redirect URI. */
  provider_id: number
  query: string
}

/**
 * Returns the active user identified by the provider, created if necessary and if the organization provisions users. `refused` is the
 * reason for the operator's log. Throws 502 if the provider is unavailable.
 */
export async function finishLogin(deps: OidcDeps, back: Redirected, cookie: string | undefined): Promise<SignOn> {
  const pending = cookie === undefined ? undefined : open(deps, cookie)
  const answer = await checked(deps, back, pending)
  return pending?.next === undefined ? answer : { ...answer, next: pending.next }
}

async function checked(deps: OidcDeps, back: Redirected, pending: Pending | undefined): Promise<SignOn> {
  if (!pending) return { refused: 'this browser has not started the login' }
  if (pending.expires_at <= deps.clock().getTime()) return { refused: 'the login took too long' }
  // Otherwise a provider could direct its users to another one and would receive the code of that one (RFC 9700, section 4.4).
  if (pending.provider_id !== back.provider_id) return { refused: 'the login was started with another provider' }
  const provider = await findProvider(deps.db, { id: pending.provider_id })
  if (!provider) return { refused: 'the provider is no longer in use' }
  const { organization_id } = provider
  const client = await clientOf(deps, provider)
  let claims: Claims
  try {
    claims = await claimsOf(client, provider, pending, back.query)
  } catch (error) {
    throwIfUnavailable(error)
    return { refused: reasonOf(error), organization_id }
  }
  const person = await personOfClaims(deps.db, provider, claims)
  if (!person) return { refused: `no user has this ${provider.claim}`, organization_id }
  if (person.roles.includes('organization_group_admin') && !provider.group_administrators)
    return { refused: 'administrators of the group cannot sign on with this provider', organization_id }
  await deps.db('users').where('id', person.id).update({ last_login: deps.db.fn.now() })
  return { person }
}

function open({ config }: OidcDeps, cookie: string): Pending | undefined {
  try {
    return unseal<Pending>(config, PENDING, Buffer.from(cookie, 'base64url'))
  } catch {
    return undefined
  }
}

/** Fetches the metadata of the provider for each step, because keys and endpoints may change between two logins. */
async function clientOf({ config, outgoing }: OidcDeps, provider: OidcProvider): Promise<oidc.Configuration> {
  const secret = provider.sealed_client_secret
    ? unseal<string>(config, CLIENT_SECRET, provider.sealed_client_secret)
    : undefined
  const fetch = fetchBy(outgoing)
  try {
    const found = await oidc.discovery(new URL(provider.issuer), provider.client_id, undefined, oidc.None(), {
      [oidc.customFetch]: fetch,
      // Whether `http:` is acceptable depends on the address, which `outgoing` checks.
      execute: [oidc.allowInsecureRequests],
    })
    const server = found.serverMetadata()
    const client = new oidc.Configuration(server, provider.client_id, secret, authenticationOf(server, secret))
    client[oidc.customFetch] = fetch
    oidc.allowInsecureRequests(client)
    oidc.enableNonRepudiationChecks(client)
    return client
  } catch (error) {
    throwIfUnavailable(error)
    throw new ApiError(502, 'bad_gateway', `The OpenID provider cannot be used: ${reasonOf(error)}.`)
  }
}

/** The default of OpenID Connect Discovery 1.0, section 3, is Basic. */
function authenticationOf(server: oidc.ServerMetadata, secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None()
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic') ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret)
}

const fetchBy =
  (outgoing: Outgoing): oidc.CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const request = new Request(url, { method, headers, ...(body ? { body } : {}) })
    const answer = await outgoing.request(url, {
      ...REQUEST,
      method,
      headers: Object.fromEntries(request.headers),
      body: body ? await request.text() : null,
      ...(signal ? { signal } : {}),
    })
    const empty = [101, 204, 205, 304].includes(answer.status)
    return new Response(empty ? null : new Uint8Array(answer.body), { status: answer.status, headers: answer.headers })
  }

type Claims = Record<string, unknown> & { sub: string }

/** Returns the claims of the signed ID token, completed by the provider's userinfo endpoint. */
async function claimsOf(
  client: oidc.Configuration,
  { claim, email_trusted }: OidcProvider,
  { state, nonce, code_verifier, redirect_uri }: Pending,
  query: string,
): Promise<Claims> {
  const back = new URL(redirect_uri)
  back.search = query
  const tokens = await oidc.authorizationCodeGrant(client, back, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: code_verifier,
    idTokenExpected: true,
  })
  const claims: Claims | undefined = tokens.claims()
  if (!claims) throw new Error('The provider returned no ID token.')
  const wanted = [claim, 'email', 'name', ...(email_trusted ? [] : ['email_verified'])]
  const complete = wanted.every((name) => claims[name] !== undefined)
  if (complete || !client.serverMetadata().userinfo_endpoint) return claims
  const more: Record<string, unknown> = { ...(await oidc.fetchUserInfo(client, tokens.access_token, claims.sub)) }
  // The verification of one address does not apply to another.
  if (claims.email !== undefined && claims.email !== more.email) delete more.email_verified
  return { ...more, ...claims }
}

/**
 * An address that a user entered at the provider proves nothing, so the provider must state that it has verified it: as a JSON boolean, or
 * as the string that some providers use. A missing statement is accepted only if the organization trusts the provider with addresses.
 */
const isVerified = ({ email_trusted }: OidcProvider, { email_verified }: Claims): boolean =>
  email_verified === true || email_verified === 'true' || (email_trusted && email_verified === undefined)

const textOf = (value: unknown): string =>
  typeof value === 'string' && value.length <= 255 && !value.includes('\0') ? value : ''

async function personOfClaims(db: Knex, provider: OidcProvider, claims: Claims): Promise<Person | undefined> {
  const { claim, organization_id } = provider
  const value = textOf(claims[claim])
  if (value === '' || (claim === 'email' && !isVerified(provider, claims))) return undefined
  const [found, ...others] = await userIds(db, provider, value)
  if (others.length) return undefined
  if (found !== undefined) return personOfId(db, found, { kind: 'oidc' })
  const email = isVerified(provider, claims) ? textOf(claims.email) : ''
  const named = splitName(textOf(claims.name))
  const made = await provisionUser(db, organization_id, {
    username: email || value,
    email,
    oidc_id: value,
    first_name: textOf(claims.given_name) || named.first_name,
    last_name: textOf(claims.family_name) || named.last_name,
    roles: Array.isArray(claims.roles) ? claims.roles.filter((role) => typeof role === 'string') : [],
  })
  if (made !== undefined) return personOfId(db, made, { kind: 'oidc' })
  // A concurrent login of the same user may have created it.
  const [now] = await userIds(db, provider, value)
  return now === undefined ? undefined : personOfId(db, now, { kind: 'oidc' })
}

/** `oidc_id` is case-sensitive unless it is an email address; then users without an `oidc_id` are found by username. */
async function userIds(db: Knex, { claim, organization_id }: OidcProvider, value: string): Promise<number[]> {
  const users = () => db<RowOf<User>>('users').where({ organization_id }).whereNull('deleted_at').limit(2)
  if (claim !== 'email') return users().where('oidc_id', value).pluck('id')
  const known = await users().whereRaw('lower(oidc_id) = lower(?)', [value]).pluck('id')
  if (known.length) return known
  return users().whereNull('oidc_id').whereRaw('lower(username) = lower(?)', [value]).pluck('id')
}

/** A missing response is not a rejection: the user may try again. */
function throwIfUnavailable(error: unknown): void {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OutgoingError)
      throw new ApiError(502, 'bad_gateway', `The OpenID provider did not respond: ${cause.message}`)
}

/** Returns codes and messages of the library, which contain no tokens or codes. */
function reasonOf(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError) return `the provider returned ${error.error}`
  if (error instanceof oidc.ResponseBodyError) return `the provider returned ${error.error}`
  return error instanceof Error ? error.message : 'unknown'
}

/** The response to a rejected login does not reveal which check failed. */
export const signOnFailed = () => unauthenticated('Single sign-on failed.')
