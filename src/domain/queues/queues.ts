/** Queues: their rows, engine, inbox and workflows. */
import { GenericEngine, Queue, QueueWorkflow, Schema, type RowOf } from '../../models/index.ts'
import { createDefaultTemplates } from '../mail/email-templates.ts'
import type { Tx } from '../outbox/transaction.ts'
import { keepReferences } from '../references/keep-references.ts'
import { rowsOf, type Writer } from '../rows.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'

type Columns = Partial<RowOf<Queue>>

const rows = rowsOf(Queue)

/** Creates a queue with the email templates that every queue starts with. */
export async function createQueue(tx: Tx, writer: Writer, columns: Columns): Promise<number> {
  const id = await rows.create(tx, writer, { ...columns, ...(await engineColumns(tx, columns, null)) })
  const { organization_id, user_id } = writer
  await createDefaultTemplates(tx, { organization_id, queue_id: id, user_id })
  return id
}

/**
 * Changes a queue. Throws 409 if its new schema lacks fields that definitions of the queue read and that the schema before has, unless
 * `force` disables these.
 */
export async function updateQueue(
  tx: Tx,
  writer: Writer,
  row: RowOf<Queue>,
  columns: Columns,
  { force = false } = {},
): Promise<void> {
  await rows.update(tx, writer, row.id, { ...columns, ...(await engineColumns(tx, columns, row)) })
  // Afterwards, so that settings of the same request are examined too; an error undoes both.
  const { schema_id } = columns
  if (schema_id !== undefined && schema_id !== row.schema_id) {
    const [before, after] = [await contentOf(tx, row.schema_id), await contentOf(tx, schema_id)]
    await keepReferences(tx, writer, { schema_id: null, queue_ids: [row.id], before, after, force })
  }
}

const contentOf = async (tx: Tx, id: number): Promise<SchemaContent> =>
  (await Schema.query(tx).findById(id).select('content').throwIfNotFound()).content

const ENGINES = ['engine_id', 'dedicated_engine_id', 'generic_engine_id'] as const

/**
 * Returns the engine columns for a change. The engines are mutually exclusive (`engine_id` takes precedence over `dedicated_engine_id`, and
 * that over `generic_engine_id`); a queue left without any uses the generic engine.
 */
async function engineColumns(tx: Tx, columns: Columns, row: RowOf<Queue> | null): Promise<Columns> {
  const named = ENGINES.find((column) => columns[column])
  if (named) return Object.fromEntries(ENGINES.flatMap((column) => (column === named ? [] : [[column, null]])))
  const remains = ENGINES.some((column) => !(column in columns) && row?.[column])
  if (remains || (row && ENGINES.every((column) => !(column in columns)))) return {}
  const generic = await GenericEngine.query(tx).orderBy('id').first()
  return { generic_engine_id: generic?.id ?? null }
}

/** Sets exactly these workflows for the queue. */
export async function setQueueWorkflows(
  tx: Tx,
  queue_id: number,
  workflows: readonly Pick<RowOf<QueueWorkflow>, 'workflow_id' | 'priority'>[],
): Promise<void> {
  await QueueWorkflow.query(tx).delete().where({ queue_id })
  if (workflows.length) await QueueWorkflow.query(tx).insert(workflows.map((entry) => ({ ...entry, queue_id })))
}
