/** What was asked of an annotation's pages, and what is known of the parts it has: shapes and checks that share one place. */
import type { Knex } from 'knex'
import type { Status } from '../../rules/annotation-status.ts'
import type { PartPage } from '../../rules/page-parts.ts'

export const DATA_SOURCES = ['automation', 'suggest', 'modified_suggest', 'manual'] as const
export type DataSource = (typeof DATA_SOURCES)[number]

export interface PartMetadata {
  annotation?: Record<string, unknown>
  document?: Record<string, unknown>
}

/** One document that is to come out of an annotation's pages. */
export interface EditPart {
  /** A part there is already, to be changed; null for a new one. */
  annotation_id: number | null
  queue_id: number | null
  name: string | null
  pages: PartPage[]
  metadata: PartMetadata
  /** Keys start with `edit:`. */
  values: Record<string, unknown>
}

/** A part as it is kept; without `annotation_id` it is pages that were left out. */
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

/** The parts of an annotation, the oldest first. */
export const partsOf = (db: Knex, parent_id: number): Promise<StoredPart[]> =>
  db('page_edits as e')
    .leftJoin('annotations as a', 'a.id', 'e.annotation_id')
    .where('e.parent_id', parent_id)
    .orderBy('e.id')
    .select<StoredPart[]>('e.id', 'e.annotation_id', 'e.pages', 'a.status')

const GONE: readonly (Status | null)[] = [null, 'deleted', 'purged']

/** Whether the pages of a part no longer belong to any document. */
export const isGone = ({ status }: StoredPart): boolean => GONE.includes(status)
