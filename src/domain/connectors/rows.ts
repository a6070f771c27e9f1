/** Writes connectors, and their links to queues. */
import { conflictStatus } from '../../errors.ts'
import { Connector, Queue, type RowOf } from '../../models/index.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf, type Writer } from '../rows.ts'

const connectors = rowsOf(Connector)
export const createConnector = (tx: Tx, writer: Writer, columns: Partial<RowOf<Connector>>): Promise<number> =>
  connectors.create(tx, writer, { modified_at: new Date().toISOString(), ...columns })
export const updateConnector = connectors.update
export const deleteConnector = connectors.delete

/** Unlinks some queues from a connector and links others to it. Throws 409 if one of these has another connector. */
export async function bindQueues(
  tx: Tx,
  connector_id: number,
  { release, bind }: { release: readonly number[]; bind: readonly number[] },
): Promise<void> {
  await Queue.query(tx)
    .findByIds([...release])
    .patch({ connector_id: null })
  const ids = [...new Set(bind)]
  const bound = await Queue.query(tx)
    .findByIds(ids)
    .where((free) => void free.whereNull('connector_id').orWhere({ connector_id }))
    .patch({ connector_id })
  if (bound < ids.length)
    throw conflictStatus('A queue can have only one connector, and one of these queues has another connector.')
}
