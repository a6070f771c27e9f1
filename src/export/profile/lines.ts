/** The lines that an export profile makes of a document. */
import { setImmediate } from 'node:timers/promises'
import {
  Budget,
  FormulaError,
  objectOf,
  readFormula,
  runFormula,
  type DateValue,
  type Formula,
  type Value,
} from '@sheaf/formula'
import { dayOf } from '../../rules/content/formulas.ts'
import { emptyContent } from '../../rules/content/new-node.ts'
import { Fields, type Row } from '../../rules/content/formula-fields.ts'
import type { ContentTree, DatapointNode } from '../../rules/content/index.ts'
import { columnName } from '../../rules/export-profiles/check.ts'
import type { ExportColumn, ExportSettings, Property } from '../../rules/export-profiles/types.ts'
import { valueTypeOf } from '../../rules/schema/defaults.ts'
import { findField, nodesById, type SchemaContent } from '../../rules/schema/index.ts'
import { NOTHING, writeDate, writeField, writeResult, written, type Written } from './values.ts'
import type { Problem, ProfileDocument } from './types.ts'

/** Steps that the expressions of one line may use together. */
const LINE_STEPS = 100_000
/** Steps that those of all lines of a document may use together: a sum over a table of 1,000 rows in each of its lines. */
const DOCUMENT_STEPS = 10_000_000
/** Others are served after so many steps or lines. */
const TURN = { steps: 50_000, lines: 200 }

/** Returns the steps of the next line of a document that may still use `left`. */
const budgetOf = (left: number): Budget =>
  left < LINE_STEPS
    ? new Budget(left, `The expressions of the document need more than ${DOCUMENT_STEPS} steps together.`)
    : new Budget(LINE_STEPS, `The expressions of the line need more than ${LINE_STEPS} steps together.`)

const MOMENTS: readonly Property[] = ['arrived_at', 'confirmed_at', 'exported_at', 'modified_at']

type Source = (line: Line) => Written
interface Line {
  document: ProfileDocument
  fields: Fields
  /** The row that the line is about; null for a document. */
  row: Row | null
  number: number
  budget: Budget
  others: ReadonlyMap<string, Value>
}

/**
 * Returns the function that makes the lines of a document: one, or one for each row of the table `lines_of`, and one without values of
 * the table if it has no row. A column that fails adds a problem and is empty.
 */
export function makeLines(
  settings: ExportSettings,
  current: SchemaContent,
  today: string,
): (document: ProfileDocument, problems: Problem[]) => AsyncGenerator<Written[]> {
  const sources = settings.columns.map((column, index) => ({
    column,
    name: columnName(column, index),
    source: sourceOf(column, settings, current, dayOf(today)),
  }))
  const schemas = new WeakMap<SchemaContent, SchemaContent>()
  return async function* (document, problems) {
    const schema = remembered(schemas, document.schema, () => withFieldsOf(document.schema, current))
    const fields = new Fields(document.tree, schema)
    const others = new Map<string, Value>([['annotation', annotationOf(document)]])
    let left = DOCUMENT_STEPS
    let since = { left, index: 0 }
    for (const [index, row] of rowsOf(document.tree, settings.lines_of, current).entries()) {
      const budget = budgetOf(left)
      const granted = budget.left
      const line = { document, fields, row, number: index + 1, budget, others }
      yield sources.map(({ column, name, source }) => {
        if (index > 0 && column.first_line_only) return NOTHING
        try {
          return shortened(source(line), column)
        } catch (error) {
          if (!(error instanceof FormulaError)) throw error
          problems.push({ document: document.id, sentence: `${name}: ${error.describe().replace(/\.$/, '')}.` })
          return NOTHING
        }
      })
      left -= granted - budget.left
      if (since.left - left < TURN.steps && index - since.index < TURN.lines) continue
      since = { left, index }
      await setImmediate()
    }
  }
}

function remembered<K extends object, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}

/** Documents keep the schema with which they were made: fields that it lacks are empty, also for expressions. */
function withFieldsOf(own: SchemaContent, current: SchemaContent): SchemaContent {
  const known = nodesById(own)
  const missing = current.flatMap((section) =>
    section.children
      .filter(({ id }) => !known.has(id))
      .filter(
        (child) => ![...nodesById([{ ...section, children: [child] }]).keys()].slice(1).some((id) => known.has(id)),
      ),
  )
  const [first] = current
  return missing.length === 0 || !first ? own : [...own, { ...first, id: ' ', children: missing }]
}

function rowsOf(tree: ContentTree, table: string | null, schema: SchemaContent): (Row | null)[] {
  if (table === null) return [null]
  const found = tree.flatMap(({ children }) => children).find(({ schema_id }) => schema_id === table)
  const rows: Row[] = found?.category === 'multivalue' ? [...found.children] : []
  return rows.length > 0 ? rows : [emptyRow(table, schema)]
}

/** A row without values: in the only line of a document without rows, the columns are single values too, and not lists. */
function emptyRow(table: string, schema: SchemaContent): Row | null {
  const node = nodesById(schema).get(table)
  if (node?.category !== 'multivalue') return null
  const { children: row } = node
  return row.category === 'datapoint'
    ? emptyCell(row.id)
    : {
        id: 0,
        schema_id: row.id,
        category: 'tuple',
        hidden: false,
        children: row.children.map(({ id }) => emptyCell(id)),
      }
}

const emptyCell = (schema_id: string): DatapointNode => ({
  id: 0,
  schema_id,
  category: 'datapoint',
  content: emptyContent(),
  validation_sources: [],
  time_spent: 0,
  time_spent_overall: 0,
  hidden: false,
})

const annotationOf = ({ id, properties, metadata }: ProfileDocument): Value =>
  objectOf(
    'annotation',
    {
      id,
      status: properties.status,
      metadata,
      automated: properties.automated === 'true',
      arrived_at: properties.arrived_at,
    },
    { document: objectOf('document', { original_file_name: properties.file_name }) },
  )

function sourceOf(column: ExportColumn, settings: ExportSettings, schema: SchemaContent, today: DateValue): Source {
  const { field, property, constant, expression } = column
  if (field !== undefined) return fieldSource(field, column, settings, schema)
  if (property !== undefined) return propertySource(property, column, settings)
  if (expression === undefined) return () => written(constant ?? '')
  const formula: Formula = readFormula(expression)
  return ({ fields, row, budget, others }) =>
    writeResult(runFormula(formula, { today, field: fields.host(row), others, budget }), column, settings)
}

function fieldSource(id: string, column: ExportColumn, settings: ExportSettings, schema: SchemaContent): Source {
  const placed = findField(schema, id)
  if (!placed) return () => NOTHING
  const type = valueTypeOf(placed.field)
  return ({ fields, row }) => {
    const node = placed.multivalue ? cellOf(row, id) : fields.nodes(id)[0]
    const content = node && 'content' in node ? node.content : null
    return content ? writeField(content, type, column, settings) : NOTHING
  }
}

const cellOf = (row: Row | null, id: string): DatapointNode | undefined =>
  row === null
    ? undefined
    : row.category === 'tuple'
      ? row.children.find(({ schema_id }) => schema_id === id)
      : row.schema_id === id
        ? row
        : undefined

function propertySource(property: Property, column: ExportColumn, settings: ExportSettings): Source {
  if (property === 'line_number') return ({ number }) => ({ text: String(number), isPlain: true })
  if (property === 'archive_name')
    return ({ document }) => written(settings.include_documents ? document.archive_name : '')
  return ({ document }) => {
    const value = document.properties[property]
    if (MOMENTS.includes(property) && value !== '') return writeDate(value.slice(0, 10), column, settings)
    return { text: value, isPlain: property === 'id' }
  }
}

/** Shortens by whole characters. */
const shortened = (value: Written, { max_length }: ExportColumn): Written =>
  max_length === undefined || value.text.length <= max_length
    ? value
    : { ...value, text: [...value.text].slice(0, max_length).join('') }
