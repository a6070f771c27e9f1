/** Eligible approvers: users who can see an annotation and approve it. */
import type { Knex } from 'knex'
import { mayDo, ROLES } from '../../rules/access/permissions.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rolesAbroad } from '../people/credentials.ts'
import { dutiesAt, type Position } from './four-eyes.ts'

export interface Place {
  organization_id: number
  /** Null: access to queues does not matter. */
  queue_id: number | null
}

interface Candidate {
  id: number
  username: string
  is_active: boolean
  is_home: boolean
  membership_id: number | null
  limited: boolean | null
  roles: string[]
  roles_there: string[]
  has_queue: boolean
  has_queue_there: boolean
}

/** Returns why users are not eligible to approve annotations of a queue, by id, such as `ada@example.com is not active`. */
export async function ineligible(db: Knex, { organization_id, queue_id }: Place, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const { rows } = await db.raw<{ rows: Candidate[] }>(
    `select u.id, u.username, u.is_active and u.deleted_at is null as is_active,
            u.organization_id = :organization_id as is_home, m.id as membership_id, m.limited,
            array(select g.name from user_groups ug join groups g on g.id = ug.group_id where ug.user_id = u.id) as roles,
            array(select g.name from membership_groups mg join groups g on g.id = mg.group_id
                   where mg.membership_id = m.id) as roles_there,
            exists (select 1 from user_queues q where q.user_id = u.id and q.queue_id = :queue_id) as has_queue,
            exists (select 1 from membership_queues q
                     where q.membership_id = m.id and q.queue_id = :queue_id) as has_queue_there
       from users u
       left join memberships m on m.user_id = u.id and m.organization_id = :organization_id
                              and (m.expires_at is null or m.expires_at > now())
      where u.id = any(:ids::bigint[])
      order by u.username`,
    { organization_id, queue_id, ids: [...new Set(ids)] },
  )
  return new Map(
    rows.flatMap((row) => {
      const why = whyNot(row, queue_id !== null)
      return why === null ? [] : [[row.id, `${row.username} ${why}`] as const]
    }),
  )
}

function whyNot(row: Candidate, needsQueue: boolean): string | null {
  if (!row.is_active) return 'is not active'
  const names = row.is_home ? row.roles : rolesAbroad(row.roles, row.roles_there)
  const roles = ROLES.filter((role) => names.includes(role))
  if (!mayDo('approve', roles)) return 'has no role that may approve'
  const seesAll = mayDo('administer', roles) && (row.is_home || !row.limited)
  const hasQueue = row.is_home ? row.has_queue : row.has_queue_there
  return !needsQueue || seesAll || hasQueue ? null : 'has no access to the queue'
}

/** Returns why users may not approve a step of a run, by id: they are not eligible, or the workflow separates duties. */
export async function excludedAt(
  tx: Tx,
  run: Position & { organization_id: number },
  step_id: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { queue_id } = await tx('annotations').where('id', run.annotation_id).first<{ queue_id: number }>('queue_id')
  const excluded = await ineligible(tx, { ...run, queue_id }, ids)
  const { barred } = await dutiesAt(tx, run, step_id)
  const others = ids.filter((id) => barred.has(id) && !excluded.has(id))
  const names = await tx('users').whereIn('id', others).select<{ id: number; username: string }[]>('id', 'username')
  for (const { id, username } of names) excluded.set(id, `${username} ${barred.get(id)}`)
  return excluded
}
