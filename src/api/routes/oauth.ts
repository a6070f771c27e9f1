/** Single sign-on: redirects to the OpenID provider of an organization, and receives its code. */
import type Router from '@koa/router'
import { invalid, notFound } from '../../errors.ts'
import { createToken } from '../../domain/people/credentials.ts'
import { beginLogin, findProvider, finishLogin, LOGIN_LIFETIME_S, signOnFailed } from '../../domain/people/oidc.ts'
import { auditLogin, auditRefusedSignOn } from '../../domain/requests/audit.ts'
import { createSession } from '../../domain/people/sessions.ts'
import { redirectUriOf } from '../../resources/people/oidc-providers.ts'
import { setSessionCookies, writeCookie } from '../session-cookies.ts'
import type { Ctx } from '../state.ts'

export function oauthRoutes(router: Router): void {
  router.get('/oauth/login', (context) => login(context as unknown as Ctx))
  router.get('/oauth/code/:provider', (context) => code(context as unknown as Ctx))
}

/** Name of the cookie of a login. A browser may have several logins in progress, so each has its own cookie. */
const cookieOf = (state: string) => `oidc_${state.replace(/[^\w-]/g, '').slice(0, 24)}`

async function login(ctx: Ctx): Promise<void> {
  const { db, deps, urls } = ctx.state
  const organization_id = idOf(ctx, 'organization')
  if (organization_id === undefined) throw invalid({ organization: ['This field is required.'] })
  const id = idOf(ctx, 'provider')
  const provider = await findProvider(db, id === undefined ? { organization_id } : { organization_id, id })
  if (!provider) throw notFound('OpenID provider')
  const { url, state, pending } = await beginLogin(deps, provider, redirectUriOf(urls, provider.id))
  writeCookie(ctx, cookieOf(state), pending, LOGIN_LIFETIME_S)
  ctx.set('Cache-Control', 'no-store')
  ctx.redirect(url)
}

function idOf(ctx: Ctx, name: string): number | undefined {
  const value = [ctx.query[name] ?? ''].flat()[0]!.trim()
  if (value === '') return undefined
  if (!/^\d{1,15}$/.test(value)) throw invalid({ [name]: [`"${value}" is not a valid id.`] })
  return Number(value)
}

async function code(ctx: Ctx): Promise<void> {
  const { db, deps, request_id } = ctx.state
  const cookie = cookieOf([ctx.query.state ?? ''].flat()[0]!)
  const pending = ctx.cookies.get(cookie)
  // Valid for one attempt, regardless of the result.
  if (pending !== undefined) writeCookie(ctx, cookie, '', 0)
  ctx.set('Cache-Control', 'no-store')
  const answer = await finishLogin(deps, { provider_id: Number(ctx.params.provider), query: ctx.querystring }, pending)
  if ('refused' in answer) {
    deps.log.warn({ request_id, reason: answer.refused, organization: answer.organization_id }, 'sign-on refused')
    await auditRefusedSignOn(db, answer.organization_id, 'oidc')
    throw signOnFailed()
  }
  const { person } = answer
  const key = await createToken(db, person.id, { origin: 'oidc' })
  if (deps.config.sessions) setSessionCookies(ctx, await createSession(db, person.id))
  await auditLogin(db, person, 'oidc')
  const { domain } = await db('organizations').where('id', person.organization_id).first('domain')
  ctx.body = { key, domain: domain as string | null }
}
