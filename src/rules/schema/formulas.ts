/** The formula fields of a schema, and the order in which they are computed. */
import { FormulaError, readFormula, type Formula } from '@sheaf/formula'
import type { SchemaContent, SchemaDatapoint, SchemaNode } from './types.ts'
import { datapoints, nodesById } from './walk.ts'

/** A field that is computed from its formula. A formula of a field with another `ui_configuration.type` is stored and not used. */
export type FormulaField = SchemaDatapoint & { formula: string }

const isFormula = (field: SchemaDatapoint): field is FormulaField =>
  field.ui_configuration?.type === 'formula' && Boolean(field.formula)

/** Returns the formula fields in the order of the schema. */
export const formulaFields = (schema: SchemaContent): FormulaField[] =>
  [...datapoints(schema)].map(({ field }) => field).filter(isFormula)

export interface FormulaOrder {
  /** Each field follows the formula fields that it reads. */
  order: FormulaField[]
  /** The ids of fields that read each other, the first one twice; null if no fields do. */
  cycle: string[] | null
}

/** Orders the formula fields of a schema. Fields with an invalid formula read nothing. */
export function formulaOrder(schema: SchemaContent): FormulaOrder {
  const fields = new Map(formulaFields(schema).map((field) => [field.id, field]))
  const order: FormulaField[] = []
  if (fields.size === 0) return { order, cycle: null }
  const nodes = nodesById(schema)
  const state = new Map<string, 'open' | 'done'>()
  let cycle: string[] | null = null
  const visit = (field: FormulaField, path: string[]) => {
    if (state.get(field.id) === 'done') return
    if (state.get(field.id) === 'open') {
      cycle ??= [...path.slice(path.indexOf(field.id)), field.id]
      return
    }
    state.set(field.id, 'open')
    for (const id of readsOf(field, nodes)) if (fields.has(id)) visit(fields.get(id)!, [...path, field.id])
    state.set(field.id, 'done')
    order.push(field)
  }
  for (const field of fields.values()) visit(field, [])
  return { order, cycle }
}

/** Returns the ids of the fields that a formula reads; of a table, the columns that it names. */
function readsOf({ formula }: FormulaField, nodes: ReadonlyMap<string, SchemaNode>): string[] {
  const found = attempt(formula)
  if (!found) return []
  return [...found.fields.keys()].flatMap((id) => {
    const node = nodes.get(id)
    if (!node || node.category === 'datapoint') return [id]
    return columnsOf(node).filter((column) => isList(node) || found.attributes.has(column))
  })
}

function attempt(formula: string): Formula | null {
  try {
    return readFormula(formula)
  } catch (error) {
    if (error instanceof FormulaError) return null
    throw error
  }
}

const isList = (node: SchemaNode): boolean => node.category === 'multivalue' && node.children.category === 'datapoint'

function columnsOf(node: SchemaNode): string[] {
  if (node.category === 'tuple') return node.children.map(({ id }) => id)
  if (node.category !== 'multivalue') return []
  return node.children.category === 'datapoint' ? [node.children.id] : columnsOf(node.children)
}
