/** Converts the annotations of a changed schema in batches, each in a transaction of its own. */
import type { Deps } from '../../deps.ts'
import { Delivery, SchemaReshape, raw } from '../../models/index.ts'
import { schemaWorkflowId } from '../../rules/temporal/workflow-ids.ts'
import { transact, type Tx } from '../outbox/transaction.ts'
import { reshapeSome } from './reshape.ts'

/**
 * Converts the next annotations for the oldest change of the schema that is not complete. Returns whether there is more to do; without, the
 * requests are finished. Idempotent by change and batch.
 */
export async function reshapeBatch(deps: Pick<Deps, 'db' | 'blobs' | 'signals'>, schema_id: number): Promise<boolean> {
  return transact(deps, async (tx) => {
    // Before the changes are read: a request that is visible here has a change that is visible there.
    const requests = await pendingRequests(tx, schema_id)
    const change = await SchemaReshape.query(tx).where({ schema_id }).orderBy('id').forUpdate().first()
    if (!change) {
      await Delivery.query(tx)
        .patch({ state: 'done', finished_at: raw('now()') })
        .where({ consumer: 'schemas' })
        .whereIn('event_id', requests)
      return false
    }
    const last = await reshapeSome(tx, deps.blobs, change, { last: change.last_id, most: change.up_to })
    if (last === null) await SchemaReshape.query(tx).deleteById(change.id)
    else await SchemaReshape.query(tx).findById(change.id).patch({ last_id: last })
    return true
  })
}

async function pendingRequests(tx: Tx, schema_id: number): Promise<number[]> {
  const rows = await Delivery.query(tx)
    .where({ workflow_id: schemaWorkflowId(schema_id), consumer: 'schemas', state: 'pending' })
    .select('event_id')
  return rows.map(({ event_id }) => event_id)
}
