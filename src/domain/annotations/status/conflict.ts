/** The 409 of a request that another user, or the end of a review, has made impossible. It names who and when. */
import type { Knex } from 'knex'
import { conflictStatus, type ApiError } from '../../../errors.ts'
import type { Annotation, RowOf } from '../../../models/index.ts'
import type { Status } from '../../../rules/annotations/status.ts'

type Subject = Pick<RowOf<Annotation>, 'status' | 'modifier_id'> & { id: number }

/** The last change of a status. */
interface Change {
  from: Status | null
  to: Status
  actor_id: number | null
  created_at: string
}

/**
 * Returns the error with `reason` and, if it is due to another user or to the session timeout, a sentence that names the user and the time.
 * `caller` is the user whose request is refused.
 */
export async function statusConflict(
  db: Knex,
  reason: string,
  subject: Subject,
  caller: number | null,
): Promise<ApiError> {
  const cause = subject.status === 'purged' ? null : await causeOf(db, subject, caller)
  return conflictStatus(cause ? `${reason} ${cause}` : reason)
}

async function causeOf(db: Knex, { id, status, modifier_id }: Subject, caller: number | null): Promise<string | null> {
  const last = await lastChange(db, id)
  if (status === 'reviewing') {
    if (modifier_id === null || modifier_id === caller) return null
    const name = await nameOf(db, modifier_id)
    // An administrator may have named another reviewer since: then the time of the start is not theirs.
    const isStarter = last?.to === 'reviewing' && last.actor_id === modifier_id
    return isStarter ? `${name} started the review ${at(last.created_at)}.` : `The reviewer is ${name}.`
  }
  if (!last || last.to !== status || (last.actor_id !== null && last.actor_id === caller)) return null
  if (last.actor_id !== null)
    return `${await nameOf(db, last.actor_id)} changed its status from ${last.from} to ${last.to} ${at(last.created_at)}.`
  if (last.from !== 'reviewing' || modifier_id === null) return null
  const whose = modifier_id === caller ? 'Your review' : `The review by ${await nameOf(db, modifier_id)}`
  return `${whose} timed out ${at(last.created_at)}.`
}

/** Returns the last change of the status that was not the creation; events are kept for a limited time. */
const lastChange = (db: Knex, annotation_id: number): Promise<Change | undefined> =>
  db('events')
    .where({ annotation_id, kind: 'annotation_status.changed' })
    .whereRaw(`data ->> 'from' is not null`)
    .orderBy('id', 'desc')
    .first<Change | undefined>(
      db.raw(`data ->> 'from' as "from"`),
      db.raw(`data ->> 'to' as "to"`),
      'actor_id',
      'created_at',
    )

/** Returns `Ada Admin (ada@example.org)`, or the username alone. */
export async function nameOf(db: Knex, user_id: number): Promise<string> {
  const user = await db('users')
    .where({ id: user_id })
    .first<{ name: string; username: string } | undefined>(
      db.raw(`trim(first_name || ' ' || last_name) as name`),
      'username',
    )
  if (!user) return `user ${user_id}`
  return user.name ? `${user.name} (${user.username})` : user.username
}

/** `on 2026-01-05 at 10:00 UTC`, of an ISO 8601 time in UTC. */
export const at = (time: string): string => `on ${time.slice(0, 10)} at ${time.slice(11, 16)} UTC`
