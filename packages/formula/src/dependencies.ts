import { FormulaError, type Place } from './errors.ts'
import type { Expression, Statement } from './tree.ts'

/** What a formula refers to, found without running it. */
export interface References {
  /** Fields by id, in the order of their first use, with the place of it. */
  fields: ReadonlyMap<string, Place>
  /** Fields that are read without `all_values`: within a table, as the value of one row. */
  inRow: ReadonlySet<string>
  /** All names of attributes, among them the columns that it reads of rows. */
  attributes: ReadonlySet<string>
  /** All names, such as `annotation`. */
  names: ReadonlySet<string>
}

/**
 * Returns what a formula refers to. Throws FormulaError (SyntaxError) where `field` is not followed by a name: the fields must be known
 * before the formula runs.
 */
export function referencesIn(statements: readonly Statement[]): References {
  const fields = new Map<string, Place>()
  const inRow = new Set<string>()
  const attributes = new Set<string>()
  const names = new Set<string>()
  for (const { node, parent } of nodesOf(statements)) {
    if (node.kind === 'attribute') attributes.add(node.name)
    if (node.kind === 'name') names.add(node.name)
    if (isField(node) && !(parent?.kind === 'attribute' && parent.of === node))
      throw new FormulaError('SyntaxError', "'field' must be followed by a name, as in field.amount_total", node)
    if (node.kind !== 'attribute' || !isField(node.of)) continue
    if (!fields.has(node.name)) fields.set(node.name, { line: node.line, column: node.column })
    if (parent?.kind !== 'attribute' || parent.of !== node || parent.name !== 'all_values') inRow.add(node.name)
  }
  return { fields, inRow, attributes, names }
}

const isField = (expression: Expression): boolean => expression.kind === 'name' && expression.name === 'field'

interface Visited {
  node: Expression
  /** The expression that contains it directly, if there is one. */
  parent: Expression | null
}

/** Returns every node of the statements in the order of the text. Not recursive: a sum of 1,000 terms is a tree of that depth. */
function nodesOf(statements: readonly Statement[]): Visited[] {
  const found: Visited[] = []
  const left: { value: unknown; parent: Expression | null }[] = [{ value: statements, parent: null }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, parent } = next
    if (typeof value !== 'object' || value === null) continue
    const node = 'kind' in value ? (value as Expression) : null
    if (node) found.push({ node, parent })
    for (const part of Object.values(value).reverse()) left.push({ value: part, parent: node ?? parent })
  }
  return found
}
