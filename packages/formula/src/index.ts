/** Formulas: text → tokens → tree → value. */
import type { Budget } from './budget.ts'
import { builtins } from './builtins.ts'
import { referencesIn, type References } from './dependencies.ts'
import { FormulaError } from './errors.ts'
import { evaluate } from './evaluate.ts'
import { parse } from './parse.ts'
import type { Statement } from './tree.ts'
import type { DateValue, Host, Value } from './values.ts'

export { bind } from './arguments.ts'
export { Budget, spend } from './budget.ts'
export { builtins, isEmpty } from './builtins.ts'
export { failure, FormulaError, type Place } from './errors.ts'
export { fromJson, objectOf } from './objects.ts'
export { str } from './text.ts'
export { tokenize, type FormatPart, type Token } from './tokens.ts'
export {
  Callable,
  DateValue,
  Empty,
  isHost,
  isNumeric,
  listOf,
  numeric,
  plain,
  Sequence,
  typeName,
  type Host,
  type Value,
} from './values.ts'

export interface Formula extends References {
  statements: readonly Statement[]
}

/** What a formula can read besides fields, and the functions that act on the document, by name. */
export type Environment = ReadonlyMap<string, Value>

/** Characters of the formulas in the cache; their trees take some hundred times the memory. */
const CACHED = 300_000
const read = new Map<string, Formula | FormulaError>()
let cached = 0

/** Parses a formula. Throws FormulaError (SyntaxError) with line and column. Results are cached: a queue has few formulas. */
export function readFormula(text: string): Formula {
  const formula = read.get(text) ?? remember(text, attempt(text))
  if (formula instanceof FormulaError) throw formula
  return formula
}

function remember(text: string, formula: Formula | FormulaError): Formula | FormulaError {
  cached += text.length
  if (cached > CACHED) {
    read.clear()
    cached = text.length
  }
  read.set(text, formula)
  return formula
}

function attempt(text: string): Formula | FormulaError {
  try {
    const statements = parse(text)
    return { statements, ...referencesIn(statements) }
  } catch (error) {
    if (error instanceof FormulaError) return error
    throw error
  }
}

/** What a run of a formula can read and use. */
export interface Run {
  today: DateValue
  /** `field`: the values of the document. */
  field: Host
  others: Environment
  budget: Budget
}

let known: { today: number; names: ReadonlyMap<string, Value> } | undefined

/** Returns the functions of formulas; runs of the same day share them. */
function builtinsOf(today: DateValue): ReadonlyMap<string, Value> {
  if (known?.today !== today.ordinal) known = { today: today.ordinal, names: builtins(today) }
  return known.names
}

/** Runs a formula. Throws FormulaError with line and column. */
export const runFormula = ({ statements }: Formula, { today, field, others, budget }: Run): Value =>
  evaluate(statements, { builtins: builtinsOf(today), given: new Map([['field', field], ...others]), budget })
