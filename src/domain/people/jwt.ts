/** Short-lived JWTs issued by a customer's system, accepted only for the exchange at `auth/token`. */
import { createHash, createPublicKey } from 'node:crypto'
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose'
import type { Knex } from 'knex'
import {
  errorOfClaims,
  JWT_REFUSALS,
  organizationOfKid,
  readClaims,
  SKEW_S,
  type Claims,
  type JwtCheck,
} from '../../rules/access/jwt.ts'
import { splitName } from '../../rules/access/provisioning.ts'
import { people, personOf, personOfId, type Person } from './credentials.ts'
import { provisionUser } from './provisioning.ts'
import type { JwtKey, Organization, RowOf, UsedJwt } from '../../models/index.ts'

const ALGORITHMS = ['EdDSA', 'RS512']
/** Longer ones are rejected before they are decoded. */
const MAX_JWT = 8192

export interface JwtContext {
  now: Date
  /** The host of the service's configured address, with its port. */
  host: string
  /** Accepts the older name of `svc_org` too. */
  vendorNames: boolean
}
/** `refused` is the failed check, for the operator's log; `reason` is a sentence for the client. */
export type JwtAnswer = { person: Person } | { refused: 'shape' | JwtCheck; reason: string; organization_id?: number }

/** Access tokens contain no dots. */
export const looksLikeJwt = (credential: string): boolean => credential.includes('.')

/**
 * Returns the active user whom a JWT identifies. Creates the user if the organization provisions users. A valid JWT is accepted once, also
 * if the exchange is refused afterwards.
 */
export async function personOfJwt(db: Knex, jwt: string, context: JwtContext): Promise<JwtAnswer> {
  const read = readJwt(jwt, context.vendorNames)
  if (typeof read === 'string') return { refused: 'shape', reason: read }
  const { kid, algorithm, claims } = read
  const organization_id = organizationOfKid(kid)
  const refuse = (refused: JwtCheck): JwtAnswer => ({
    refused,
    reason: JWT_REFUSALS[refused],
    ...(refused === 'key' ? {} : { organization_id }),
  })
  const keys = await db('jwt_keys')
    .join('organizations', 'organizations.id', 'jwt_keys.organization_id')
    .where({ kid, organization_id: organization_id ?? 0 })
    .orderBy('jwt_keys.id')
    .select<Key[]>('jwt_keys.*', 'organizations.domain')
  if (organization_id === undefined || !keys.length) return refuse('key')
  const key = await signer(jwt, algorithm, keys)
  if (!key) return refuse('signature')
  const domains = [context.host, context.host.replace(/:\d+$/, ''), ...(key.domain ? [key.domain] : [])]
  const error = errorOfClaims(claims, { now: context.now, domains, organization_id })
  if (error) return refuse(error)
  if (!(await consume(db, jwt, kid, claims))) return refuse('jti')
  const person = await personOfClaims(db, organization_id, claims)
  if (!person) return refuse('sub')
  if (person.roles.includes('organization_group_admin') && !key.group_administrators) return refuse('user')
  await db('users').where('id', person.id).update({ last_login: db.fn.now() })
  return { person }
}

type Key = RowOf<JwtKey> & Pick<RowOf<Organization>, 'domain'>

/** Returns the parts of a JWT, or a sentence that says which of them is faulty. */
function readJwt(jwt: string, vendorNames: boolean): { kid: string; algorithm: string; claims: Claims } | string {
  if (jwt.length > MAX_JWT) return `The JWT must not exceed ${MAX_JWT} characters.`
  try {
    const { alg = '', kid } = decodeProtectedHeader(jwt)
    if (!ALGORITHMS.includes(alg)) return `The header "alg" must be one of ${ALGORITHMS.join(', ')}.`
    if (typeof kid !== 'string') return 'The header "kid" is required.'
    const claims = readClaims(decodeJwt(jwt), vendorNames)
    return typeof claims === 'string' ? claims : { kid, algorithm: alg, claims }
  } catch {
    return 'The JWT is not of the form header.payload.signature, each in base64url.'
  }
}

/**
 * Records a JWT as used; returns false if it already was. It is identified by its `jti`, else by its signed text. The signature does not
 * count, because its base64url text can be changed without changing its bytes.
 */
async function consume(db: Knex, jwt: string, kid: string, { jti, exp }: Claims): Promise<boolean> {
  const name = jti === undefined ? `text ${jwt.slice(0, jwt.lastIndexOf('.'))}` : `jti ${kid} ${jti}`
  const hash = createHash('sha256').update(name).digest()
  const made = await db<RowOf<UsedJwt>>('used_jwts')
    .insert({ hash, expires_at: new Date((exp + SKEW_S) * 1000).toISOString() })
    .onConflict()
    .ignore()
    .returning('hash')
  return made.length > 0
}

/** Returns the key that signed the JWT. Several keys may have the same `kid` while an old one is being replaced. */
async function signer(jwt: string, algorithm: string, keys: Key[]): Promise<Key | undefined> {
  for (const key of keys.filter((one) => one.algorithm === algorithm)) {
    const right = await compactVerify(jwt, createPublicKey(key.public_key), { algorithms: [algorithm] }).then(
      () => true,
      () => false,
    )
    if (right) return key
  }
  return undefined
}

async function personOfClaims(db: Knex, organization_id: number, claims: Claims): Promise<Person | undefined> {
  const known = async () => {
    const row = await people(db)
      .whereRaw('lower(users.username) = lower(?)', [claims.sub])
      .where('users.organization_id', organization_id)
    return row && personOf(row, { kind: 'jwt' })
  }
  const found = await known()
  if (found) return found
  const made = await provisionUser(db, organization_id, {
    username: claims.sub,
    email: claims.email,
    oidc_id: claims.email,
    ...splitName(claims.name),
    roles: claims.roles ?? [],
  })
  // No user was created: a concurrent request of the same user may have created it.
  return made === undefined ? known() : personOfId(db, made, { kind: 'jwt' })
}
