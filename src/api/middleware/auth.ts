/**
 * Authenticates the caller. Missing credentials are 403, wrong credentials 401 (contract 3.3). A header takes precedence
 * over the session cookie, which is then ignored.
 */
import { createHash } from 'node:crypto'
import type { Context, Next } from 'koa'
import type { Knex } from 'knex'
import { baseUrl } from '../../config.ts'
import { ApiError, forbidden, unauthenticated } from '../../errors.ts'
import {
  deleteToken,
  personOfId,
  personOfPassword,
  personOfToken,
  type Person,
} from '../../domain/people/credentials.ts'
import { embeddedObjects } from '../../domain/people/embedded.ts'
import { looksLikeJwt, personOfJwt } from '../../domain/people/jwt.ts'
import { auditFailedLogin, auditRefusedSignOn } from '../../domain/requests/audit.ts'
import { attempt, countFailure } from '../../domain/people/login-attempts.ts'
import { isCsrfToken, personOfSession } from '../../domain/people/sessions.ts'
import { isEmbedded } from '../../rules/access/embedded.ts'
import { isInScope } from '../../rules/access/scopes.ts'
import { SESSION_COOKIE } from '../session-cookies.ts'
import { whoIs } from '../../resources/who.ts'
import type { State } from '../state.ts'
import { onBehalfOf } from '../../work/on-behalf.ts'
import { lookUp } from './lookups.ts'
import { throttled } from './rate-limit.ts'

/** Paths below /v1 that require no credentials. */
const OPEN = /^(\/(auth\/(login|password\/(score|reset(\/confirm)?))|oauth\/(login|code\/\d{1,15}))?\/?)?$/
const MISPLACED_BASIC = 'Basic credentials are not accepted here; send a token of POST /v1/auth/login.'
/** Only for POST; with other methods the path is that of an organization. */
const CREATE = /^POST \/organizations\/create\/?$/
/** Reports the state of the service even if callers cannot be authenticated. */
const HEALTH = /^\/health(\/(live|ready))?\/?$/
/** Endpoints that accept HTTP basic authentication: upload and export. */
const BASIC =
  /^(\w+ \/(uploads(\/.*)?|annotations\/export\/?|queues\/\d+\/(upload|export)(\/.*)?)|POST \/documents\/?)$/
/** The only request that accepts JWTs and one-time tokens. */
const EXCHANGE = /^POST \/auth\/token\/?$/
const SAFE = ['GET', 'HEAD', 'OPTIONS']

export async function auth(ctx: Context, next: Next): Promise<void> {
  const path = ctx.path.replace(/^\/api\/v1/, '')
  const open = OPEN.test(path) || CREATE.test(`${ctx.method} ${path}`)
  const header = ctx.get('Authorization')
  const session = !header && !open && sessionOf(ctx)
  if (!HEALTH.test(path) && (header || !open)) {
    if (!header && !session)
      throw new ApiError(403, 'access_forbidden', 'Authentication credentials were not provided.')
    const found = session
      ? await lookUp(ctx, session, () => personOfSession(ctx.state.db, session))
      : await identify(ctx, header, `${ctx.method} ${path}`)
    const person = found === COUNTED || found instanceof ApiError ? undefined : found
    if (person) {
      if (person.credential.kind === 'session') assertCsrfToken(ctx, person.credential.csrf_hash)
      if (
        person.credential.kind === 'token' &&
        !isInScope(person.credential.scope, { method: ctx.method, path, query: ctx.query }) &&
        !(await isOfEmbeddedUrl(ctx, person, path))
      )
        throw forbidden('The scope of this token does not allow it.')
      ctx.state.who = whoIs(person)
      ctx.state.credential = person.credential
    } else if (!open) {
      if (found !== COUNTED) await count(ctx)
      if (found instanceof ApiError) throw found
      if (session) throw unauthenticated('Invalid or expired session.')
      throw unauthenticated(isMisplacedBasic(ctx, header, path) ? MISPLACED_BASIC : undefined)
    }
  }
  const { who } = ctx.state as Partial<State>
  await (who ? onBehalfOf({ organization_id: who.organization_id, user_id: who.user_id }, next) : next())
}

/** Whether the token of an embedded URL allows the request. */
async function isOfEmbeddedUrl(ctx: Context, { id, credential }: Person, path: string): Promise<boolean> {
  if (credential.kind !== 'token' || credential.scope !== 'embedded' || credential.annotation_id === null) return false
  const [, page = null] = /^\/pages\/(\d{1,15})(?:\/|$)/.exec(path) ?? []
  const token = { annotation_id: credential.annotation_id, user_id: id }
  const objects = await embeddedObjects((ctx.state as State).db, token, page === null ? null : Number(page))
  return objects !== null && isEmbedded(objects, { method: ctx.method, path, query: ctx.query })
}

/** Whether Basic credentials were sent to an endpoint that never accepts them; false if the operator enabled Basic for some groups. */
const isMisplacedBasic = ({ method, state }: Context, header: string, path: string): boolean =>
  /^basic\s/i.test(header) && !BASIC.test(`${method} ${path}`) && !(state as State).deps.config.basicGroups.length

/**
 * Counts a failed attempt, and throws 429 if there were too many from the address. Valid credentials are never blocked by failed
 * attempts. Tokens cannot be guessed, but every attempt costs a database query.
 */
async function count(ctx: Context): Promise<void> {
  const { deps, urls } = ctx.state as State
  const refused = await countFailure(deps, ctx.ip)
  if (refused) throw throttled(refused.wait_s, urls)
}

function sessionOf(ctx: Context): string | undefined {
  return (ctx.state as State).deps.config.sessions !== 'none' ? ctx.cookies.get(SESSION_COOKIE) : undefined
}

/** Demands a CSRF token. Other sites can send forms with a visitor's cookies, but neither JSON nor this header (contract 4.15). */
function assertCsrfToken(ctx: Context, csrf_hash: Buffer): void {
  if (SAFE.includes(ctx.method)) return
  if (ctx.get('Content-Type').split(';')[0]!.trim().toLowerCase() === 'application/json') return
  const token = ctx.get('X-CSRFToken')
  if (!token) throw forbidden('CSRF Failed: CSRF token missing.')
  if (!isCsrfToken(token, csrf_hash)) throw forbidden('CSRF Failed: CSRF token incorrect.')
}

/** A wrong password, already counted as a failed attempt for its user name. */
const COUNTED = Symbol('counted')

/** Returns the user of the credentials; for a refused JWT the error to throw. */
async function identify(
  ctx: Context,
  header: string,
  request: string,
): Promise<Person | ApiError | typeof COUNTED | undefined> {
  const { db } = ctx.state as State
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(header.trim()) ?? []
  if (/^bearer$/i.test(scheme) && EXCHANGE.test(request) && looksLikeJwt(rest)) return personOfExchanged(ctx, rest)
  if (/^(bearer|token)$/i.test(scheme)) return lookUp(ctx, rest, () => personOfBearer(db, rest.trim(), request))
  if (/^basic$/i.test(scheme)) return personOfBasic(ctx, rest, request)
  return undefined
}

/** Returns the user of a JWT, or a 401 with the reason. Logs the failed check for the operator. */
async function personOfExchanged(ctx: Context, jwt: string): Promise<Person | ApiError> {
  const { db, deps, request_id } = ctx.state as State
  // Not from the headers of the request: the client chooses them.
  const { host } = new URL(baseUrl(deps.config))
  let refusal = unauthenticated()
  const person = await lookUp(ctx, jwt, async () => {
    const { vendorNames } = deps.config.compat
    const answer = await personOfJwt(db, jwt.trim(), { now: deps.clock(), host, vendorNames })
    if ('person' in answer) return answer.person
    deps.log.info({ request_id, check: answer.refused, organization: answer.organization_id }, 'JWT refused')
    await auditRefusedSignOn(db, answer.organization_id, 'jwt')
    refusal = unauthenticated(`Invalid token. ${answer.reason}`)
    return undefined
  })
  return person ?? refusal
}

/**
 * Returns the user of a token. One-time tokens are valid for the exchange only. They are consumed here, before the request is read further,
 * so that no response, such as a refusal, leaves one valid.
 */
async function personOfBearer(db: Knex, key: string, request: string): Promise<Person | undefined> {
  const person = await personOfToken(db, key)
  if (person?.credential.kind !== 'token' || !person.credential.one_time) return person
  const isFirst = await deleteToken(db, person.credential.id)
  return isFirst && EXCHANGE.test(request) ? person : undefined
}

/**
 * Caches verified Basic credentials for a minute, as a hash with the matching password hash: password checks take tens of
 * milliseconds by design, and scripts that upload send credentials with every request. The user is read from the database each
 * time, so that a new password, a changed role or a deletion takes effect immediately.
 */
const remembered = new Map<string, { user_id: number; password_hash: string | null; until: number }>()
async function personOfBasic(
  ctx: Context,
  encoded: string,
  request: string,
): Promise<Person | typeof COUNTED | undefined> {
  const { db, deps, urls } = ctx.state as State
  const { basicGroups } = deps.config
  const usual = BASIC.test(request)
  if (!usual && !basicGroups.length) return undefined
  const known = await personOfRemembered(db, encoded)
  const person = known ?? (await personOfHeader())
  if (person === COUNTED) return COUNTED
  return person && (usual || basicGroups.includes(person.organization_group_id)) ? person : undefined

  async function personOfHeader(): Promise<Person | typeof COUNTED | undefined> {
    const [, username, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
    if (!username || password === undefined) return undefined
    const tried = await attempt(deps, { username, address: ctx.ip }, () => personOfPassword(db, username, password))
    if ('wait_s' in tried) throw throttled(tried.wait_s, urls)
    if (tried.result) remember(encoded, tried.result)
    if (tried.result) return tried.result
    auditFailedLogin(deps.db, username, (err) => deps.log.error({ err }, 'the audit log could not be written'))
    return COUNTED
  }
}

const nameOf = (encoded: string) => createHash('sha256').update(encoded).digest('base64')

function remember(encoded: string, { id, password_hash }: Person): void {
  if (remembered.size > 1000) remembered.clear()
  remembered.set(nameOf(encoded), { user_id: id, password_hash, until: performance.now() + 60_000 })
}

async function personOfRemembered(db: Knex, encoded: string): Promise<Person | undefined> {
  const known = remembered.get(nameOf(encoded))
  if (!known || known.until <= performance.now()) return undefined
  const person = await personOfId(db, known.user_id, { kind: 'password' })
  return person?.password_hash === known.password_hash && person.auth_type === 'password' ? person : undefined
}
