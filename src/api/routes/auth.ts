/** Login, logout and the caller's own user. */
import type Router from '@koa/router'
import { Type } from 'typebox'
import { invalid, unauthenticated } from '../../errors.ts'
import { createToken, deleteToken, personOfPassword, TOKEN_LIFETIME_S } from '../../domain/credentials.ts'
import { checkBody } from '../resource/validate.ts'
import { replace, retrieve, update } from '../resource/verbs.ts'
import { users } from '../resources/users.ts'
import type { Ctx } from '../state.ts'

const Lifetime = Type.Number({ minimum: 1, maximum: TOKEN_LIFETIME_S })
export const LoginBody = Type.Object({
  username: Type.String({ minLength: 1 }),
  password: Type.String({ minLength: 1 }),
  max_token_lifetime_s: Type.Optional(Type.Union([Lifetime, Type.Null()])),
  origin: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
export const LoginAnswer = Type.Object({ key: Type.String(), domain: Type.Union([Type.String(), Type.Null()]) })

export function authRoutes(router: Router): void {
  router.post('/auth/login', async (context) => {
    const ctx = context as unknown as Ctx
    const body = { ...(ctx.request.body as Record<string, unknown> | undefined) }
    // Form bodies carry text only.
    if (typeof body.max_token_lifetime_s === 'string') body.max_token_lifetime_s = lifetimeOf(body.max_token_lifetime_s)
    checkBody(LoginBody, body)
    const person = await personOfPassword(ctx.state.db, body.username as string, body.password as string)
    if (!person) throw unauthenticated('Unable to log in with provided credentials.')
    const key = await createToken(ctx.state.db, person.id, {
      ...(typeof body.max_token_lifetime_s === 'number' ? { lifetime_s: body.max_token_lifetime_s } : {}),
      origin: body.origin as string | null,
    })
    await ctx.state.db('users').where('id', person.id).update({ last_login: ctx.state.db.fn.now() })
    const organization = await ctx.state.db('organizations').where('id', person.organization_id).first('domain')
    ctx.status = 200
    ctx.body = { key, domain: organization?.domain ?? null }
  })

  router.post('/auth/logout', async (context) => {
    const ctx = context as unknown as Ctx
    if (ctx.state.who.token_id !== null) await deleteToken(ctx.state.db, ctx.state.who.token_id)
    ctx.body = { detail: 'Successfully logged out.' }
  })

  const own = (verb: (resource: typeof users, ctx: Ctx) => Promise<void>) => async (context: unknown) => {
    const ctx = context as Ctx
    ctx.params = { ...ctx.params, id: String(ctx.state.who.user_id) }
    await verb(users, ctx)
  }
  router.get('/auth/user', own(retrieve))
  router.put('/auth/user', own(replace))
  router.patch('/auth/user', own(update))
}

function lifetimeOf(text: string): number {
  const seconds = Number(text)
  if (text.trim() === '' || Number.isNaN(seconds))
    throw invalid({ max_token_lifetime_s: ['A valid number is required.'] })
  return seconds
}
