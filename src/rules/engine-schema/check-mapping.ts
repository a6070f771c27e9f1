/** The further checks of `validate`: whether an engine could be trained from the mapped fields. */
import { engineNameOf } from '../content/sources.ts'
import type { NodeErrors } from '../schema/checks.ts'
import type { SchemaDatapoint, SchemaMultivalue } from '../schema/types.ts'
import { findField, type PlacedField } from '../schema/walk.ts'
import { hasErrors, parallel, type ContentErrors } from './check-shape.ts'
import type { EngineSchema, OutputDatapoint, OutputField, OutputTable, QueueOf, Source, TableKind } from './types.ts'

export type Shape = 'header' | 'list' | 'column'
export const shapeOf = ({ multivalue, tuple }: PlacedField): Shape =>
  tuple ? 'column' : multivalue ? 'list' : 'header'

/** A table is a grid unless its schema extracts no row types from the document. */
export const kindOf = (table: SchemaMultivalue): TableKind =>
  table.grid?.row_types_to_extract.length === 0 ? 'freeform' : 'grid'

/** Returns the values of an enum's options as one text that is equal for equal values. */
export const optionsOf = (field: SchemaDatapoint): string =>
  JSON.stringify((field.options ?? []).map(({ value }) => value).sort())

/** Returns the names under which an engine may fill a field: those listed as its sources, or null for any. Other sources are ignored. */
export const engineNames = (field: SchemaDatapoint): string[] | null =>
  field.rir_field_names?.length ? field.rir_field_names.flatMap((name) => engineNameOf(name) ?? []) : null

interface Seen {
  outputs: Set<string>
  /** `queue/schema_id` of every mapped field. */
  fields: Set<string>
}

/** Checks content that has passed `checkEngineSchema`. */
export function checkMapping(content: EngineSchema, queueOf: QueueOf): ContentErrors | null {
  const seen: Seen = { outputs: new Set(), fields: new Set() }
  const errors = content.fields.map((field) => checkField(field, seen, queueOf))
  return errors.some(hasErrors) ? { content: { fields: errors } } : null
}

function checkField(field: OutputField, seen: Seen, queueOf: QueueOf): NodeErrors {
  if (field.category === 'datapoint') return checkOutput(field, 'header', seen, queueOf)
  if (field.children.category === 'datapoint') {
    const below = checkOutput(field.children, 'list', seen, queueOf)
    return hasErrors(below) ? { children: below } : {}
  }
  const table = field as OutputTable
  const errors = claim(table.engine_output_id, seen)
  /** For each queue, the table that contains the first mapped column. */
  const tables = new Map<number, SchemaMultivalue>()
  const columns = table.children.children.map((column) =>
    checkOutput(column, 'column', seen, queueOf, ({ multivalue }, queue_id) => {
      const first = tables.get(queue_id) ?? multivalue!
      tables.set(queue_id, first)
      if (first !== multivalue) return `All columns of queue ${queue_id} must come from one table.`
      const kind = kindOf(multivalue)
      return kind === table.type ? undefined : `Table "${multivalue.id}" is ${kind}, the output is ${table.type}.`
    }),
  )
  const below = parallel('children', columns)
  return { ...errors, ...(hasErrors(below) ? { children: below } : {}) }
}

function claim(id: string, { outputs }: Seen): NodeErrors {
  if (outputs.has(id)) return { engine_output_id: [`Output "${id}" is used more than once.`] }
  outputs.add(id)
  return {}
}

function checkOutput(
  output: OutputDatapoint,
  shape: Shape,
  seen: Seen,
  queueOf: QueueOf,
  checkTable: (placed: PlacedField, queue_id: number) => string | undefined = () => undefined,
): NodeErrors {
  let options: string | undefined
  const sources = (output.sources ?? []).map((source: Source): NodeErrors => {
    const queue = queueOf(source.queue)!
    const placed = findField(queue.content, source.schema_id)!
    const { field } = placed
    const errors: string[] = []
    const key = `${queue.id}/${field.id}`
    if (seen.fields.has(key)) errors.push(`Field "${field.id}" of queue ${queue.id} is mapped more than once.`)
    seen.fields.add(key)
    if (field.type !== output.type) errors.push(`Field "${field.id}" is of type ${field.type}, not ${output.type}.`)
    if (shapeOf(placed) !== shape)
      errors.push(`Field "${field.id}" is a ${shapeOf(placed)} field, the output a ${shape}.`)
    else errors.push(...[checkTable(placed, queue.id) ?? []].flat())
    if (output.type === 'enum' && field.type === 'enum') {
      options ??= optionsOf(field)
      if (options !== optionsOf(field)) errors.push(`The options of "${field.id}" differ from those of other sources.`)
    }
    const names = engineNames(field)
    if (names && !names.includes(output.engine_output_id))
      errors.push(`Field "${field.id}" must have no rir_field_names, or "${output.engine_output_id}" among them.`)
    return errors.length ? { schema_id: errors } : {}
  })
  return { ...claim(output.engine_output_id, seen), ...parallel('sources', sources) }
}
