/** Rules for the claims of a JWT that is exchanged for a token. Signatures are checked in src/domain/people/jwt.ts. */

/** Maximum validity of a JWT, and tolerance of clocks; seconds. */
const MAX_SECONDS = 60
export const SKEW_S = 5

export interface Claims {
  ver: string
  iss: string
  /** The services for which the JWT is meant (RFC 7519, 4.1.3). */
  aud: readonly string[]
  sub: string
  /** Seconds since 1970, UTC. */
  exp: number
  email: string
  name: string
  svc_org: string
  /** Identifies the JWT among those of its `kid`. */
  jti?: string
  roles?: string[]
}

const TEXTS = ['ver', 'iss', 'sub', 'email', 'name'] as const
/** The two names of the organization claim; the second is accepted only with COMPAT_VENDOR_NAMES. */
const ORGANIZATION = ['svc_org', 'rossum_org']
/** Maximum number of services in `aud`. */
const MAX_AUDIENCES = 20

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 255 && !value.includes('\0')
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

/**
 * Returns the payload if every required claim exists with its type, else a sentence that names the first faulty claim. Other claims are
 * ignored. The sentence never repeats the payload.
 */
export function readClaims(payload: unknown, vendorNames: boolean): Claims | string {
  if (payload === null || typeof payload !== 'object' || Array.isArray(payload))
    return 'The payload must be a JSON object.'
  const given = payload as Record<string, unknown>
  const absent = (name: string) => (given[name] === undefined ? 'is required' : 'must be a text of 1 to 255 characters')
  const faulty = TEXTS.find((one) => !isText(given[one]))
  if (faulty) return `The claim "${faulty}" ${absent(faulty)}.`
  const aud = isText(given.aud) ? [given.aud] : given.aud
  if (aud === undefined) return 'The claim "aud" is required.'
  if (!isTexts(aud) || !aud.length || aud.length > MAX_AUDIENCES)
    return `The claim "aud" must be a text, or a list of 1 to ${MAX_AUDIENCES} texts.`
  if (!Number.isInteger(given.exp))
    return `The claim "exp" ${given.exp === undefined ? 'is required' : 'must be a whole number of seconds since 1970'}.`
  const organization = ORGANIZATION.slice(0, vendorNames ? 2 : 1).find((one) => given[one] !== undefined)
  const svc_org = organization === undefined ? undefined : given[organization]
  if (!isText(svc_org)) return `The claim "svc_org" ${absent(organization ?? 'svc_org')}.`
  if (given.jti !== undefined && !isText(given.jti)) return `The claim "jti" ${absent('jti')}.`
  if (given.roles !== undefined && !isTexts(given.roles)) return 'The claim "roles" must be a list of texts.'
  return { ...(given as unknown as Claims), aud, svc_org }
}

/** Returns the organization at the end of a `kid` of the form `urn:<namespace>:organizations:<organization_id>`. */
export function organizationOfKid(kid: string): number | undefined {
  const match = /^urn:[^:\s]+:organizations:([1-9]\d{0,14})$/.exec(kid)
  return match ? Number(match[1]) : undefined
}

export const kidOf = (namespace: string, organization_id: number): string =>
  `urn:${namespace}:organizations:${organization_id}`

export interface Expected {
  now: Date
  /** Configured names of this service: hosts with or without a port. */
  domains: readonly string[]
  /** The organization named by `kid`. */
  organization_id: number
}

/** Returns the first invalid claim, in the order of the API contract; undefined if all are valid. */
export function errorOfClaims(claims: Claims, { now, domains, organization_id }: Expected): JwtCheck | undefined {
  const ahead = claims.exp - now.getTime() / 1000
  if (claims.ver !== '1.0') return 'ver'
  if (ahead <= -SKEW_S || ahead > MAX_SECONDS + SKEW_S) return 'exp'
  const audiences = claims.aud.map(hostOf)
  if (!domains.some((domain) => audiences.includes(domain.toLowerCase()))) return 'aud'
  if (claims.svc_org !== String(organization_id)) return 'svc_org'
  return undefined
}

/** `aud` is a domain, alone or as `https://domain`. */
const hostOf = (aud: string): string =>
  aud
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')

/** The checks after the structure of a JWT, in their order. */
export type JwtCheck = 'key' | 'signature' | 'ver' | 'exp' | 'aud' | 'svc_org' | 'jti' | 'sub' | 'user'

const UNSIGNED = 'The JWT is not signed by a key that is registered for its `kid`.'
const NO_USER = 'The claim "sub" names no user who may sign on with this key.'

/**
 * Why a JWT is refused, for the system that signed it. Senders without a registered key learn nothing about keys and organizations, and
 * the sentence is the same for every user who cannot sign on.
 */
export const JWT_REFUSALS: Record<JwtCheck, string> = {
  key: UNSIGNED,
  signature: UNSIGNED,
  ver: 'The claim "ver" must be "1.0".',
  exp: `The claim "exp" must be in the future, and at most ${MAX_SECONDS} seconds ahead.`,
  aud: 'The claim "aud" must name this service or the domain of the organization.',
  svc_org: 'The claim "svc_org" must be the organization of `kid`.',
  jti: 'The JWT was used before.',
  sub: NO_USER,
  user: NO_USER,
}
