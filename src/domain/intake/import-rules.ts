/** The formulas and rules of an import: before the automation decision, and after it. */
import { computeTree } from '../annotations/content/formulas.ts'
import { evaluateFor, recordExecutions, rulesFor, validateByRules, type RuleSubject } from '../automation-rules/run.ts'
import type { Tx } from '../outbox/transaction.ts'
import { STATUS_METHODS } from '../../rules/automation-rules/actions.ts'
import type { Execution } from '../../rules/automation-rules/perform.ts'
import type { ContentTree, Message } from '../../rules/content/index.ts'
import type { Blocker } from '../../rules/content/reports.ts'
import type { Status } from '../../rules/annotations/status.ts'
import type { ImportingAnnotation } from './importing.ts'

const subjectOf = (annotation: ImportingAnnotation): RuleSubject => ({
  id: annotation.id,
  organization_id: annotation.organization_id,
  queue_id: annotation.queue_id,
  schema_id: annotation.schema_id,
  schema: annotation.schema_content,
  request_id: null,
  user_id: null,
})

/** The first content after formulas and rules. */
export interface Prepared {
  tree: ContentTree
  blockers: Blocker[]
  /** Messages of formulas, which the annotation keeps. */
  ofFormulas: Message[]
  /** Messages of formulas and rules; errors prevent automation. */
  messages: Message[]
}

/** Computes the formulas of new content and runs the rules of the event `validation`. */
export async function prepareContent(tx: Tx, annotation: ImportingAnnotation, first: ContentTree): Promise<Prepared> {
  const computed = await computeTree(tx, annotation.id, first, annotation.schema_content)
  const ruled = await validateByRules(tx, subjectOf(annotation), computed.tree)
  return {
    tree: ruled.tree,
    blockers: [...computed.blockers, ...ruled.blockers],
    ofFormulas: computed.messages,
    messages: [...computed.messages, ...ruled.messages],
  }
}

const STATUS_AFTER: Readonly<Record<(typeof STATUS_METHODS)[number], Status>> = {
  postpone: 'postponed',
  export: 'exporting',
  delete: 'deleted',
  confirm: 'confirmed',
  reject: 'rejected',
}

/**
 * Returns the status that a rule of the event `annotation_imported` requests with `change_status`; null if none does. The first rule whose
 * condition is met decides, and only its action counts as performed.
 */
export async function statusByRules(
  tx: Tx,
  annotation: ImportingAnnotation,
  tree: ContentTree,
): Promise<Status | null> {
  const subject = subjectOf(annotation)
  const rules = (await rulesFor(tx, subject, 'annotation_imported')).filter(({ actions }) =>
    actions.some((action) => action.enabled && action.type === 'change_status'),
  )
  if (rules.length === 0) return null
  const { evaluated } = await evaluateFor(tx, subject, rules, tree)
  let requested: (typeof STATUS_METHODS)[number] | null = null
  const executions = evaluated.map(({ rule, results, error }): Execution => {
    const action = rule.actions.find(({ enabled, type }) => enabled && type === 'change_status')!
    const performs = requested === null && (results ?? []).some(({ isMet }) => isMet)
    if (performs) requested = STATUS_METHODS.find((method) => method === action.payload.method)!
    return {
      rule,
      results,
      actions: (results ?? []).map(({ isMet }) => (isMet ? (performs ? [action] : []) : null)),
      errors: error === null ? [] : [error],
    }
  })
  await recordExecutions(tx, subject, 'annotation_imported', executions)
  return requested && STATUS_AFTER[requested]
}
