/** Writes hooks and connectors, and their links to queues and to each other. */
import { conflictStatus } from '../../errors.ts'
import { Connector, Hook, Queue, type RowOf } from '../../models/index.ts'
import type { PairTable } from '../links.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf, type Writer } from '../rows.ts'

const hooks = rowsOf(Hook)
export const createHook = (tx: Tx, writer: Writer, columns: Partial<RowOf<Hook>>): Promise<number> =>
  hooks.create(tx, writer, { modified_at: new Date().toISOString(), ...columns })
export const updateHook = hooks.update
export const deleteHook = hooks.delete

/**
 * Links a hook to these objects and removes its links to the other objects in `visible`. Links to objects that the writer cannot see are
 * kept.
 */
export async function linkHook(
  tx: Tx,
  { table, own, other }: PairTable,
  id: number,
  ids: readonly number[],
  visible: readonly number[],
): Promise<void> {
  await tx(table)
    .where(own, id)
    .whereIn(other, [...visible])
    .delete()
  const rows = ids.map((linked) => ({ [own]: id, [other]: linked }))
  if (rows.length) await tx(table).insert(rows).onConflict([own, other]).ignore()
}

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
