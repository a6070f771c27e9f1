/** Checks the formulas of a schema whose nodes are valid: their syntax, the fields that they read, and their order. */
import { FormulaError, readFormula } from '@sheaf/formula'
import type { NodeErrors } from './checks.ts'
import { formulaFields, formulaOrder } from './formulas.ts'
import type { SchemaContent, SchemaNode } from './types.ts'
import { nodesById } from './walk.ts'

/** Formula fields of one schema, and characters of their formulas: every change of content computes all of them. */
const MAX_FORMULAS = 500
const MAX_CHARACTERS = 50_000

/** Returns what is wrong with the formulas by the id of their fields, or a sentence about all of them; null if they are valid. */
export function checkFormulas(schema: SchemaContent): ReadonlyMap<string, string> | string | null {
  const fields = formulaFields(schema)
  if (fields.length === 0) return null
  if (fields.length > MAX_FORMULAS) return `A schema may have at most ${MAX_FORMULAS} formula fields.`
  if (fields.reduce((sum, { formula }) => sum + formula.length, 0) > MAX_CHARACTERS)
    return `The formulas of a schema may have at most ${MAX_CHARACTERS} characters together.`
  const readable = readableNodes(schema)
  const errors = new Map<string, string>()
  for (const { id, formula } of fields) {
    const sentence = errorOfFormula(formula, readable)
    if (sentence) errors.set(id, sentence)
  }
  const { cycle } = formulaOrder(schema)
  for (const id of cycle ?? []) if (!errors.has(id)) errors.set(id, cycleError(cycle!))
  return errors.size > 0 ? errors : null
}

const cycleError = (cycle: readonly string[]): string =>
  cycle.length === 2
    ? 'A formula cannot read its own field.'
    : `These formulas read each other and cannot be computed: ${cycle.join(' → ')}.`

/** Returns the nodes that a formula can read: all but sections. */
export const readableNodes = (schema: SchemaContent): ReadonlyMap<string, SchemaNode> =>
  new Map([...nodesById(schema)].filter(([, { category }]) => category !== 'section'))

/**
 * Returns why a formula cannot be used with these fields, with line and column; null if it can. Null for `readable` accepts all fields.
 */
export function errorOfFormula(text: string, readable: ReadonlyMap<string, unknown> | null): string | null {
  try {
    for (const [id, { line, column }] of readFormula(text).fields)
      if (readable && !readable.has(id)) return `line ${line}, column ${column}: The schema has no field '${id}'.`
    return null
  } catch (error) {
    if (error instanceof FormulaError) return error.describe()
    throw error
  }
}

/** Returns the errors in the structure of the schema, `{}` for nodes without one. */
export function placeErrors(nodes: readonly SchemaNode[], errors: ReadonlyMap<string, string>): NodeErrors[] {
  return nodes.map((node): NodeErrors => {
    if (node.category === 'datapoint') return errors.has(node.id) ? { formula: [errors.get(node.id)!] } : {}
    const below = placeErrors([node.children].flat(), errors)
    if (below.every((each) => Object.keys(each).length === 0)) return {}
    return { children: node.category === 'multivalue' ? below[0]! : below }
  })
}
