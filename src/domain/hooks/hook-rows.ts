/** Writes hooks, and their links to queues and to each other. */
import { Hook, type RowOf } from '../../models/index.ts'
import type { PairTable } from '../links.ts'
import type { Tx } from '../outbox/transaction.ts'
import { writeEvents } from '../outbox/events.ts'
import { rowsOf, type Writer } from '../rows.ts'
import { planOf } from './schedule-plan.ts'

const hooks = rowsOf(Hook)

/** Creates a hook, and requests that its function is built and its schedule created. Returns its id. */
export async function createHook(tx: Tx, writer: Writer, columns: Partial<RowOf<Hook>>): Promise<number> {
  const id = await hooks.create(tx, writer, { modified_at: new Date().toISOString(), ...columns })
  await noteChange(tx, undefined, await Hook.query(tx).findById(id))
  return id
}

export async function updateHook(tx: Tx, writer: Writer, id: number, columns: Partial<RowOf<Hook>>): Promise<void> {
  const before = await Hook.query(tx).findById(id)
  await hooks.update(tx, writer, id, columns)
  await noteChange(tx, before, await Hook.query(tx).findById(id))
}

export async function deleteHook(tx: Tx, id: number): Promise<void> {
  const before = await Hook.query(tx).findById(id)
  await hooks.delete(tx, id)
  await noteChange(tx, before, undefined)
}

/** Writes the events of a change: code to build, and a schedule to create, change or delete. */
async function noteChange(tx: Tx, before: Hook | undefined, after: Hook | undefined): Promise<void> {
  const hook = after ?? before
  if (!hook) return
  const { id, organization_id } = hook
  const data = { hook: id }
  const isChanged = after?.status === 'pending' && JSON.stringify(after.config) !== JSON.stringify(before?.config)
  const isMoved = JSON.stringify(planOf(before)) !== JSON.stringify(planOf(after))
  await writeEvents(tx, [
    ...(isChanged ? [{ kind: 'hook.code_changed' as const, organization_id, data }] : []),
    ...(isMoved ? [{ kind: 'hook.schedule_changed' as const, organization_id, data }] : []),
  ])
}

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
