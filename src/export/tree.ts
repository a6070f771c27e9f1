import type { TreeFields } from './columns.ts'
import type { ExportAnnotation, Pagination } from './types.ts'

/** Returns the exported fields of this annotation's schema. Throws an internal error if the caller has not passed the schema. */
export function treeFieldsOf(trees: ReadonlyMap<number, TreeFields>, annotation: ExportAnnotation): TreeFields {
  const tree = trees.get(annotation.schema.id)
  if (!tree) throw new Error(`Annotation ${annotation.id} has schema ${annotation.schema.id}, which was not passed.`)
  return tree
}

/** The pagination of an export without pages. */
export const onlyPage = (total: number): Pagination => ({ total, total_pages: 1, next: null, previous: null })
