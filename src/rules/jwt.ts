/** Rules for the claims of a JWT that is exchanged for a token. Signatures are checked in src/domain/people/jwt.ts. */

/** Maximum validity of a JWT, and tolerance of clocks; seconds. */
const LONGEST_S = 60
export const SKEW_S = 5

export interface Claims {
  ver: string
  iss: string
  aud: string
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

const TEXTS = ['ver', 'iss', 'aud', 'sub', 'email', 'name'] as const
/** The two names of the organization claim; the second is accepted only with COMPAT_VENDOR_NAMES. */
const ORGANIZATION = ['svc_org', 'rossum_org']

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 255 && !value.includes('\0')

/** Returns the payload if every required claim exists with its type; other claims are ignored. */
export function readClaims(payload: unknown, vendorNames: boolean): Claims | undefined {
  if (payload === null || typeof payload !== 'object' || Array.isArray(payload)) return undefined
  const given = payload as Record<string, unknown>
  const name = ORGANIZATION.slice(0, vendorNames ? 2 : 1).find((one) => given[one] !== undefined)
  const svc_org = name === undefined ? undefined : given[name]
  if (!TEXTS.every((one) => isText(given[one])) || !isText(svc_org) || !Number.isInteger(given.exp)) return undefined
  if (given.jti !== undefined && !isText(given.jti)) return undefined
  if (given.roles !== undefined && !(Array.isArray(given.roles) && given.roles.every(isText))) return undefined
  return { ...(given as unknown as Claims), svc_org }
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
export function errorOfClaims(claims: Claims, { now, domains, organization_id }: Expected): keyof Claims | undefined {
  const ahead = claims.exp - now.getTime() / 1000
  if (claims.ver !== '1.0') return 'ver'
  if (ahead <= -SKEW_S || ahead > LONGEST_S + SKEW_S) return 'exp'
  if (!domains.some((domain) => domain.toLowerCase() === hostOf(claims.aud))) return 'aud'
  if (claims.svc_org !== String(organization_id)) return 'svc_org'
  return undefined
}

/** `aud` is a domain, alone or as `https://domain`. */
const hostOf = (aud: string): string =>
  aud
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
