import type { DeletionCounts, DeletionSearch } from '../rules/deletion/search.ts'
import { BaseModel } from './base.ts'
import type { Organization } from './organizations.ts'
import type { User } from './people.ts'

export const DELETION_STATUSES = ['previewed', 'running', 'finished', 'failed'] as const

/** A request to delete everything of a supplier or person. */
export class DeletionRequest extends BaseModel {
  static override tableName = 'deletion_requests'
  static override jsonAttributes = ['search', 'preview', 'report']

  declare id: number
  declare organization_id: number
  declare status: (typeof DELETION_STATUSES)[number]
  /** Emptied when the deletion ends, or 30 days after it failed. */
  declare search: DeletionSearch
  /** A digest of the items. */
  declare token: string
  declare preview: DeletionCounts
  /** What was deleted and kept so far. */
  declare report: DeletionCounts
  declare failure: string | null
  declare created_by: number | null
  declare created_at: string
  declare confirmed_by: number | null
  declare confirmed_at: string | null
  declare finished_at: string | null

  declare organization?: Organization
  declare created_by_user?: User | null
  declare confirmed_by_user?: User | null
}

/** What a preview has found. */
export class DeletionItem extends BaseModel {
  static override tableName = 'deletion_items'
  static override idColumn = ['deletion_request_id', 'kind', 'object_id']

  declare deletion_request_id: number
  declare kind: 'annotation' | 'email'
  declare object_id: number
  /** The kinds of search terms with the fields in which they were found. */
  declare found_in: string[]
  declare state: 'found' | 'deleted' | 'kept'
  /** `law`: its legal retention has not ended. `document`: it belongs to a document that is kept. */
  declare kept_because: 'law' | 'document' | null
  declare kept_until: string | null
}
