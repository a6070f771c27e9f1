/** Passwords: change, reset by mail, and how good one is (contract 4.18 to 4.21). */
import type Router from '@koa/router'
import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { attempt } from '../../domain/people/login-attempts.ts'
import { changePassword, confirmReset, requestReset } from '../../domain/people/passwords.ts'
import { queueLetter } from '../../domain/mail/outgoing.ts'
import { scorePassword } from '../../rules/passwords.ts'
import { throttled } from '../middleware/rate-limit.ts'
import { checkBody } from '../../resources/engine/validate.ts'
import { retrieve } from '../../resources/engine/verbs.ts'
import { users } from '../../resources/people/users.ts'
import { requestOf, send } from '../koa-request.ts'
import type { Ctx } from '../state.ts'
import { limitsUrl } from './auth.ts'

const Text = Type.String({ minLength: 1, maxLength: 1024 })
export const ChangeBody = Type.Object({ old_password: Text, new_password1: Text, new_password2: Text })
export const ResetBody = Type.Object({ email: Text })
export const ConfirmBody = Type.Object({ uid: Text, token: Text, new_password1: Text, new_password2: Text })
const Name = Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()]))
export const ScoreBody = Type.Object({
  password: Type.String({ maxLength: 1024 }),
  email: Name,
  first_name: Name,
  last_name: Name,
})
export const ScoreAnswer = Type.Object({
  score: Type.Integer({ minimum: 0, maximum: 4 }),
  messages: Type.Array(Type.String()),
})
export const Detail = Type.Object({ detail: Type.String() })

export function passwordRoutes(router: Router): void {
  const post = (path: string, handle: (ctx: Ctx) => Promise<void> | void) =>
    router.post(path, (context) => handle(context as unknown as Ctx))
  post('/auth/password/change', change)
  post('/auth/password/reset', reset)
  post('/auth/password/reset/confirm', confirm)
  post('/auth/password/score', score)
}

/** The JSON or form body, checked; `T` is what its schema says. */
function bodyOf<T>(ctx: Ctx, schema: Parameters<typeof checkBody>[0]): T {
  const body = ctx.request.body ?? {}
  checkBody(schema, body)
  return body as T
}

/** Guesses of the old password count like failed logins: a stolen token must not become a way to it. */
async function change(ctx: Ctx): Promise<void> {
  const { db, deps, who, credential } = ctx.state
  const body = bodyOf<{ old_password: string; new_password1: string; new_password2: string }>(ctx, ChangeBody)
  const tried = await attempt(deps, { username: who.username, address: ctx.ip }, async () =>
    (await changePassword(db, who.user_id, body, credential)) ? true : undefined,
  )
  if ('wait_s' in tried) throw throttled(tried.wait_s, limitsUrl(ctx))
  if (!tried.result) throw invalid({ old_password: ['Your old password was entered incorrectly.'] })
  send(ctx, await retrieve(users, { ...requestOf(ctx), params: { id: String(who.user_id) } }))
}

/** The answer and the time it takes are the same whether there is such a user or not: the mail is sent beside it. */
async function reset(ctx: Ctx): Promise<void> {
  const { email } = bodyOf<{ email: string }>(ctx, ResetBody)
  void sendReset(ctx.state, email)
  ctx.body = { detail: 'If an account with this address exists, an e-mail with further steps has been sent to it.' }
}

async function sendReset({ db, deps, request_id }: Ctx['state'], email: string): Promise<void> {
  const { smtp, passwordResetUrl } = deps.config
  try {
    const found = await requestReset(db, email)
    if (!found) return
    const { to, uid, token, user_id, organization_id } = found
    if (!smtp) {
      deps.log.warn({ user: user_id, request_id }, 'password reset requested, but SMTP_HOST is not set: no mail sent')
      return
    }
    const way = passwordResetUrl
      ? passwordResetUrl.replaceAll('{uid}', uid).replaceAll('{token}', token)
      : [
          // Never the host of the request: a client can send any.
          `POST ${deps.config.publicBaseUrl ?? '/api'}/v1/auth/password/reset/confirm`,
          JSON.stringify({ uid, token, new_password1: '...', new_password2: '...' }),
        ].join('\n')
    const text = `A new password was requested for ${to}.\n\nTo set it, use the following once, within an hour:\n\n${way}\n\nIf you did not request it, ignore this message; your password does not change.\n`
    await queueLetter(deps, organization_id, { to, subject: 'A new password', text })
    deps.log.info({ user: user_id, request_id }, 'a password reset message was queued')
  } catch (error) {
    deps.log.error({ err: error, request_id }, 'a password reset message could not be queued')
  }
}

async function confirm(ctx: Ctx): Promise<void> {
  const body = bodyOf<Parameters<typeof confirmReset>[1]>(ctx, ConfirmBody)
  await confirmReset(ctx.state.db, body)
  ctx.body = { detail: 'The password has been set.' }
}

function score(ctx: Ctx): void {
  const { password, ...known } = bodyOf<{ password: string; email?: string }>(ctx, ScoreBody)
  ctx.body = scorePassword(password, known)
}
