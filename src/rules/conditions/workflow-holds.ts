/**
 * Evaluation of the conditions of workflows and their steps. They decide about approvals, so that a condition that cannot be evaluated must
 * not look like one that is not met: there are three results, combined as in Kleene's logic (S. C. Kleene, Introduction to Metamathematics,
 * 1952, section 64).
 */
import type { FieldValue } from '../content/flatten.ts'
import type { SchemaContent } from '../schema/index.ts'
import { valueTypeOf } from '../schema/defaults.ts'
import { datapoints } from '../schema/walk.ts'
import { isPathWithoutSign, pathOf, type Comparison, type Fact } from './check-workflow.ts'

/** A condition cannot be evaluated; `reason` is a clause: `the schema has no field "cost_center"`. */
export interface Undecided {
  reason: string
}
export type Verdict = boolean | Undecided

/**
 * What conditions refer to, by path, for one row of each table. A path that is missing does not exist, such as a field that was deleted;
 * undefined: the table has no such row; null: the value is empty.
 */
export type Facts = Readonly<Record<string, Value>>
type Value = Fact | undefined | Undecided

type Keyed = Record<string, unknown>

export const isUndecided = (verdict: unknown): verdict is Undecided => typeof verdict === 'object' && verdict !== null

/** Evaluates a checked condition for each row; met if it is met for any of them. */
export const judgeAny = (condition: unknown, rows: readonly Facts[]): Verdict =>
  any(rows.map((facts) => judge(condition, facts)))

/** Evaluates a checked condition. */
export const judge = (condition: unknown, facts: Facts): Verdict =>
  all(
    Object.entries(condition as Keyed).map(([name, value]) =>
      name === '$expr' ? judgeExpression(value as Keyed, facts) : compare('$eq', at(name, facts), value as Fact, name),
    ),
  )

const any = (verdicts: readonly Verdict[]): Verdict => verdicts.includes(true) || (verdicts.find(isUndecided) ?? false)

const all = (verdicts: readonly Verdict[]): Verdict => !verdicts.includes(false) && (verdicts.find(isUndecided) ?? true)

function judgeExpression(expression: Keyed, facts: Facts): Verdict {
  const [operator, operands] = Object.entries(expression)[0]!
  const each = () => (operands as Keyed[]).map((one) => judgeExpression(one, facts))
  if (operator === '$and') return all(each())
  if (operator === '$or') return any(each())
  if (operator === '$not') {
    const verdict = judgeExpression(operands as Keyed, facts)
    return isUndecided(verdict) ? verdict : !verdict
  }
  const [left, right] = operands as [Fact, Fact]
  const [a, b] = [left, right].map((operand) => valueOf(operand, facts))
  return compare(operator as Comparison, a, b, pathOf(left) ?? '', pathOf(right) ?? '')
}

function at(path: string, facts: Facts): Value {
  if (Object.hasOwn(facts, path)) return facts[path]
  return { reason: path.startsWith('field.') ? `the schema has no ${named(path)}` : `${named(path)} does not exist` }
}

function valueOf(operand: Fact, facts: Facts): Value {
  // Compared as a text, it would never be met, and no document would need an approval.
  if (isPathWithoutSign(operand)) return { reason: `"${operand}" is a text; "$${operand}" is the value` }
  const path = pathOf(operand)
  return path === undefined ? operand : at(path, facts)
}

const named = (path: string): string => path.replace(/^field\.(.*)/, 'field "$1"')

/**
 * Compares two values; `left` and `right` are their paths, empty for constants. Numbers are compared with numbers and strings (including
 * ISO 8601 dates) with strings. An empty value equals null, but is neither large nor small. A value that differs from a constant only in upper and
 * lower case is neither equal to it nor another one.
 */
function compare(comparison: Comparison, a: Value, b: Value, left: string, right = ''): Verdict {
  for (const value of [a, b]) if (typeof value === 'object' && value !== null) return value
  const [one, other] = [a as Fact | undefined, b as Fact | undefined]
  if (one != null && other != null && typeof one !== typeof other)
    return {
      reason: `${left || right ? named(left || right) : 'one constant'} is ${JSON.stringify(left ? one : other)}, which cannot be compared with ${JSON.stringify(left ? other : one)}`,
    }
  const written = left ? one : other
  const wanted = left ? other : one
  // The author of the condition means this value: without an answer, its documents would need no approval.
  if (Boolean(left) !== Boolean(right) && differOnlyInCase(written, wanted))
    return {
      reason: `${named(left || right)} is ${JSON.stringify(written)}, which differs from ${JSON.stringify(wanted)} only in upper and lower case`,
    }
  if (comparison === '$eq' || comparison === '$ne')
    return ((one ?? null) === (other ?? null)) === (comparison === '$eq')
  // A row that does not exist is not missing a value.
  if ((left && one === undefined) || (right && other === undefined)) return false
  if (one == null || other == null) {
    const empty = one == null ? left : right
    return { reason: empty ? `${named(empty)} is empty` : `${named(left || right)} is compared with null` }
  }
  if (typeof one === 'boolean') return { reason: `${named(left || right)} is true or false, which has no order` }
  return ORDER[comparison](one < other ? -1 : one > other ? 1 : 0)
}

const differOnlyInCase = (one: Fact | undefined, other: Fact | undefined): boolean =>
  typeof one === 'string' && typeof other === 'string' && one !== other && one.toLowerCase() === other.toLowerCase()

const ORDER: Readonly<Record<Exclude<Comparison, '$eq' | '$ne'>, (order: number) => boolean>> = {
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
}

/** The fields of a schema, by schema id. */
export type Columns = ReadonlyMap<string, { isColumn: boolean; type: 'number' | 'date' | 'string' }>

/** Returns the fields that conditions can refer to. */
export const columnsOf = (schema: SchemaContent): Columns =>
  new Map(
    [...datapoints(schema)].map(({ field, multivalue }) => [
      field.id,
      { isColumn: multivalue !== undefined, type: valueTypeOf(field) },
    ]),
  )

/**
 * Returns the facts of an annotation, one for each row of its tables: values of all fields of its schema as `field.<schema id>` (numbers and
 * ISO 8601 dates where the field has such a type), attributes as `annotation.<name>`. Rows of different tables are paired by their position;
 * a single row belongs to all.
 */
export function factsOf(
  fields: Readonly<Record<string, readonly FieldValue[]>>,
  columns: Columns,
  annotation: Readonly<Record<string, Fact>>,
): Facts[] {
  const own = Object.entries(annotation).map(([name, fact]): [string, Value] => [`annotation.${name}`, fact])
  const present = [...columns].map(([id, column]) => ({ id, ...column, values: fields[id] ?? [] }))
  const rows = Math.max(1, ...present.map(({ values }) => values.length))
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries([
      ...own,
      ...present.map(({ id, isColumn, type, values }): [string, Value] => {
        const value = values.length === 1 ? values[0] : values[row]
        return [`field.${id}`, value === undefined && isColumn ? undefined : factOf(id, type, value)]
      }),
    ]),
  )
}

function factOf(id: string, type: 'number' | 'date' | 'string', value: FieldValue | undefined): Value {
  if (!value?.string) return null
  if (type === 'string') return value.string
  return value[type] ?? { reason: `field "${id}" is ${JSON.stringify(value.string)}, which is not a ${type}` }
}
