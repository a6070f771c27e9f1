/** Work that the database has lost: annotations in `importing` or `exporting` for which no consumer has a pending event. */
import { Annotation, raw } from '../../models/index.ts'
import { writeEvents } from './events.ts'
import { transact, type Transactor, type Tx } from './transaction.ts'

/** Statuses that end with the work of a workflow. The partial index `annotations_in_work` has the same condition, which a test compares. */
export const IN_WORK = `('importing', 'exporting')`
/** Annotations reopened in one transaction. */
const BATCH = 500

/**
 * Writes an event that requests the work again for annotations in `importing` or `exporting` without a pending one. An import begins from the
 * start: its hooks are called again. No move leaves such annotations behind, but earlier releases did (`queues/{id}/upload` with a hook of
 * `annotation_content.initialize`), and so may a database that was changed by hand. Returns their ids. With `dryRun` nothing changes.
 *
 * Safe to repeat and to run concurrently. Each transaction sees the moves and their deliveries together, because every move is one transaction.
 */
export async function reopenAnnotations(deps: Transactor, { dryRun = false } = {}): Promise<number[]> {
  const reopened: number[] = []
  for (let after = 0; ;) {
    const ids = await transact(deps, (tx) => reopenSome(tx, after, dryRun))
    reopened.push(...ids)
    if (ids.length < BATCH) return reopened
    after = ids.at(-1)!
  }
}

async function reopenSome(tx: Tx, after: number, dryRun: boolean): Promise<number[]> {
  // Of two processes that find the same annotations, the second reads them after the events of the first.
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('reopen annotations', 0))`)
  const stranded = await Annotation.query(tx)
    .where('id', '>', after)
    .where(raw(`status in ${IN_WORK}`))
    .whereNotExists(
      tx('deliveries as d')
        .join('events as e', 'e.id', 'd.event_id')
        .whereRaw('e.annotation_id = annotations.id')
        .where('d.state', 'pending')
        .whereIn('d.consumer', ['intake', 'lifecycle']),
    )
    .orderBy('id')
    .limit(BATCH)
    .forNoKeyUpdate()
    .select('id', 'organization_id', 'queue_id', 'upload_id', 'status')
  if (!dryRun)
    await writeEvents(
      tx,
      stranded.map(({ id, status, organization_id, queue_id, upload_id }) => ({
        kind: 'annotation.reopened' as const,
        organization_id,
        queue_id,
        upload_id,
        annotation_id: id,
        data: { to: status },
      })),
    )
  return stranded.map(({ id }) => id)
}
