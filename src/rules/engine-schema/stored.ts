/** Converts a dedicated engine's schema between wire and database: URLs of queues on the wire, ids in the database. */
import type { EngineSchema, OutputDatapoint, OutputField, OutputTable, Source } from './types.ts'

/** Returns the stored keys of a node, with the sources that `each` returns. Read-only and unknown keys are dropped: `trained` is false. */
function outputOf(output: OutputDatapoint, each: (source: Source) => Source[]): OutputDatapoint {
  return {
    category: 'datapoint',
    engine_output_id: output.engine_output_id,
    label: output.label,
    trained: false,
    type: output.type,
    description: output.description ?? null,
    sources: (output.sources ?? []).flatMap(each),
  }
}

function fieldOf(field: OutputField, each: (source: Source) => Source[]): OutputField {
  if (field.category === 'datapoint') return outputOf(field, each)
  if (field.children.category === 'datapoint')
    return { category: 'multivalue', children: outputOf(field.children, each) }
  const { engine_output_id, label, type, description, children } = field as OutputTable
  return {
    category: 'multivalue',
    engine_output_id,
    label,
    trained: false,
    type,
    description: description ?? null,
    children: { category: 'tuple', children: children.children.map((column) => outputOf(column, each)) },
  }
}

/** Returns the content with every queue replaced by the result of `replace`. A queue without a result is omitted. */
export function mapQueues(content: EngineSchema, replace: (queue: string) => string | undefined): EngineSchema {
  const each = (source: Source): Source[] => {
    const queue = replace(source.queue)
    return queue === undefined ? [] : [{ queue, schema_id: source.schema_id }]
  }
  return {
    training_queues: [...new Set(content.training_queues.flatMap((queue) => replace(queue) ?? []))],
    fields: content.fields.map((field) => fieldOf(field, each)),
  }
}

/** Returns every value in the position of a queue, in content of any structure. */
export function queuesOf(content: unknown): unknown[] {
  if (Array.isArray(content)) return content.flatMap(queuesOf)
  if (typeof content !== 'object' || content === null) return []
  const { training_queues, queue, ...rest } = content as Record<string, unknown>
  return [
    ...[training_queues ?? []].flat(),
    ...(queue === undefined ? [] : [queue]),
    ...Object.values(rest).flatMap(queuesOf),
  ]
}
