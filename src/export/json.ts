import type { Readable } from 'node:stream'
import { presentTree } from '../rules/content/index.ts'
import { streamText } from './chunks.ts'
import { resolveTreeFields, type TreeFields } from './columns.ts'
import { onlyPage, treeFieldsOf } from './tree.ts'
import type { ContentNode, ExportAnnotation, ExportOptions, Schemas } from './types.ts'

type JsonNode =
  | { category: string; schema_id: string; children: JsonNode[] }
  | { category: 'datapoint'; schema_id: string; value: string; type: string; rir_confidence: number | null }

/** Returns the exported nodes of the content. */
const showNodes = (nodes: readonly ContentNode[], { groups, fields }: TreeFields): JsonNode[] =>
  presentTree(nodes, (node: ContentNode, children: () => JsonNode[]): JsonNode | null => {
    const { category, schema_id, content } = node
    if (category !== 'datapoint') return groups.has(schema_id) ? { category, schema_id, children: children() } : null
    const field = fields.get(schema_id)
    if (!field) return null
    const rir_confidence = content?.rir_confidence ?? null
    return { category: 'datapoint', schema_id, value: content?.value ?? '', type: field.type, rir_confidence }
  })

const showAnnotation = (annotation: ExportAnnotation, tree: TreeFields) => ({
  id: annotation.id,
  url: annotation.url,
  status: annotation.status,
  arrived_at: annotation.arrived_at,
  exported_at: annotation.exported_at,
  confirmed_at: annotation.confirmed_at,
  modified_at: annotation.modified_at,
  assigned_at: annotation.assigned_at,
  automated: annotation.automated,
  document: annotation.document,
  creator: annotation.creator,
  modifier: annotation.modifier,
  relations: annotation.relations,
  schema: { url: annotation.schema.url },
  metadata: annotation.metadata,
  content: showNodes(annotation.content, tree),
})

/** Exports annotations as one JSON object `{pagination, results}`. Throws immediately if a column is unknown. */
export function exportJson(
  annotations: AsyncIterable<ExportAnnotation>,
  schemas: Schemas,
  options: ExportOptions,
): Readable {
  const trees = resolveTreeFields(schemas, options)

  async function* writeResults() {
    // Without pages the total is known only at the end, so the key comes last; JSON objects have no order.
    yield options.pagination ? `{"pagination": ${JSON.stringify(options.pagination)},\n"results": [` : '{"results": ['
    let count = 0
    for await (const annotation of annotations) {
      const shown = JSON.stringify(showAnnotation(annotation, treeFieldsOf(trees, annotation)))
      yield `${count++ ? ',' : ''}\n${shown}`
    }
    yield options.pagination ? '\n]}\n' : `\n],\n"pagination": ${JSON.stringify(onlyPage(count))}}\n`
  }
  return streamText(writeResults())
}
