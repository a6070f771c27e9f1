/** Writes engines, dedicated engines and their schemas. */
import { DedicatedEngine, DedicatedEngineSchema, Engine, type RowOf } from '../../models/index.ts'
import type { Tx } from '../outbox/transaction.ts'
import { rowsOf, type Writer } from '../rows.ts'
import { requireDraftSchema } from './dedicated.ts'
import { newAgendaId } from './engines.ts'

export const engineRows = rowsOf(Engine)
export const dedicatedEngineRows = rowsOf(DedicatedEngine)
export const dedicatedSchemaRows = rowsOf(DedicatedEngineSchema)

export const createEngine = (tx: Tx, writer: Writer, columns: Partial<RowOf<Engine>>): Promise<number> =>
  engineRows.create(tx, writer, { ...columns, agenda_id: newAgendaId() })

/** Changes the schema of a dedicated engine. Throws 409 if an engine that is not a draft has it. */
export async function updateDedicatedSchema(
  tx: Tx,
  writer: Writer,
  id: number,
  columns: Partial<RowOf<DedicatedEngineSchema>>,
): Promise<void> {
  await requireDraftSchema(tx, id)
  await dedicatedSchemaRows.update(tx, writer, id, columns)
}
