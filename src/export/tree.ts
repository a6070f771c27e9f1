import type { TreeFields } from './columns.ts'
import type { ExportAnnotation, Pagination } from './types.ts'

/** What is shown of this annotation's schema. The caller gives the schema of every annotation, so a gap is a fault of ours. */
export function treeFieldsOf(trees: ReadonlyMap<number, TreeFields>, annotation: ExportAnnotation): TreeFields {
  const tree = trees.get(annotation.schema.id)
  if (!tree) throw new Error(`Annotation ${annotation.id} has schema ${annotation.schema.id}, which was not given.`)
  return tree
}

/** The pagination of an export that was not cut into pages. */
export const onlyPage = (total: number): Pagination => ({ total, total_pages: 1, next: null, previous: null })
