/** Limits how many usernames of other organizations an administrator can find out by creating and renaming users. */
import type { Context, Next } from 'koa'
import { countTakenName, waitForNames } from '../../domain/people/taken-names.ts'
import type { State } from '../state.ts'
import { throttled } from './rate-limit.ts'

const USERS = /^\/api\/v1\/(users(\/\d+)?|auth\/user)\/?$/
const UNIQUE = 'users_username'

export async function takenNames(ctx: Context, next: Next): Promise<void> {
  const { who, db, urls } = ctx.state as Partial<State> & Pick<State, 'db' | 'urls'>
  const { username } = (ctx.request.body ?? {}) as { username?: unknown }
  if (!who || typeof username !== 'string' || !USERS.test(ctx.path)) return next()
  const wait_s = await waitForNames(db, who.organization_id)
  if (wait_s) throw throttled(wait_s, urls)
  try {
    await next()
  } catch (error) {
    const { nativeError = error } = error as { nativeError?: unknown }
    if ((nativeError as { constraint?: string }).constraint === UNIQUE)
      await countTakenName(db, who.organization_id, username)
    throw error
  }
}
