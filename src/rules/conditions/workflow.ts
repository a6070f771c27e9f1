/**
 * Conditions of workflows and their steps: a map from the path of a fact to the value it must equal, and `$expr` with a comparison. All
 * entries must hold; `{}` always holds. A path refers to a field (`field.amount_total`) or to an attribute of the annotation
 * (`annotation.automated`).
 */
import type { FieldValue } from '../content/flatten.ts'

export type Fact = string | number | boolean | null
export type Facts = Readonly<Record<string, Fact>>

const COMPARISONS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'] as const
type Comparison = (typeof COMPARISONS)[number]
/** More than any real condition needs, and shallow enough for the stack. */
const DEPTH = 20
const PATH = /^[A-Za-z_][\w-]*(\.[\w-]+)*$/

type Keyed = Record<string, unknown>
const isObject = (value: unknown): value is Keyed =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isFact = (value: unknown): value is Fact =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Returns the errors of the condition; null if it is valid. */
export function checkWorkflowCondition(condition: unknown): string[] | null {
  if (!isObject(condition)) return ['Expected an object.']
  for (const [name, value] of Object.entries(condition)) {
    const error = name === '$expr' ? checkExpression(value, '$expr', 0) : checkEquality(name, value)
    if (error) return [error]
  }
  return null
}

function checkEquality(name: string, value: unknown): string | null {
  if (!PATH.test(name)) return `"${name}" is not the name of a field or attribute.`
  return isFact(value) ? null : `${name}: the value must be a string, number, boolean or null.`
}

function checkExpression(value: unknown, where: string, depth: number): string | null {
  if (depth > DEPTH) return `${where}: nested too deeply.`
  const entries = isObject(value) ? Object.entries(value) : []
  if (entries.length !== 1) return `${where} must be an object with exactly one operator.`
  const [operator, operands] = entries[0]!
  const inside = `${where}.${operator}`
  if (operator === '$not') return checkExpression(operands, inside, depth + 1)
  if (operator === '$and' || operator === '$or') {
    if (!Array.isArray(operands) || !operands.length) return `${inside} must be a non-empty list.`
    for (const [index, one] of operands.entries()) {
      const error = checkExpression(one, `${inside}[${index}]`, depth + 1)
      if (error) return error
    }
    return null
  }
  if (!(COMPARISONS as readonly string[]).includes(operator)) return `${where}: "${operator}" is not allowed here.`
  if (!Array.isArray(operands) || operands.length !== 2) return `${inside} must be a list of two operands.`
  const wrong = operands.findIndex((operand) => !isFact(operand) || !isPathOrText(operand))
  return wrong < 0 ? null : `${inside}[${wrong}] must be a "$path", or a string, number, boolean or null.`
}

const isPathOrText = (operand: Fact): boolean =>
  typeof operand !== 'string' || !operand.startsWith('$') || PATH.test(operand.slice(1))

/** Returns true if a checked condition holds for these facts. A missing fact is null. */
export function workflowHolds(condition: unknown, facts: Facts): boolean {
  return Object.entries(condition as Keyed).every(([name, value]) =>
    name === '$expr' ? expressionHolds(value as Keyed, facts) : factAt(facts, name) === value,
  )
}

const factAt = (facts: Facts, path: string): Fact => (Object.hasOwn(facts, path) ? facts[path]! : null)

function expressionHolds(expression: Keyed, facts: Facts): boolean {
  const [operator, operands] = Object.entries(expression)[0]!
  switch (operator) {
    case '$not':
      return !expressionHolds(operands as Keyed, facts)
    case '$and':
      return (operands as Keyed[]).every((one) => expressionHolds(one, facts))
    case '$or':
      return (operands as Keyed[]).some((one) => expressionHolds(one, facts))
    default: {
      const [left, right] = (operands as Fact[]).map((operand) => valueOf(operand, facts))
      return compare(operator as Comparison, left!, right!)
    }
  }
}

const valueOf = (operand: Fact, facts: Facts): Fact =>
  typeof operand === 'string' && operand.startsWith('$') ? factAt(facts, operand.slice(1)) : operand

/** Only two numbers or two strings (including ISO 8601 dates) can be ordered. Values of different types are never equal. */
function compare(comparison: Comparison, left: Fact, right: Fact): boolean {
  if (comparison === '$eq') return left === right
  if (comparison === '$ne') return left !== right
  if (left === null || right === null || typeof left !== typeof right || typeof left === 'boolean') return false
  if (comparison === '$gt') return left > right
  if (comparison === '$gte') return left >= right
  return comparison === '$lt' ? left < right : left <= right
}

/**
 * Returns the facts of an annotation, with one row of each table: values of fields as `field.<schema id>` (numbers and ISO 8601 dates where
 * the field has such a type, null if empty), attributes as `annotation.<name>`. Rows of different tables are paired by their position.
 */
export function factsOf(
  fields: Readonly<Record<string, readonly FieldValue[]>>,
  annotation: Readonly<Record<string, Fact>>,
): Facts[] {
  const own = Object.entries(annotation).map(([name, fact]): [string, Fact] => [`annotation.${name}`, fact])
  const columns = Object.entries(fields)
  const rows = Math.max(1, ...columns.map(([, values]) => values.length))
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries([
      ...own,
      ...columns.map(([id, values]): [string, Fact] => [
        `field.${id}`,
        factOf(values.length === 1 ? values[0] : values[row]),
      ]),
    ]),
  )
}

const factOf = (value: FieldValue | undefined): Fact => value?.number ?? value?.date ?? (value?.string || null)
