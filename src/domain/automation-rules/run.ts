/** Runs the automation rules of annotations, and records each execution. */
import type { Knex } from 'knex'
import { Label, Rule, type RuleExecution, type AnnotationLabel, type RowOf } from '../../models/index.ts'
import type { Id } from '../../rules/access/ids.ts'
import type { RULE_EVENTS } from '../../rules/automation-rules/actions.ts'
import { conditionsRead, evaluateRules, type Evaluated, type RuleToRun } from '../../rules/automation-rules/evaluate.ts'
import { performValidation, type Effects, type Execution } from '../../rules/automation-rules/perform.ts'
import type { ContentTree } from '../../rules/content/index.ts'
import { copyJson } from '../../rules/content/tree.ts'
import { Fields } from '../../rules/content/formula-fields.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { inBatches } from '../in-batches.ts'
import { ownedAmong } from '../owned.ts'
import { writeEvents } from '../outbox/events.ts'
import type { Tx } from '../outbox/transaction.ts'
import { circumstancesOf } from '../annotations/content/formulas.ts'

export type RuleEvent = (typeof RULE_EVENTS)[number]

/** The annotation for which rules run. */
export interface RuleSubject {
  id: Id<'annotations'>
  organization_id: number
  queue_id: number
  schema_id: number
  schema: SchemaContent
  request_id: string | null
  /** The user on whose request the rules run; null for the service itself. */
  user_id: number | null
}

/** Returns the enabled rules of a queue and its schema that have an enabled action for the event, in the order of their ids. */
export async function rulesFor(
  db: Knex,
  { organization_id, queue_id, schema_id }: Pick<RuleSubject, 'organization_id' | 'queue_id' | 'schema_id'>,
  event: RuleEvent,
): Promise<RuleToRun[]> {
  return Rule.query(db)
    .where({ organization_id, enabled: true })
    .where(
      (either) =>
        void either
          .where('schema_id', schema_id)
          .orWhereExists(db('rule_queues').whereRaw('rule_queues.rule_id = rules.id').where({ queue_id })),
    )
    .whereRaw('actions @> ?::jsonb', [JSON.stringify([{ event, enabled: true }])])
    .orderBy('id')
    .select('id', 'name', 'trigger_condition', 'actions')
}

/** Evaluates the conditions of rules with the content of an annotation. */
export async function evaluateFor(
  db: Knex,
  subject: Pick<RuleSubject, 'id' | 'schema'>,
  rules: readonly RuleToRun[],
  tree: ContentTree,
): Promise<{ evaluated: Evaluated[]; fields: Fields }> {
  const fields = new Fields(tree, subject.schema)
  if (rules.length === 0) return { evaluated: [], fields }
  const circumstances = await circumstancesOf(db, subject.id, conditionsRead(rules, 'annotation'))
  return { evaluated: evaluateRules(rules, fields, circumstances), fields }
}

export interface Validated extends Pick<Effects, 'messages' | 'blockers'> {
  /** The content after the rules; the tree that was passed if they changed nothing in it. */
  tree: ContentTree
}

/**
 * Runs the rules of the event `validation`: changes labels, records the executions, and returns the tree with their changes, which the
 * caller stores.
 */
export async function validateByRules(tx: Tx, subject: RuleSubject, tree: ContentTree): Promise<Validated> {
  const rules = await rulesFor(tx, subject, 'validation')
  if (rules.length === 0) return { tree, messages: [], blockers: [] }
  const next = copyJson(tree)
  const { evaluated, fields } = await evaluateFor(tx, subject, rules, next)
  const { effects, executions } = performValidation(evaluated, fields)
  await changeLabels(tx, subject, effects.labels)
  await recordExecutions(tx, subject, 'validation', executions)
  const { messages, blockers, changed } = effects
  return { tree: changed.size > 0 ? next : tree, messages, blockers }
}

/** Evaluates the rules of the event `validation` without any effect: their messages, and the tree with the visibility they decide. */
export async function messagesOfRules(
  db: Knex,
  subject: Pick<RuleSubject, 'id' | 'organization_id' | 'queue_id' | 'schema_id' | 'schema'>,
  tree: ContentTree,
): Promise<Pick<Validated, 'messages' | 'tree'>> {
  const rules = await rulesFor(db, subject, 'validation')
  if (rules.length === 0) return { tree, messages: [] }
  const next = copyJson(tree)
  const { evaluated, fields } = await evaluateFor(db, subject, rules, next)
  return { tree: next, messages: performValidation(evaluated, fields).effects.messages }
}

/** Adds and removes labels, with an event if the labels of the annotation change. */
async function changeLabels(tx: Tx, subject: RuleSubject, { add, remove }: Effects['labels']): Promise<void> {
  if (add.size + remove.size === 0) return
  const { id, organization_id, queue_id, user_id, request_id } = subject
  const present = new Set<number>(
    await tx<RowOf<AnnotationLabel>>('annotation_labels').where({ annotation_id: id }).pluck('label_id'),
  )
  const absent = [...add].filter((label) => !present.has(label))
  const added = await ownedAmong(tx, subject, Label, absent)
  const removed = [...remove].filter((label) => present.has(label) && !add.has(label))
  if (added.length + removed.length === 0) return
  if (added.length > 0)
    await tx<RowOf<AnnotationLabel>>('annotation_labels')
      .insert(added.map((label_id) => ({ annotation_id: id, label_id })))
      .onConflict(['annotation_id', 'label_id'])
      .ignore()
  await tx('annotation_labels').where({ annotation_id: id }).whereIn('label_id', removed).delete()
  await writeEvents(tx, [
    {
      organization_id,
      queue_id,
      annotation_id: id,
      kind: 'annotation.labels_changed',
      data: { added, removed },
      actor_id: user_id,
      request_id,
    },
  ])
}

/** Results of one execution that its log shows. */
const MAX_RESULTS = 100

/** Records executions in the log of rules. An execution fails if its condition fails, and partly if only some actions do. */
export const recordExecutions = (
  tx: Tx,
  { id, organization_id, queue_id, request_id }: RuleSubject,
  trigger_event: RuleEvent,
  executions: readonly Execution[],
): Promise<unknown> =>
  inBatches(executions, async (batch) => {
    await tx<RowOf<RuleExecution>>('rule_executions').insert(
      batch.map(({ rule, results, actions, errors }) => {
        const shown = results?.slice(0, MAX_RESULTS) ?? null
        return {
          organization_id,
          rule_id: rule.id,
          rule_name: rule.name,
          queue_id,
          annotation_id: id,
          trigger_event,
          execution_result: errors.length === 0 ? ('success' as const) : outcomeOf(results, actions),
          execution_error: errors.join('\n') || null,
          request_id,
          trigger_condition: rule.trigger_condition,
          trigger_condition_results: tx.raw('?::jsonb', [JSON.stringify(shown?.map(({ isMet }) => isMet) ?? null)]),
          trigger_condition_values: tx.raw('?::jsonb', [JSON.stringify(shown?.map(({ values }) => values) ?? {})]),
          actions: tx.raw('?::jsonb', [
            JSON.stringify(
              actions
                .slice(0, MAX_RESULTS)
                .map((list) => list?.map(({ id: action, type }) => ({ id: action, type })) ?? null),
            ),
          ]),
        }
      }),
    )
    return []
  })

const outcomeOf = (results: Execution['results'], actions: Execution['actions']): 'failure' | 'partial_success' =>
  results !== null && actions.some((list) => list !== null && list.length > 0) ? 'partial_success' : 'failure'
