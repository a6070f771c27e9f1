/** A server with an organization and a registered key, for the tests of sign-on by JWT. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect } from 'vitest'
import { personOfJwt, type JwtAnswer } from '../../src/domain/people/jwt.ts'
import { JWT_REFUSALS } from '../../src/rules/access/jwt.ts'
import { as } from '../support/as.ts'
import { aSigner, makeJwt, type Signer } from '../support/jwt.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

/** Username of the administrator of the organization. */
export let username: string
/** The registered key. */
export let kid: string
export let signer: Signer

/** Starts the server for the tests of a file. */
export function useJwt(): void {
  useTenantServer({ env: { PUBLIC_BASE_URL: 'https://capture.example:8443/api', COMPAT_VENDOR_NAMES: '0' } })
  beforeAll(async () => {
    username = (await server.deps.db('users').where('id', tenant.user_id).first('username')).username
    signer = aSigner('Ed25519')
    kid = await register(signer)
  })
}

/** Registers the key of a signer; returns its `kid`. */
export async function register(of: Signer, namespace = 'portal', client = admin): Promise<string> {
  const created = await client.post('/jwt_keys', { namespace, public_key: of.pem })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body.kid as string
}

/** The current time in seconds since 1970. */
export const seconds = () => Math.floor(Date.now() / 1000)
/** Valid claims of the administrator, with changes. */
export const claims = (changes: Record<string, unknown> = {}) => ({
  ver: '1.0',
  iss: 'portal',
  aud: 'capture.example',
  sub: username,
  exp: seconds() + 50,
  email: username,
  name: 'Ada Admin',
  svc_org: String(tenant.organization_id),
  jti: randomUUID(),
  ...changes,
})
/** Valid claims without one of them. */
export const without = (name: string) => claims({ [name]: undefined })
/** Creates a JWT with valid headers; `header` changes them. */
export const jwtOf = (payload: unknown = claims(), header: object = {}, by: Signer = signer) =>
  makeJwt(
    { kid, typ: 'JWT', alg: by.algorithm, ...header },
    payload,
    by.privateKey,
    by.algorithm === 'RS512' ? 'sha512' : null,
  )
/** Exchanges a JWT for a token. */
export const exchange = (jwt: string, body: object = {}) => as(server.root, jwt).post('/auth/token', body)
export const REFUSED = { detail: 'Invalid token.', code: 'authentication_failed' }
/** What the service compares the claims with. */
export const context = () => ({ now: new Date(), host: 'capture.example:8443', vendorNames: false })

/** Expects that the JWT is refused with 401 because of `check`, with a reason that contains `part`. */
export async function expectRefused(jwt: string, check: string, part = ''): Promise<void> {
  const refusal = await personOfJwt(server.deps.db, jwt, context())
  expect(refusal).toMatchObject({ refused: check, reason: expect.stringContaining(part) })
  const answer = await exchange(jwt)
  const { code } = REFUSED
  expect([answer.status, answer.body]).toEqual([401, { detail: `Invalid token. ${reasonOf(refusal, check)}`, code }])
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
}

/** Only the first exchange of a JWT reaches the checks after that of its use. */
const reasonOf = (refusal: JwtAnswer, check: string): string =>
  check === 'sub' || check === 'user' ? JWT_REFUSALS.jti : 'reason' in refusal ? refusal.reason : ''
