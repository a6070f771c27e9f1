/** Requests to edit pages and the stored parts: shared types and checks. */
import type { Knex } from 'knex'
import type { Status } from '../../../rules/annotations/status.ts'
import type { PartPage } from '../../../rules/pages/parts.ts'

export const DATA_SOURCES = ['automation', 'suggest', 'modified_suggest', 'manual'] as const
export type DataSource = (typeof DATA_SOURCES)[number]

export interface PartMetadata {
  annotation?: Record<string, unknown>
  document?: Record<string, unknown>
}

/** One document to create from the pages of an annotation. */
export interface EditPart {
  /** An existing part to change; null for a new one. */
  annotation_id: number | null
  queue_id: number | null
  name: string | null
  pages: PartPage[]
  metadata: PartMetadata
  /** Keys start with `edit:`. */
  values: Record<string, unknown>
}

/** A stored part. Without `annotation_id` it contains pages that were left out. */
export interface StoredPart {
  id: number
  annotation_id: number | null
  pages: PartPage[]
  status: Status | null
}

export interface EditResult {
  annotation_id: number
  document_id: number
}

/** Returns the parts of an annotation, oldest first. */
export const partsOf = (db: Knex, parent_id: number): Promise<StoredPart[]> =>
  db('page_edits as e')
    .leftJoin('annotations as a', 'a.id', 'e.annotation_id')
    .where('e.parent_id', parent_id)
    .orderBy('e.id')
    .select<StoredPart[]>('e.id', 'e.annotation_id', 'e.pages', 'a.status')

const GONE: readonly (Status | null)[] = [null, 'deleted', 'purged']

/** Returns true if the pages of the part no longer belong to a document. */
export const isGone = ({ status }: StoredPart): boolean => GONE.includes(status)
