/** Single sign-on: redirects to the OpenID provider of an organization, and receives its code. */
import type Router from '@koa/router'
import { invalid, notFound } from '../../errors.ts'
import { createToken } from '../../domain/people/credentials.ts'
import { beginLogin, findProvider, finishLogin, LOGIN_LIFETIME_S, signOnFailed } from '../../domain/people/oidc.ts'
import { auditLogin, auditRefusedSignOn } from '../../domain/requests/audit.ts'
import { createSession } from '../../domain/people/sessions.ts'
import { redirectUriOf } from '../../resources/people/oidc-providers.ts'
import { isOpenedHere, prefixOf, siteOf } from '../own-pages.ts'
import { setSessionCookies, writeCookie } from '../session-cookies.ts'
import type { Ctx } from '../state.ts'

/** Longest path of a page after the login, in characters: it is part of a cookie. */
const MAX_NEXT = 500

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
  const next = nextOf(ctx)
  ctx.set('Cache-Control', 'no-store')
  // A provider may answer at once, so another site could give its visitor a session in an account of its choice. The screen asks first.
  if (next !== undefined && !isOpenedHere(ctx)) return ctx.redirect(`${siteOf(urls)}/app/?sign_on=${organization_id}`)
  const provider = await findProvider(db, id === undefined ? { organization_id } : { organization_id, id })
  if (!provider) throw notFound('OpenID provider')
  const { url, state, pending } = await beginLogin(deps, provider, redirectUriOf(urls, provider.id), next)
  writeCookie(ctx, cookieOf(state), pending, LOGIN_LIFETIME_S)
  ctx.redirect(url)
}

function idOf(ctx: Ctx, name: string): number | undefined {
  const value = [ctx.query[name] ?? ''].flat()[0]!.trim()
  if (value === '') return undefined
  if (!/^\d{1,15}$/.test(value)) throw invalid({ [name]: [`"${value}" is not a valid id.`] })
  return Number(value)
}

/** Returns the path of the page of the screen that the browser opens after the login. Throws 400 for every other address. */
function nextOf(ctx: Ctx): string | undefined {
  const given = [ctx.query.next ?? ''].flat()[0]!
  if (given === '') return undefined
  if (ctx.state.deps.config.sessions === 'none') throw invalid({ next: ['Sessions are disabled.'] })
  const base = 'http://sheaf.invalid'
  const url = given.length <= MAX_NEXT ? URL.parse(given, base) : null
  const prefix = prefixOf(ctx.state.urls)
  // The path as the browser has it, or as the service without a prefix would have it.
  const path = url?.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url?.pathname
  if (!path || url?.origin !== base || !/^\/app(\/|$)/.test(path))
    throw invalid({ next: ['Enter a path below /app/.'] })
  return `${path}${url.search}${url.hash}`
}

async function code(ctx: Ctx): Promise<void> {
  const { db, deps, urls, request_id } = ctx.state
  const cookie = cookieOf([ctx.query.state ?? ''].flat()[0]!)
  const pending = ctx.cookies.get(cookie)
  // Valid for one attempt, regardless of the result.
  if (pending !== undefined) writeCookie(ctx, cookie, '', 0)
  ctx.set('Cache-Control', 'no-store')
  const answer = await finishLogin(deps, { provider_id: Number(ctx.params.provider), query: ctx.querystring }, pending)
  const { next } = answer
  const site = siteOf(urls)
  if ('refused' in answer) {
    deps.log.warn({ request_id, reason: answer.refused, organization: answer.organization_id }, 'sign-on refused')
    await auditRefusedSignOn(db, answer.organization_id, 'oidc')
    if (next === undefined) throw signOnFailed()
    return ctx.redirect(`${site}/app/?sign_on=failed`)
  }
  const { person } = answer
  await auditLogin(db, person, 'oidc')
  if (next !== undefined || deps.config.sessions === 'all') setSessionCookies(ctx, await createSession(db, person.id))
  // The page uses the session: a token in its address would stay in the history of the browser.
  if (next !== undefined) return ctx.redirect(`${site}${next}`)
  const key = await createToken(db, person.id, { origin: 'oidc' })
  const { domain } = await db('organizations').where('id', person.organization_id).first('domain')
  ctx.body = { key, domain: domain as string | null }
}
