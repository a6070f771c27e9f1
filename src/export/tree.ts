import type { TreeFields } from './columns.ts'
import type { ExportAnnotation, Pagination } from './types.ts'

/**
 * Returns the exported fields of this annotation's schema. A version that a change has made during the export has the content that was passed
 * for the schema. Throws an internal error if the caller has not passed the schema.
 */
export function treeFieldsOf(trees: ReadonlyMap<number, TreeFields>, annotation: ExportAnnotation): TreeFields {
  const { id, version } = annotation.schema
  const tree = (version == null ? undefined : trees.get(-version)) ?? trees.get(id)
  if (!tree) throw new Error(`Annotation ${annotation.id} has schema ${id}, which was not passed.`)
  return tree
}

/** The pagination of an export without pages. */
export const onlyPage = (total: number): Pagination => ({ total, total_pages: 1, next: null, previous: null })
