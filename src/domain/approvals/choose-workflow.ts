/** The approval workflow that applies to an annotation, by the conditions of the workflows of its queue. */
import type { Knex } from 'knex'
import { Annotation, QueueWorkflow, type Workflow } from '../../models/index.ts'
import { readFields } from '../annotations/contents.ts'
import { factsOf, workflowHolds, type Facts } from '../../rules/conditions.ts'

/** Returns what conditions can refer to, with one row of each table. `automated` overrides the column during an automatic confirmation. */
export async function approvalFacts(
  db: Knex,
  annotation_id: number,
  automated: { automated?: boolean } = {},
): Promise<Facts[]> {
  const annotation = await Annotation.query(db)
    .findById(annotation_id)
    .select('id', 'automated', 'einvoice', 'created_at', 'arrived_at')
    .throwIfNotFound()
  const fields = await readFields(db, annotation_id)
  const { id, einvoice, created_at, arrived_at } = annotation
  return factsOf(fields, {
    id,
    automated: automated.automated ?? annotation.automated,
    einvoice,
    created_at,
    arrived_at,
  })
}

/** Returns true if the condition holds for any row of the annotation's tables. */
export const holdsForAny = (condition: unknown, facts: readonly Facts[]): boolean =>
  facts.some((one) => workflowHolds(condition, one))

/** Returns the first workflow of the queue, by priority, whose condition the annotation meets; null if there is none. */
export async function fittingWorkflow(db: Knex, queue_id: number, facts: readonly Facts[]): Promise<number | null> {
  const workflows = await QueueWorkflow.query(db)
    .join('workflows', 'workflows.id', 'queue_workflows.workflow_id')
    .where({ queue_id })
    .orderBy(['queue_workflows.priority', 'workflows.id'])
    .select('workflows.id', 'workflows.condition')
    .castTo<Pick<Workflow, 'id' | 'condition'>[]>()
  return workflows.find(({ condition }) => holdsForAny(condition, facts))?.id ?? null
}
