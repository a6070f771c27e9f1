/** The next annotation of a queue for a reviewer. */
import { mayMove, type Status } from '../../../rules/annotations/status.ts'
import { transact, type Transactor, type Tx } from '../../outbox/transaction.ts'
import { lockAnnotation } from '../status/lock.ts'
import { moveLocked, type Mover } from '../status/move.ts'

interface Wanted {
  queue_id: number
  /** Statuses to start from, in the order of preference. */
  statuses: readonly Status[]
  /** Annotations to choose from, in the order of preference; all of the queue by default. */
  annotation_ids?: readonly number[]
  request_id: string | null
}

/**
 * Starts the review of the next annotation and returns its id; null if there is none. Annotations that other requests are starting at the
 * same time are skipped, so that each caller gets a different one. If all that is left is locked, waits for the locks: they may be those of
 * the service, which reviews nothing.
 */
export const startNext = (deps: Transactor, who: Mover, wanted: Wanted): Promise<number | null> =>
  transact(deps, async (tx) => {
    const { statuses, request_id } = wanted
    const caller = who.user_id
    // A review of another user is never started, so only the caller's own count.
    const startable = statuses.filter((from) => mayMove(from, 'start', { caller, modifier: caller, statuses }).allowed)
    const possible = { ...wanted, statuses: startable }
    const id = (await firstOf(tx, who, possible, 'skip')) ?? (await firstOf(tx, who, possible, 'wait'))
    if (id === null) return null
    await moveLocked(tx, who, await lockAnnotation(tx, id), 'start', { context: { statuses }, request_id })
    return id
  })

/** What to do about rows that other transactions have locked. */
type Locked = 'skip' | 'wait'

const firstOf = (tx: Tx, who: Mover, wanted: Wanted, locked: Locked): Promise<number | null> =>
  wanted.annotation_ids
    ? firstListed(tx, who, { ...wanted, annotation_ids: wanted.annotation_ids }, locked)
    : firstByStatus(tx, who, wanted, locked)

async function firstByStatus(
  tx: Tx,
  who: Mover,
  { queue_id, statuses }: Wanted,
  locked: Locked,
): Promise<number | null> {
  // One query per status, each of which an index answers without sorting.
  for (const status of statuses) {
    const row = await free(tx, who, queue_id, locked).where('status', status).orderBy('id').first()
    if (row) return row.id
  }
  return null
}

async function firstListed(
  tx: Tx,
  who: Mover,
  { queue_id, statuses, annotation_ids }: Wanted & { annotation_ids: readonly number[] },
  locked: Locked,
): Promise<number | null> {
  const row = await free(tx, who, queue_id, locked)
    .whereRaw('id = any(?::bigint[])', [[...annotation_ids]])
    .whereRaw('status = any(?::text[])', [[...statuses]])
    .orderByRaw('array_position(?::bigint[], id)', [[...annotation_ids]])
    .first()
  return row?.id ?? null
}

/** Annotations of a queue that no other user reviews, locked for this transaction. */
function free(tx: Tx, { user_id }: Mover, queue_id: number, locked: Locked) {
  const query = tx('annotations')
    .where({ queue_id })
    .whereRaw(`(status <> 'reviewing' or modifier_id = ?)`, [user_id])
    .forNoKeyUpdate()
    .select<{ id: number }[]>('id')
  return locked === 'skip' ? query.skipLocked() : query
}
