/** Presents annotations and their content to clients. Requires only a `Caller`, so that workers can use it as well as the API. */
import { readTree, type Rows } from '../../domain/annotations/content/contents.ts'
import { presentTree, type ContentNode } from '../../rules/content/index.ts'
import type { Values } from '../framework/fields.ts'
import type { Caller } from '../framework/request.ts'
import { objects } from '../framework/sideload.ts'

/** Presents nodes of an annotation's content, each with its URL and all nodes below it. */
export const presentContent = (
  annotation_id: number,
  nodes: readonly ContentNode[],
  { urls }: Pick<Caller, 'urls'>,
): Values[] =>
  presentTree(nodes, (node: ContentNode, children: () => Values[]): Values => ({
    url: urls.of('annotations', annotation_id, `/content/${node.id}`),
    ...node,
    ...(node.category === 'datapoint' ? {} : { children: children() }),
  }))

/** Rows that are presented at once. */
const AT_ONCE = 20

/** Presents nodes in batches, as they are read: the same objects, but the nodes below sections and tables are presented when they are needed. */
export async function* presentLazily(
  annotation_id: number,
  batches: Iterable<readonly ContentNode[]> | AsyncIterable<readonly ContentNode[]>,
  caller: Pick<Caller, 'urls'>,
  rows?: Rows,
): AsyncGenerator<Values[]> {
  for await (const batch of batches)
    for (let start = 0; start < batch.length; start += AT_ONCE)
      yield batch.slice(start, start + AT_ONCE).map((node): Values => {
        if (node.category === 'datapoint' || node.category === 'tuple')
          return presentContent(annotation_id, [node], caller)[0]!
        const [shown] = presentContent(annotation_id, [{ ...node, children: [] }], caller)
        return { ...shown, children: presentLazily(annotation_id, below(node, rows), caller, rows) }
      })
}

/** The nodes below a node; those of a table without rows are read. */
const below = (node: ContentNode, rows?: Rows): Iterable<ContentNode[]> | AsyncIterable<ContentNode[]> => {
  if (node.category === 'datapoint') return []
  return rows && node.category === 'multivalue' && node.children.length === 0 ? rows(node.id) : [node.children]
}

/**
 * Returns the annotation object with the whole content tree in place of the content URL, or null if the caller does not see
 * the annotation.
 */
export async function presentAnnotation(annotation_id: number, caller: Caller): Promise<Values | null> {
  const [shown] = await objects('annotations', [annotation_id], caller)
  if (!shown) return null
  return { ...shown, content: presentContent(annotation_id, await readTree(caller.db, annotation_id), caller) }
}
