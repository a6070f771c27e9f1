/** Delegations: an approver lets another user approve and reject for a period. */
import type { Knex } from 'knex'
import { forbidden, type FieldErrors } from '../../errors.ts'
import { Delegation, type AnnotationAssignee, type RowOf } from '../../models/index.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf, type Writer } from '../rows.ts'
import { announceDelegation, type Announcer } from './delegation-letters.ts'
import { ineligible } from './eligible.ts'

const rows = rowsOf(Delegation)

/** The longest delegation, in days: a forgotten one expires. */
export const MAX_DAYS = 366

/** Whose part of an approval step a user takes: null for their own. */
export interface Part {
  on_behalf_of: number | null
}

/**
 * Returns whose part of the current step of an annotation a user can take: their own if they are assigned, else that of an assignee who
 * delegates to them now and has not decided. Null if there is none.
 */
export async function partOf(
  tx: Tx,
  { id: annotation_id, organization_id }: { id: number; organization_id: number },
  user_id: number,
): Promise<Part | null> {
  const own = await tx<RowOf<AnnotationAssignee>>('annotation_assignees')
    .where({ annotation_id, user_id })
    .first('user_id')
  if (own) return { on_behalf_of: null }
  const { rows } = await tx.raw<{ rows: { user_id: number }[] }>(
    `select d.user_id
       from delegations d
       join annotation_assignees s on s.annotation_id = :annotation_id and s.user_id = d.user_id
       join users u on u.id = d.user_id and u.is_active
       left join workflow_runs r on r.annotation_id = s.annotation_id and r.workflow_status = 'pending'
      where d.delegate_id = :user_id and d.organization_id = :organization_id
        and d.starts_at <= now() and d.ends_at > now()
      -- Those who have not decided first.
      order by exists (select from workflow_activities v
                        where v.workflow_run_id = r.id and v.workflow_step_id = r.current_step_id and v.action = 'approved'
                          and coalesce(v.on_behalf_of, v.created_by) = d.user_id), d.user_id
      limit 1`,
    { annotation_id, user_id, organization_id },
  )
  return rows[0] ? { on_behalf_of: rows[0].user_id } : null
}

/** Returns the users to whom these approvers delegate now. */
export const delegatesOf = (tx: Tx, organization_id: number, user_ids: readonly number[]): Promise<number[]> =>
  tx('delegations')
    .where({ organization_id })
    .whereIn('user_id', [...user_ids])
    .whereRaw('starts_at <= now() and ends_at > now()')
    .pluck<number[]>('delegate_id')

type Columns = Partial<RowOf<Delegation>>
type Author = Writer & { user_id: number; admin: boolean }

/**
 * Creates a delegation of the author or, by an administrator, of another user, and informs the delegate. Throws 403 for others, and for administrators who would be the
 * delegates themselves: they would approve in the name of somebody who has not asked for it, without the reason that an override needs.
 */
export async function createDelegation(deps: Announcer, tx: Tx, author: Author, columns: Columns): Promise<number> {
  const user_id = columns.user_id ?? author.user_id
  if (!author.admin && user_id !== author.user_id)
    throw forbidden('Only administrators may delegate the approvals of other users.')
  assertOther(author, user_id, columns.delegate_id)
  const id = await rows.create(tx, author, { ...columns, user_id })
  await announceDelegation(deps, tx, undefined, await Delegation.query(tx).findById(id))
  return id
}

/** Changes the delegate or the times, and informs the delegates. Throws 403 unless it is the author's own delegation or the author is an administrator. */
export async function updateDelegation(
  deps: Announcer,
  tx: Tx,
  author: Author,
  row: RowOf<Delegation>,
  columns: Columns,
): Promise<void> {
  assertOwn(author, row)
  assertOther(author, row.user_id, columns.delegate_id)
  await rows.update(tx, author, row.id, columns)
  await announceDelegation(deps, tx, row, await Delegation.query(tx).findById(row.id))
}

/** Deletes a delegation, under the same conditions. */
export async function deleteDelegation(deps: Announcer, tx: Tx, author: Author, row: RowOf<Delegation>): Promise<void> {
  assertOwn(author, row)
  await rows.delete(tx, row.id)
  await announceDelegation(deps, tx, row, undefined)
}

function assertOwn({ admin, user_id }: Author, row: RowOf<Delegation>): void {
  if (!admin && row.user_id !== user_id)
    throw forbidden('Only the approver and administrators may change a delegation.')
}

function assertOther(author: Author, user_id: number, delegate_id: number | undefined): void {
  if (user_id !== author.user_id && delegate_id === author.user_id)
    throw forbidden('Only the approver may make you the delegate.')
}

/** Returns what is wrong with a delegation: its times, and users who could not approve, with the reason if `isNamed`. */
export async function checkDelegation(
  db: Knex,
  organization_id: number,
  {
    user_id,
    delegate_id,
    starts_at,
    ends_at,
  }: Pick<RowOf<Delegation>, 'user_id' | 'delegate_id' | 'starts_at' | 'ends_at'>,
  isNamed: boolean,
): Promise<FieldErrors | null> {
  const [start, end] = [Date.parse(starts_at), Date.parse(ends_at)]
  if (!(end > start)) return { ends_at: ['The end must be after the start.'] }
  if (end - start > MAX_DAYS * 86_400_000) return { ends_at: [`A delegation lasts at most ${MAX_DAYS} days.`] }
  if (user_id === delegate_id) return { delegate: ['The delegate must be another user.'] }
  const found = await ineligible(db, { organization_id, queue_id: null }, [user_id, delegate_id])
  // Roles of others are known to administrators only.
  const why = (id: number) => [`Cannot approve: ${isNamed ? found.get(id) : `user ${id}`}.`]
  const errors = {
    ...(found.has(user_id) ? { user: why(user_id) } : {}),
    ...(found.has(delegate_id) ? { delegate: why(delegate_id) } : {}),
  }
  return Object.keys(errors).length > 0 ? errors : null
}
