/** Proposes a schema for a dedicated engine from the common fields of its training queues. */
import { engineNameOf } from '../content/sources.ts'
import { isExtracted } from '../schema/engine.ts'
import type { SchemaDatapoint, SchemaMultivalue } from '../schema/types.ts'
import { engineNames, kindOf, optionsOf, type Shape } from './check-mapping.ts'
import type { EngineSchema, OutputDatapoint, OutputField, OutputTable, OutputType, TrainingQueue } from './types.ts'

interface Known {
  output: OutputDatapoint
  shape: Shape
  table: OutputTable | undefined
  options: string
  queues: Set<number>
}

/**
 * Maps each captured field of the queues' schemas to the output with its name (the first engine name in `rir_field_names`, otherwise its
 * own id), type, options and place. Labels, types and descriptions are those of the first queue that has it. A field that matches no output
 * is omitted, so that the proposal always passes `validate`.
 */
export function proposeEngineSchema(queues: readonly TrainingQueue[]): EngineSchema {
  const fields: OutputField[] = []
  const outputs = new Map<string, Known>()
  const tables = new Map<string, { table: OutputTable; queues: Set<number> }>()
  const isFree = (id: string) => !outputs.has(id) && !tables.has(id)

  const map = (queue: TrainingQueue, field: SchemaDatapoint, shape: Shape, table?: OutputTable): void => {
    if (!isExtracted(field) || field.disable_prediction) return
    const options = field.type === 'enum' ? optionsOf(field) : ''
    const source = { queue: queue.url, schema_id: field.id }
    for (const id of engineNames(field) ?? [field.id]) {
      const known = outputs.get(id)
      if (isFree(id)) {
        const output = outputOf(id, field)
        outputs.set(id, { output, shape, table, options, queues: new Set([queue.id]) })
        output.sources.push(source)
        if (table) table.children.children.push(output)
        else fields.push(shape === 'list' ? { category: 'multivalue', children: output } : output)
        return
      }
      const fits = known && known.shape === shape && known.table === table && known.options === options
      if (!fits || known.output.type !== field.type || known.queues.has(queue.id)) continue
      known.queues.add(queue.id)
      known.output.sources.push(source)
      return
    }
  }

  const tableFor = (queue: TrainingQueue, multivalue: SchemaMultivalue): OutputTable | undefined => {
    for (const id of tableNames(multivalue)) {
      const known = tables.get(id)
      if (known && known.table.type === kindOf(multivalue) && !known.queues.has(queue.id)) {
        known.queues.add(queue.id)
        return known.table
      }
      if (!isFree(id)) continue
      const table = tableOf(id, multivalue)
      tables.set(id, { table, queues: new Set([queue.id]) })
      fields.push(table)
      return table
    }
    return undefined
  }

  for (const queue of queues) {
    for (const child of queue.content.flatMap((section) => (section.disable_prediction ? [] : section.children))) {
      if (child.category === 'datapoint') map(queue, child, 'header')
      else if (child.disable_prediction || child.children.disable_prediction) continue
      else if (child.children.category === 'datapoint') map(queue, child.children, 'list')
      else {
        const table = tableFor(queue, child)
        if (table) for (const column of child.children.children) map(queue, column, 'column', table)
      }
    }
  }
  const isEmpty = (field: OutputField) => field.category === 'multivalue' && columnsOf(field)?.length === 0
  return { training_queues: queues.map(({ url }) => url), fields: fields.filter((field) => !isEmpty(field)) }
}

const columnsOf = (field: OutputField): OutputDatapoint[] | undefined =>
  field.category === 'multivalue' && field.children.category === 'tuple' ? field.children.children : undefined

const tableNames = ({ id, rir_field_names }: SchemaMultivalue): string[] => [
  ...(rir_field_names?.length ? rir_field_names.flatMap((name) => engineNameOf(name) ?? []) : ['line_items']),
  id,
]

const outputOf = (id: string, field: SchemaDatapoint): OutputDatapoint => ({
  category: 'datapoint',
  engine_output_id: id,
  label: field.label,
  trained: false,
  type: field.type as OutputType,
  description: field.description ?? null,
  sources: [],
})

const tableOf = (id: string, multivalue: SchemaMultivalue): OutputTable => ({
  category: 'multivalue',
  engine_output_id: id,
  label: multivalue.label,
  trained: false,
  type: kindOf(multivalue),
  description: multivalue.description ?? null,
  children: { category: 'tuple', children: [] },
})
