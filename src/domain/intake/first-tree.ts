/** The first content of an annotation. */
import type { Extraction } from '@sheaf/extraction/types'
import type { AnnotationContent, RowOf } from '../../models/index.ts'
import { buildTree, patchTree, withIds, type ContentTree } from '../../rules/content/index.ts'
import { storeComputedTree, takeNodeIds } from '../annotations/content/contents.ts'
import { keptContent, withKept } from '../annotations/content/former.ts'
import type { Tx } from '../outbox/transaction.ts'
import { loadImporting, type ImportingAnnotation } from './importing.ts'

/** Returns the tree for the schema with the values of the engine (null without any) and those sent with the document. */
export const firstTree = (
  tx: Tx,
  annotation: ImportingAnnotation,
  extraction: Extraction | null,
): Promise<ContentTree> =>
  withIds(
    (takeIds) => {
      const schema = annotation.schema_content
      const values = Object.fromEntries(Object.entries(annotation.values).map(([key, value]) => [key, String(value)]))
      const tree = buildTree(schema, {
        extraction,
        values,
        defaultThreshold: annotation.default_score_threshold,
        takeIds,
      })
      const patched = patchTree(tree, schema, annotation.content_data)
      // Initial content that was valid when the annotation was created may not fit the current schema: then only the extracted values are
      // kept.
      return 'errors' in patched ? tree : patched.tree
    },
    (count) => takeNodeIds(tx, count),
  )

/** Stores the tree of an annotation whose document cannot be read, unless it has content: it may be entered by hand. */
export async function storeUnreadTree(tx: Tx, annotation_id: number): Promise<void> {
  const content = await tx<RowOf<AnnotationContent>>('annotation_contents').where({ annotation_id }).first('version')
  const annotation = content ? undefined : await loadImporting(tx, annotation_id)
  if (!annotation) return
  const tree = await firstTree(tx, annotation, null)
  const kept = await keptContent(tx, annotation_id)
  await storeComputedTree(
    tx,
    annotation_id,
    await withKept(tx, kept, tree, annotation.schema_content),
    annotation.schema_content,
  )
}
