/** The effects of the rules of a document during validation: messages, blockers, sources, labels and visibility. */
import type { Blocker } from '../content/reports.ts'
import type { ContentNode, DatapointNode } from '../content/types.ts'
import type { Message } from '../content/validate.ts'
import type { Fields, Row } from '../content/formula-fields.ts'
import type { RuleAction } from './actions.ts'
import type { Evaluated, RuleResult, RuleToRun } from './evaluate.ts'

/** What the rules of a document do. Nodes of the tree are changed directly. */
export interface Effects {
  messages: Message[]
  blockers: Blocker[]
  /** Ids of labels; a label in both lists is added. */
  labels: { add: Set<number>; remove: Set<number> }
  /** Ids of the nodes that were changed. */
  changed: Set<number>
}

/** The execution of one rule, as its log shows it. */
export interface Execution {
  rule: RuleToRun
  results: RuleResult[] | null
  /** By result, the actions that were performed; null where the condition was not met. */
  actions: (RuleAction[] | null)[]
  errors: string[]
}

/** Messages and blockers of the rules of one document; a rule may have a result for each of thousands of rows. */
const MAX_REPORTS = 200
const MAX_CONTENT = 4096

/** Performs the enabled actions of the event `validation`, in the order of the rules. The nodes of `fields` are changed. */
export function performValidation(
  evaluated: readonly Evaluated[],
  fields: Fields,
): { effects: Effects; executions: Execution[] } {
  const effects: Effects = {
    messages: [],
    blockers: [],
    labels: { add: new Set(), remove: new Set() },
    changed: new Set(),
  }
  const work = { fields, effects, seen: new Set<string>() }
  const executions = evaluated.map(({ rule, results, error }): Execution => {
    const errors = new Set(error === null ? [] : [error])
    const actions = rule.actions.filter(({ enabled, event }) => enabled && event === 'validation')
    const performed = (results ?? []).map((result) =>
      actions.filter((action) => performOne(work, rule, action, result, errors)),
    )
    for (const action of actions) if (results) performForAll(work, action, results)
    return {
      rule,
      results,
      actions: (results ?? []).map(({ isMet }, index) => (isMet ? performed[index]! : null)),
      errors: [...errors],
    }
  })
  return { effects, executions }
}

interface Work {
  fields: Fields
  effects: Effects
  seen: Set<string>
}

const idsOf = ({ payload }: RuleAction): string[] =>
  [payload.schema_ids ?? payload.schema_id ?? []].flat().filter((id): id is string => typeof id === 'string')

/** Performs one action for one result. Returns whether it was performed. */
function performOne(work: Work, rule: RuleToRun, action: RuleAction, result: RuleResult, errors: Set<string>): boolean {
  const unknown = idsOf(action).filter((id) => !work.fields.isDeclared(id))
  if (unknown.length > 0) errors.add(`Action ${action.id}: the schema has no field '${unknown.join("', '")}'.`)
  const { effects, fields } = work
  const nodes = idsOf(action).flatMap((id) => targets(fields, id, result.row))
  switch (action.type) {
    case 'show_hide_field':
      for (const node of nodes) if (isInRow(node, result.row)) setHidden(effects, node, !result.isMet)
      return result.isMet
    case 'show_field':
    case 'hide_field':
      if (result.isMet) for (const node of nodes) setHidden(effects, node, action.type === 'hide_field')
      return result.isMet
    case 'add_validation_source':
      if (result.isMet) for (const node of nodes) addSource(effects, node)
      return result.isMet
    case 'show_message':
    case 'add_automation_blocker':
      if (result.isMet) report(work, rule, action, result.row)
      return result.isMet
    case 'add_label':
    case 'remove_label':
    case 'add_remove_label':
      return result.isMet
    default:
      // `custom` is performed by an extension.
      return false
  }
}

/** The part of an action that depends on all results together: one row that meets the condition suffices. */
function performForAll({ fields, effects }: Work, action: RuleAction, results: readonly RuleResult[]): void {
  const isMet = results.some((result) => result.isMet)
  const labels = [action.payload.labels ?? []].flat().filter((id): id is number => typeof id === 'number')
  const { add, remove } = effects.labels
  const isAdded = action.type === 'add_label' || action.type === 'add_remove_label'
  const isRemoved = action.type === 'remove_label' ? isMet : action.type === 'add_remove_label' && !isMet
  for (const label of labels) {
    if (isAdded && isMet) add.add(label)
    if (isRemoved) remove.add(label)
  }
  if (action.type !== 'show_hide_field') return
  const inRows = new Set<ContentNode>(results.flatMap(({ row }) => cellsOf(row)))
  for (const id of idsOf(action))
    for (const node of fields.nodes(id)) if (!inRows.has(node)) setHidden(effects, node, !isMet)
}

const cellsOf = (row: Row | null): ContentNode[] =>
  row === null ? [] : row.category === 'tuple' ? [row, ...row.children] : [row]

const isInRow = (node: ContentNode, row: Row | null): boolean => cellsOf(row).includes(node)

/** Returns the nodes of a field: the cell of the row if it has one, otherwise all. */
function targets(fields: Fields, id: string, row: Row | null): readonly ContentNode[] {
  const cells = cellsOf(row).filter((node) => node.schema_id === id)
  return cells.length > 0 ? cells : fields.nodes(id)
}

function setHidden({ changed }: Effects, node: ContentNode, hidden: boolean): void {
  if (node.category === 'section' || node.hidden === hidden) return
  node.hidden = hidden
  changed.add(node.id)
}

function addSource({ changed }: Effects, node: ContentNode): void {
  if (node.category !== 'datapoint' || !isFilled(node) || node.validation_sources.includes('rules')) return
  node.validation_sources.push('rules')
  changed.add(node.id)
}

/** Buttons have no value that could be validated. */
const isFilled = (node: DatapointNode): boolean => node.content !== null

function report({ fields, effects, seen }: Work, rule: RuleToRun, action: RuleAction, row: Row | null): void {
  const { payload } = action
  const id = typeof payload.schema_id === 'string' ? targetOf(fields, payload.schema_id, row) : 'all'
  const content = String(payload.content).slice(0, MAX_CONTENT)
  const key = JSON.stringify([action.type, payload.type, id, content])
  if (seen.has(key) || seen.size >= MAX_REPORTS) return
  seen.add(key)
  if (action.type === 'add_automation_blocker') effects.blockers.push({ id, content })
  else {
    const detail = { hook_name: 'rules', is_exception: false, rule_id: rule.id, rule_name: rule.name }
    effects.messages.push({ id, type: payload.type as 'error' | 'warning' | 'info', content, detail })
  }
}

/** Returns the id of the node that a message is about: a cell of the row, a field, or the table of a column. */
function targetOf(fields: Fields, id: string, row: Row | null): string {
  const nodes = targets(fields, id, row)
  const [first] = nodes
  if (!first) return 'all'
  return String(nodes.length > 1 || (fields.isColumn(id) && !isInRow(first, row)) ? fields.tableOf(first).id : first.id)
}
