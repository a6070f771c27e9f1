/** Passwords: change, reset by email, and score (contract 4.18 to 4.21). */
import type Router from '@koa/router'
import { Type, type Static } from 'typebox'
import type { Config } from '../../config.ts'
import { invalid } from '../../errors.ts'
import { attempt } from '../../domain/people/login-attempts.ts'
import { callerOf, changePassword, confirmReset, requestReset } from '../../domain/people/passwords.ts'
import { queueLetter } from '../../domain/mail/outgoing.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import type { Letter } from '../../mail/smtp.ts'
import { networkOf } from '../../rules/access/network.ts'
import { PASSWORD_LENGTH } from '../../rules/access/passwords.ts'
import { throttled } from '../middleware/rate-limit.ts'
import { checkBody } from '../../resources/framework/validate.ts'
import { retrieve } from '../../resources/framework/verbs.ts'
import { users } from '../../resources/people/users.ts'
import { requestOf, send } from '../koa-request.ts'
import type { Ctx } from '../state.ts'

const text = (description: string) => Type.String({ minLength: 1, maxLength: 1024, description })
const newPasswords = {
  new_password1: text(
    `New password, ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters; must not be easy to guess.`,
  ),
  new_password2: text('New password, repeated.'),
}
export const ChangeBody = Type.Object({ old_password: text('Current password.'), ...newPasswords })
export const ResetBody = Type.Object({ email: text('Email address of the user.') })
export const ConfirmBody = Type.Object({
  uid: text('Value of `uid` in the email.'),
  token: text('Value of `token` in the email.'),
  ...newPasswords,
})
const name = (description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()], { description }))
export const ScoreBody = Type.Object({
  password: Type.String({ maxLength: 1024, description: 'Password to score; it is not stored.' }),
  email: name('Email address of the user; a password similar to it is rejected.'),
  first_name: name('First name of the user; a password similar to it is rejected.'),
  last_name: name('Last name of the user; a password similar to it is rejected.'),
})
type ScoreBody = Static<typeof ScoreBody>
export const ScoreAnswer = Type.Object({
  score: Type.Integer({ minimum: 0, maximum: 4, description: 'Score from 0 to 4; 3 and 4 are good.' }),
  messages: Type.Array(Type.String(), {
    description: 'Reasons why the password is rejected; empty if it is accepted.',
  }),
})
export const Detail = Type.Object({ detail: Type.String({ description: 'Description of the result.' }) })

export function passwordRoutes(router: Router): void {
  const post = (path: string, handle: (ctx: Ctx) => Promise<void> | void) =>
    router.post(path, (context) => handle(context as unknown as Ctx))
  post('/auth/password/change', change)
  post('/auth/password/reset', reset)
  post('/auth/password/reset/confirm', confirm)
  post('/auth/password/score', score)
}

/** Returns the validated JSON or form body; `T` must match the schema. */
function bodyOf<T>(ctx: Ctx, schema: Parameters<typeof checkBody>[0]): T {
  const body = ctx.request.body ?? {}
  checkBody(schema, body)
  return body as T
}

/** Wrong old passwords count as failed logins, so that a stolen token cannot be used to guess the password. */
async function change(ctx: Ctx): Promise<void> {
  const { deps, who, credential } = ctx.state
  const body = bodyOf<{ old_password: string; new_password1: string; new_password2: string }>(ctx, ChangeBody)
  const tried = await attempt(deps, { username: who.username, address: ctx.ip }, async () =>
    (await changePassword(deps, who.user_id, body, credential)) ? true : undefined,
  )
  if ('wait_s' in tried) throw throttled(tried.wait_s, ctx.state.urls)
  if (!tried.result) throw invalid({ old_password: ['Your old password was entered incorrectly.'] })
  send(ctx, await retrieve(users, { ...requestOf(ctx), params: { id: String(who.user_id) } }))
}

/** The email is queued in the background, so that neither the response nor its time reveals whether the user exists. */
async function reset(ctx: Ctx): Promise<void> {
  const { email } = bodyOf<{ email: string }>(ctx, ResetBody)
  void sendReset(ctx.state, email)
  ctx.body = { detail: 'If an account with this address exists, an e-mail with further steps has been sent to it.' }
}

/** Stores the email and its token in one transaction; the workflow `sendEmail` delivers it with retries. */
async function sendReset({ deps, request_id }: Ctx['state'], email: string): Promise<void> {
  try {
    const user = await transact(deps, async (tx) => {
      const found = await requestReset(tx, email)
      if (found && deps.config.smtp)
        await queueLetter({ ...deps, db: tx }, found.organization_id, resetLetter(deps.config, found))
      return found?.user_id
    })
    if (user === undefined) return
    if (deps.config.smtp) deps.log.info({ user, request_id }, 'a password reset message was queued')
    else
      deps.log.warn(
        { user, request_id },
        'a password reset was requested, but SMTP_HOST is not set: no message was queued',
      )
  } catch (error) {
    deps.log.error({ err: error, request_id }, 'a password reset message could not be queued')
  }
}

function resetLetter(
  { passwordResetUrl, publicBaseUrl }: Config,
  { to, uid, token }: { to: string; uid: string; token: string },
): Letter {
  const way = passwordResetUrl
    ? passwordResetUrl.replaceAll('{uid}', uid).replaceAll('{token}', token)
    : [
        // Never the host of the request, which the client chooses.
        `POST ${publicBaseUrl ?? '/api'}/v1/auth/password/reset/confirm`,
        JSON.stringify({ uid, token, new_password1: '...', new_password2: '...' }),
      ].join('\n')
  const text = `A password reset was requested for ${to}.\n\nTo set a new password, use the following once within an hour:\n\n${way}\n\nIf you did not request it, ignore this email; your password stays unchanged.\n`
  return { to, subject: 'Password reset', text }
}

async function confirm(ctx: Ctx): Promise<void> {
  const body = bodyOf<Parameters<typeof confirmReset>[1]>(ctx, ConfirmBody)
  await confirmReset(ctx.state.deps, body)
  ctx.body = { detail: 'The password has been set.' }
}

/** Needs no login; callers without one take turns by address. */
async function score(ctx: Ctx): Promise<void> {
  const { deps, who } = ctx.state as Pick<Ctx['state'], 'deps'> & Partial<Ctx['state']>
  const { password, email, first_name, last_name } = bodyOf<ScoreBody>(ctx, ScoreBody)
  const caller = who ? callerOf(who) : `address:${networkOf(ctx.ip)}`
  ctx.body = await deps.passwordChecks.score(caller, password, { email, first_name, last_name })
}
