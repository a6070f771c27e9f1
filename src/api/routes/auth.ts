/** Login, logout, token exchange, membership tokens, and the caller's own user. */
import type Router from '@koa/router'
import { Type, type TSchema } from 'typebox'
import { badRequest, forbidden, invalid, unauthenticated } from '../../errors.ts'
import { createToken, deleteToken, personOfPassword, TOKEN_LIFETIME_S } from '../../domain/people/credentials.ts'
import { auditFailedLogin, auditLogin, writeAudit } from '../../domain/requests/audit.ts'
import { attempt } from '../../domain/people/login-attempts.ts'
import { createMembershipToken } from '../../domain/people/memberships.ts'
import { createSession, endSession } from '../../domain/people/sessions.ts'
import { SCOPES, type Scope } from '../../rules/access/scopes.ts'
import { throttled } from '../middleware/rate-limit.ts'
import { idFromUrl } from '../../resources/framework/urls.ts'
import { checkBody } from '../../resources/framework/validate.ts'
import { replace, retrieve, update } from '../../resources/framework/verbs.ts'
import { users } from '../../resources/people/users.ts'
import { answering } from '../koa-request.ts'
import { startsSession } from '../own-pages.ts'
import { clearSessionCookies, SESSION_COOKIE, setSessionCookies } from '../session-cookies.ts'
import type { Ctx } from '../state.ts'

const orNull = (schema: TSchema, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }))
const range = { minimum: 1, maximum: TOKEN_LIFETIME_S }
const LIFETIME = `Lifetime of the token in seconds, at most ${TOKEN_LIFETIME_S} (162 hours).`
const Origin = orNull(
  Type.String({ maxLength: 255 }),
  'Origin of the request, as described by the client; stored with the token.',
)
const Key = Type.String({ description: 'Access token.' })
const Domain = Type.Union([Type.String(), Type.Null()], {
  description: 'Domain of the organization; null if none.',
})
export const LoginBody = Type.Object({
  username: Type.String({ minLength: 1, description: 'Login name of the user.' }),
  password: Type.String({ minLength: 1, description: 'Password of the user.' }),
  max_token_lifetime_s: orNull(Type.Integer(range), LIFETIME),
  origin: Origin,
})
export const LoginAnswer = Type.Object({ key: Key, domain: Domain })
const SCOPE = 'Scope of the token: `default`, or `approval` for reading, approving and rejecting annotations only.'
export const ExchangeBody = Type.Object({
  scope: orNull(Type.String({ enum: [...SCOPES] }), SCOPE),
  max_token_lifetime_s: orNull(Type.Number(range), LIFETIME),
  origin: Origin,
})
export const ExchangeAnswer = Type.Object({ key: Key, domain: Domain, scope: Type.String({ description: SCOPE }) })
const ORGANIZATION = 'URL of the organization in which the token acts.'
export const MembershipTokenBody = Type.Object({
  organization: Type.String({ description: ORGANIZATION }),
  origin: Origin,
})
export const MembershipTokenAnswer = Type.Object({
  key: Key,
  organization: Type.String({ format: 'uri', description: ORGANIZATION }),
})

export function authRoutes(router: Router): void {
  const post = (path: string, handle: (ctx: Ctx) => Promise<void>) =>
    router.post(path, (context) => handle(context as unknown as Ctx))
  post('/auth/login', login)
  post('/auth/logout', logout)
  post('/auth/token', exchange)
  post('/auth/membership_token', membershipToken)

  const own = (verb: typeof retrieve) =>
    answering((request) => verb(users, { ...request, params: { id: String(request.who.user_id) } }))
  router.get('/auth/user', own(retrieve))
  router.put('/auth/user', own(replace))
  router.patch('/auth/user', own(update))
}

/** Returns the validated body; converts numbers, which forms send as text. */
function bodyOf(ctx: Ctx, schema: TSchema): Record<string, unknown> {
  const sent = ctx.request.body ?? {}
  if (typeof sent !== 'object' || Array.isArray(sent)) throw badRequest('Expected a JSON object.')
  const body = { ...(sent as Record<string, unknown>) }
  const seconds = body.max_token_lifetime_s
  if (typeof seconds === 'string') {
    if (seconds.trim() === '' || Number.isNaN(Number(seconds)))
      throw invalid({ max_token_lifetime_s: ['A valid number is required.'] })
    body.max_token_lifetime_s = Number(seconds)
  }
  checkBody(schema, body)
  return body
}

const domainOf = async ({ state: { db } }: Ctx, organization_id: number): Promise<string | null> =>
  (await db('organizations').where('id', organization_id).first('domain'))?.domain ?? null

async function login(ctx: Ctx): Promise<void> {
  const { db, deps } = ctx.state
  const body = bodyOf(ctx, LoginBody) as { username: string; password: string; [name: string]: unknown }
  const tried = await attempt(deps, { username: body.username, address: ctx.ip }, () =>
    personOfPassword(db, body.username, body.password),
  )
  if ('wait_s' in tried) throw throttled(tried.wait_s, ctx.state.urls)
  const person = tried.result
  if (!person) {
    auditFailedLogin(deps.db, body.username, (err) => deps.log.error({ err }, 'the audit log could not be written'))
    throw unauthenticated('Unable to log in with provided credentials.')
  }
  const key = await createToken(db, person.id, {
    ...(typeof body.max_token_lifetime_s === 'number' ? { lifetime_s: body.max_token_lifetime_s } : {}),
    origin: (body.origin as string | null | undefined) ?? null,
  })
  if (startsSession(ctx)) setSessionCookies(ctx, await createSession(db, person.id))
  await db('users').where('id', person.id).update({ last_login: db.fn.now() })
  await auditLogin(db, person, 'password')
  ctx.status = 200
  ctx.body = { key, domain: await domainOf(ctx, person.organization_id) }
}

/** Deletes the token of the request, and ends the caller's session if its cookie was sent. */
async function logout(ctx: Ctx): Promise<void> {
  const { db, deps, who, credential } = ctx.state
  await writeAudit(db, [{ object_type: 'user', object_id: who.user_id, action: 'logout' }])
  if (credential?.kind === 'token') await deleteToken(db, credential.id)
  const cookie = deps.config.sessions !== 'none' ? ctx.cookies.get(SESSION_COOKIE) : undefined
  if (cookie) {
    await endSession(db, who.user_id, cookie)
    clearSessionCookies(ctx)
  }
  ctx.body = { detail: 'Successfully logged out.' }
}

/** The token of a hook ends with its call, and gives no access to other organizations in which its owner works. */
function refuseHooks(credential: Ctx['state']['credential']): void {
  if (credential?.kind === 'token' && credential.ofHook)
    throw forbidden('The token of a hook cannot create other tokens.')
}

/**
 * Creates another token for the same user and organization, with the same or a narrower scope, that ends with the old one at the latest.
 * One-time tokens and JWTs have been consumed by the check of the credentials; other tokens stay valid.
 */
async function exchange(ctx: Ctx): Promise<void> {
  const { db, who, credential } = ctx.state
  refuseHooks(credential)
  const body = bodyOf(ctx, ExchangeBody)
  const old = credential?.kind === 'token' ? credential : null
  if (!old && credential?.kind !== 'jwt') throw forbidden('Only a token or a JWT can be exchanged.')
  const scope = (body.scope ?? old?.scope ?? 'default') as Scope
  if (scope === 'default' && old?.scope === 'approval') throw forbidden('The scope of this token does not allow it.')
  const requested = body.max_token_lifetime_s as number | null | undefined
  const lasting = old && !old.one_time ? old : null
  const key = await createToken(db, who.user_id, {
    lifetime_s: Math.min(requested ?? TOKEN_LIFETIME_S, lasting?.lifetime_s ?? TOKEN_LIFETIME_S),
    ...(lasting ? { source_expires_at: lasting.expires_at } : {}),
    scope,
    origin: (body.origin as string | null | undefined) ?? null,
    organization_id: old?.organization_id ?? null,
    membership_id: old?.membership_id ?? null,
  })
  if (!old) await auditLogin(db, { ...who, id: who.user_id }, 'jwt')
  ctx.status = 200
  ctx.body = { key, domain: await domainOf(ctx, who.organization_id), scope }
}

async function membershipToken(ctx: Ctx): Promise<void> {
  const { db, who, urls, credential } = ctx.state
  refuseHooks(credential)
  const body = bodyOf(ctx, MembershipTokenBody)
  const organization_id = idFromUrl('organizations', body.organization)
  if (organization_id === null) throw invalid({ organization: ['Invalid hyperlink - No URL match.'] })
  const origin = (body.origin as string | null | undefined) ?? null
  const key = await createMembershipToken(db, who, organization_id, {
    origin,
    ...(credential?.kind === 'token' ? { lifetime_s: credential.lifetime_s } : {}),
    ...(credential && 'expires_at' in credential ? { source_expires_at: credential.expires_at } : {}),
  })
  ctx.status = 200
  ctx.body = { key, organization: urls.of('organizations', organization_id) }
}
