/** Computes the formula fields of a content tree. */
import { Budget, DateValue, FormulaError, readFormula, runFormula, type Environment } from '@sheaf/formula'
import { isoDateParts } from './date-format.ts'
import { Fields } from './formula-fields.ts'
import { isEditableFormula } from '../schema/defaults.ts'
import { formulaOrder, type FormulaField } from '../schema/formulas.ts'
import type { SchemaContent } from '../schema/types.ts'
import { formatResult } from './format-result.ts'
import { Reports, type Blocker } from './reports.ts'
import { contentDatapoints, copyJson } from './tree.ts'
import type { ContentTree, DatapointNode, TupleNode } from './types.ts'
import type { Message } from './validate.ts'

/** The result of the formulas of one document. */
export interface Computed {
  /** The content with the computed values; the tree that was passed if no value changed. */
  tree: ContentTree
  messages: Message[]
  blockers: Blocker[]
}

export interface Circumstances {
  /** ISO date of the current day. */
  today: string
  /** Read-only objects by name, such as `annotation`. */
  objects: Environment
}

/** Returns true if a formula of the schema reads an object by this name. */
export const formulasRead = (schema: SchemaContent, name: string): boolean =>
  formulaOrder(schema).order.some(({ formula }) => {
    try {
      return readFormula(formula).names.has(name)
    } catch (error) {
      if (error instanceof FormulaError) return false
      throw error
    }
  })

interface Placed {
  node: DatapointNode
  /** Null outside of tables. */
  row: TupleNode | DatapointNode | null
}

/**
 * Computes all formula fields in the order of their dependencies. A node with `no_recalculation` keeps its value. A formula that fails
 * leaves its field empty and adds an error message with the line that failed. All formulas together have a limited number of steps.
 */
export function computeFormulas(tree: ContentTree, schema: SchemaContent, circumstances: Circumstances): Computed {
  const { order } = formulaOrder(schema)
  if (order.length === 0) return { tree, messages: [], blockers: [] }
  const next = copyJson(tree)
  const work: Work = {
    fields: new Fields(next, schema),
    today: dayOf(circumstances.today),
    objects: circumstances.objects,
    budget: new Budget(),
    reports: new Reports(),
  }
  const nodes = Map.groupBy(placed(next), ({ node }) => node.schema_id)
  let hasChanged = false
  for (const field of order)
    for (const { node, row } of nodes.get(field.id) ?? []) {
      if (!node.content || (node.no_recalculation && isEditableFormula(field))) continue
      if (computeNode(node, field, row, work)) hasChanged = true
    }
  const { messages, blockers } = work.reports
  return { tree: hasChanged ? next : tree, messages, blockers }
}

function* placed(tree: ContentTree): Generator<Placed> {
  for (const { node, parents } of contentDatapoints(tree)) {
    const parent = parents.at(-1)
    yield { node, row: parent?.category === 'tuple' ? parent : parent?.category === 'multivalue' ? node : null }
  }
}

interface Work {
  fields: Fields
  today: DateValue
  objects: Environment
  budget: Budget
  reports: Reports
}

/** Returns whether the value of the node changed. */
function computeNode(node: DatapointNode, field: FormulaField, row: Placed['row'], work: Work): boolean {
  const { value, normalized_value } = attempt(node, field, row, work) ?? { value: '', normalized_value: null }
  const content = node.content!
  const isSame = content.value === value && content.normalized_value === normalized_value
  if (isSame && node.validation_sources.includes('formula')) return false
  // Sources that were added to the value, such as `human`, are about this value only.
  node.validation_sources = isSame ? ['formula', ...node.validation_sources] : ['formula']
  Object.assign(content, { value, normalized_value })
  return true
}

/** Returns the value of the formula; null if it failed, which `reports` then contains. */
function attempt(node: DatapointNode, field: FormulaField, row: Placed['row'], work: Work) {
  const { fields, today, objects, budget, reports } = work
  try {
    const others = new Map([...objects, ...reports.functions(node)])
    const result = runFormula(readFormula(field.formula), { today, field: fields.host(row), others, budget })
    return formatResult(field, node, result)
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error
    reports.fail(node, error)
    return null
  }
}

/** Returns the day of an ISO date. */
export function dayOf(iso: string): DateValue {
  const { year, month, day } = isoDateParts(iso)
  return DateValue.of(year, month, day)
}
