/**
 * Whether an annotation has to be approved, by the conditions of the workflows of its queue. Approvals fail closed: what cannot be decided
 * stops the annotation, as an error of its data does.
 */
import type { Knex } from 'knex'
import { Annotation, WorkflowStep, type RowOf, type Workflow } from '../../models/index.ts'
import { columnsOf, factsOf, isUndecided, judgeAny, type Facts, type Undecided } from '../../rules/conditions/index.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { renameSchema } from '../../rules/schema/renames.ts'
import { readFields } from '../annotations/content/contents.ts'
import { byPresentIds, presentNames } from '../annotations/content/renamed.ts'
import { schemaOf } from '../annotations/content/schema-of.ts'
import type { Tx } from '../outbox/transaction.ts'

/** Returns what conditions can refer to, with one row of each table. `automated` overrides the column during an automatic confirmation. */
export async function approvalFacts(
  db: Knex,
  annotation_id: number,
  automated: { automated?: boolean } = {},
): Promise<Facts[]> {
  const annotation = await Annotation.query(db)
    .join('schemas', 'schemas.id', 'annotations.schema_id')
    .where('annotations.id', annotation_id)
    .select(
      'annotations.id',
      'automated',
      'einvoice',
      'annotations.created_at',
      'arrived_at',
      schemaOf(db, 'content', { annotation: 'annotations', schema: 'schemas' }),
    )
    .first()
    .throwIfNotFound()
    .castTo<
      Pick<Annotation, 'id' | 'automated' | 'einvoice' | 'created_at' | 'arrived_at'> & { content: SchemaContent }
    >()
  const fields = await byPresentIds(db, annotation_id, await readFields(db, annotation_id))
  const { id, einvoice, created_at, arrived_at, content } = annotation
  return factsOf(fields, columnsOf([...content, ...renameSchema(content, await presentNames(db, annotation_id))]), {
    id,
    automated: automated.automated ?? annotation.automated,
    einvoice,
    created_at,
    arrived_at,
  })
}

/** The approval that an annotation needs: its workflow; null if it needs none; or why that is not known. */
export type Choice = number | null | Undecided

/**
 * Returns the first workflow of the queue, by priority, whose condition the annotation meets. Its steps cannot be changed before the
 * transaction ends.
 */
export async function chooseWorkflow(db: Tx, queue_id: number, facts: readonly Facts[]): Promise<Choice> {
  const workflows = await db('queue_workflows as q')
    .join('workflows as w', 'w.id', 'q.workflow_id')
    .where('q.queue_id', queue_id)
    .orderBy(['q.priority', 'w.id'])
    .forShare('w')
    .select<Pick<RowOf<Workflow>, 'id' | 'name' | 'condition'>[]>('w.id', 'w.name', 'w.condition')
  if (workflows.length === 0) return { reason: 'Approvals are enabled for the queue, but it has no workflow.' }
  for (const { id, name, condition } of workflows) {
    const verdict = judgeAny(condition, facts)
    if (isUndecided(verdict)) return { reason: sentence(`the workflow "${name}"`, verdict) }
    if (verdict) return (await undecidedStep(db, { id, name }, facts)) ?? id
  }
  return null
}

/** Returns why it is not known which steps of a workflow apply. Steps that approve automatically need no decision. */
async function undecidedStep(
  db: Knex,
  workflow: Pick<Workflow, 'id' | 'name'>,
  facts: readonly Facts[],
): Promise<Undecided | undefined> {
  const steps = await WorkflowStep.query(db)
    .where({ workflow_id: workflow.id })
    .orderBy('ordering')
    .select('name', 'mode', 'condition')
  if (steps.length === 0) return { reason: `The workflow "${workflow.name}" applies, but it has no step.` }
  for (const { name, mode, condition } of steps) {
    const verdict = mode === 'auto' ? true : judgeAny(condition, facts)
    if (isUndecided(verdict)) return { reason: sentence(`the step "${name}"`, verdict) }
  }
  return undefined
}

const sentence = (what: string, { reason }: Undecided): string =>
  `It cannot be decided whether ${what} applies: ${reason}.`
