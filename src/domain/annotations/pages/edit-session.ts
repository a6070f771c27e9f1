/** Tracks which user is working on the parts of an annotation. */
import { conflictStatus, notFound } from '../../../errors.ts'
import { mayMove } from '../../../rules/annotations/status.ts'
import { transact, type Transactor, type Tx } from '../../outbox/transaction.ts'
import { sessionTimeout } from '../review/review.ts'
import { isGone, partsOf } from './edit-parts.ts'
import { at, nameOf } from '../status/conflict.ts'
import { lockAnnotations, type LockedAnnotation } from '../status/lock.ts'
import { moveLocked, type Mover } from '../status/move.ts'

// A parent that has not been split is locked like any review. A parent in `split` keeps its status: a row of page_edit_sessions names the
// user working on it, and expires after the queue's session timeout.

/** Throws 409 while another user is working on the parts. */
export async function checkSession(tx: Tx, parent: LockedAnnotation, who: Mover): Promise<void> {
  const held = await tx('page_edit_sessions as s')
    .join('annotations as a', 'a.id', 's.annotation_id')
    .join('queues as q', 'q.id', 'a.queue_id')
    .where('s.annotation_id', parent.id)
    .where((other) => void other.whereNot('s.user_id', who.user_id))
    .whereRaw('s.started_at + q.session_timeout > now()')
    .first<{ user_id: number; started_at: string } | undefined>('s.user_id', 's.started_at')
  if (!held) return
  const name = await nameOf(tx, held.user_id)
  throw conflictStatus(
    `The annotation is being reviewed by another user. ${name} started the review ${at(held.started_at)}.`,
  )
}

export async function keepSession(tx: Tx, who: Mover, { id, organization_id }: LockedAnnotation): Promise<void> {
  await tx('page_edit_sessions')
    .insert({ annotation_id: id, organization_id, user_id: who.user_id, started_at: tx.fn.now() })
    .onConflict('annotation_id')
    .merge(['user_id', 'started_at'])
}

export const endSession = (tx: Tx, annotation_id: number): Promise<number> =>
  tx('page_edit_sessions').where({ annotation_id }).delete()

/** Ends the review of the annotation, if there is one. Throws 409 if it belongs to another user. */
export async function release(tx: Tx, who: Mover, row: LockedAnnotation, request_id: string | null): Promise<void> {
  if (row.status === 'reviewing') await moveLocked(tx, who, row, 'cancel', { request_id })
}

/**
 * Locks the parent for the caller, and those of its parts in `seen` whose status allows it. Rejects with 409 if the parent has a status in
 * which pages cannot be edited, or if another user holds it.
 */
export async function startEditing(
  deps: Transactor,
  who: Mover,
  request: { parent_id: number; seen: readonly number[]; request_id: string | null },
): Promise<{ started: Set<number>; session_timeout: string }> {
  const { parent_id, request_id } = request
  const started = await transact(deps, async (tx) => {
    const parts = (await partsOf(tx, parent_id)).filter((part) => !isGone(part))
    const children = parts.flatMap(({ annotation_id }) => annotation_id ?? [])
    const rows = await lockAnnotations(tx, [parent_id, ...children.filter((id) => request.seen.includes(id))])
    const parent = rows.find(({ id }) => id === parent_id)
    if (!parent) throw notFound('Annotation')
    await lockParent(tx, who, parent, request_id)
    const started = new Set<number>()
    for (const row of rows) {
      if (row === parent || !mayMove(row.status, 'start', { caller: who.user_id, modifier: row.modifier_id }).allowed)
        continue
      await moveLocked(tx, who, row, 'start', { request_id })
      started.add(row.id)
    }
    return started
  })
  return { started, session_timeout: await sessionTimeout(deps.db, parent_id) }
}

async function lockParent(tx: Tx, who: Mover, parent: LockedAnnotation, request_id: string | null): Promise<void> {
  if (parent.status === 'split') {
    await checkSession(tx, parent, who)
    await keepSession(tx, who, parent)
    return
  }
  await moveLocked(tx, who, parent, 'start', { context: { statuses: ['to_review', 'reviewing'] }, request_id })
}

/** Reverts `startEditing`: ends the reviews of these parts and, with `parent`, that of the parent. */
export async function cancelEditing(
  deps: Transactor,
  who: Mover,
  request: {
    parent_id: number
    children: number[]
    parent: boolean
    changes: Record<string, number>
    request_id: string | null
  },
): Promise<void> {
  const { parent_id, children, request_id, changes } = request
  await transact(deps, async (tx) => {
    const rows = await lockAnnotations(tx, [parent_id, ...children])
    for (const row of rows) if (row.id !== parent_id || request.parent) await release(tx, who, row, request_id)
    const parent = rows.find(({ id }) => id === parent_id)
    if (parent && request.parent && parent.status === 'split') {
      await checkSession(tx, parent, who)
      await endSession(tx, parent_id)
    }
    if (Object.keys(changes).length > 0) await tx('annotations').where('id', parent_id).update(changes)
  })
}
