import type { Knex } from 'knex'
import type { Blobs } from '../../blobs/index.ts'
import { invalid } from '../../errors.ts'
import { AutomationTarget, Schema, type Queue, type RowOf } from '../../models/index.ts'
import { datapoints } from '../../rules/schema/index.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { Writer } from '../rows.ts'
import { updateSchema } from './schemas.ts'

/** Targets that a list contains. */
const MAX_TARGETS = 100

export type NewTarget = Pick<
  RowOf<AutomationTarget>,
  'type' | 'automation_rate_target' | 'error_rate_target' | 'datapoint_automation_targets'
>

/**
 * Records a target of a queue and writes its thresholds to the fields of the queue's schema. Runs in a transaction. Throws 400 for fields
 * that the schema does not have, and 409 if the queue gets another schema at the same time.
 */
export async function setTarget(
  tx: Tx,
  blobs: Blobs,
  writer: Writer,
  { id: queue_id }: Pick<RowOf<Queue>, 'id'>,
  target: NewTarget,
): Promise<RowOf<AutomationTarget>> {
  // Changes of the queue's schema and of its content wait.
  const queue = await tx<RowOf<Queue>>('queues').where('id', queue_id).forShare().first('schema_id')
  const schema = await Schema.query(tx).findById(queue!.schema_id).forNoKeyUpdate()
  const given = new Map(target.datapoint_automation_targets.map((one) => [one.schema_id, one.confidence_threshold]))
  const content = structuredClone(schema!.content)
  for (const { field } of datapoints(content)) {
    const score_threshold = given.get(field.id)
    if (score_threshold === undefined || field.type === 'button') continue
    field.score_threshold = score_threshold
    given.delete(field.id)
  }
  if (given.size > 0)
    throw invalid({ datapoint_automation_targets: [...given.keys()].map((id) => `The schema has no field "${id}".`) })
  if (target.datapoint_automation_targets.length > 0) await updateSchema(tx, blobs, writer, schema!, { content })
  const { organization_id, user_id } = writer
  return AutomationTarget.query(tx)
    .insert({ ...target, organization_id, queue_id, created_by: user_id })
    .returning('*')
}

/** Returns the latest targets of a queue, newest first. */
export const listTargets = async (db: Knex, queue_id: number): Promise<RowOf<AutomationTarget>[]> =>
  AutomationTarget.query(db).where({ queue_id }).orderBy('id', 'desc').limit(MAX_TARGETS)
