/** Evaluates the conditions of rules for one document. */
import { dayOf, type Circumstances } from '../content/formulas.ts'
import {
  Budget,
  FormulaError,
  isNumeric,
  numeric,
  plain,
  readFormula,
  runFormula,
  Sequence,
  str,
  type Formula,
  type Value,
} from '@sheaf/formula'
import type { Fields, Row } from '../content/formula-fields.ts'
import type { RuleAction } from './actions.ts'

/** The parts of a rule that its execution needs. */
export interface RuleToRun {
  id: number
  name: string
  trigger_condition: string
  actions: readonly RuleAction[]
}

/** One result of a condition. */
export interface RuleResult {
  /** The row or item of which the condition read columns; null if it read none. */
  row: Row | null
  isMet: boolean
  /** The fields that it read, as JSON by name, such as `field.amount_total`. */
  values: Record<string, unknown>
}

export interface Evaluated {
  rule: RuleToRun
  /** One result, or one for each row of the table of which the condition reads columns. Null if the condition failed. */
  results: RuleResult[] | null
  /** Why the condition failed, with line and column. */
  error: string | null
}

/**
 * Evaluates conditions. A condition is met only if its value is exactly True. If it reads columns without `all_values`, it is evaluated for
 * each row of the first table that it names. All conditions together have a limited number of steps.
 */
export function evaluateRules(rules: readonly RuleToRun[], fields: Fields, circumstances: Circumstances): Evaluated[] {
  const budget = new Budget()
  return rules.map((rule) => {
    try {
      const condition = readFormula(rule.trigger_condition)
      const results = rowsOf(condition, fields).map((row) => evaluateIn(row, condition, fields, circumstances, budget))
      return { rule, results, error: null }
    } catch (error) {
      if (error instanceof FormulaError) return { rule, results: null, error: error.describe() }
      throw error
    }
  })
}

/** Returns true if a condition of the rules reads an object by this name. Invalid conditions read nothing. */
export const conditionsRead = (rules: readonly RuleToRun[], name: string): boolean =>
  rules.some(({ trigger_condition }) => {
    try {
      return readFormula(trigger_condition).names.has(name)
    } catch (error) {
      if (error instanceof FormulaError) return false
      throw error
    }
  })

/** Returns the rows for which a condition is evaluated; null means the whole document. */
function rowsOf({ inRow }: Formula, fields: Fields): (Row | null)[] {
  const column = [...inRow].find((id) => fields.isColumn(id))
  return column === undefined ? [null] : fields.rowsWith(column)
}

function evaluateIn(
  row: Row | null,
  condition: Formula,
  fields: Fields,
  { today, objects }: Circumstances,
  budget: Budget,
): RuleResult {
  const field = fields.host(row)
  const value = runFormula(condition, { today: dayOf(today), field, others: objects, budget })
  const values = [...condition.fields.keys()].map((id) => [`field.${id}`, toJson(field.attribute(id) ?? null)])
  return { row, isMet: value === true, values: Object.fromEntries(values) as Record<string, unknown> }
}

/** Items of a column or table that the log of a rule shows. */
const MAX_ITEMS = 100

/** Returns a value as JSON. */
function toJson(given: Value): unknown {
  const value = plain(given)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (isNumeric(value)) return Number(numeric(value))
  if (value instanceof Sequence) return value.items.slice(0, MAX_ITEMS).map(toJson)
  const text = str(value)
  return text === 'Empty' ? null : text
}
