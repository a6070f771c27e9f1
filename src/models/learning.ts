import type { Lesson, Remembered } from '../rules/queues/learning.ts'
import { BaseModel } from './base.ts'
import type { Organization } from './organizations.ts'
import type { User } from './people.ts'
import type { Queue } from './queues.ts'

export class LearnedLayout extends BaseModel {
  static override tableName = 'learned_layouts'

  declare id: number
  declare organization_id: number
  declare queue_id: number
  declare enabled: boolean
  declare created_at: string
  declare modified_by: number | null
  declare modified_at: string

  declare modified_by_user?: User | null
  declare organization?: Organization
  declare queue?: Queue
}

/** What one confirmed annotation taught a layout. */
export class TaughtLesson extends BaseModel {
  static override tableName = 'lessons'
  static override idColumn = 'annotation_id'
  static override jsonAttributes = ['lesson', 'described', 'outcomes']

  declare annotation_id: number
  declare learned_layout_id: number
  declare queue_id: number
  declare taught_at: string
  /** Search keys of the fingerprint. */
  declare keys: number[]
  declare lesson: Lesson
  /** Where the values are, in words, by field; null for empty ones. */
  declare described: Record<string, string | null>
  /** Whether the user kept what the layout had proposed for a field. */
  declare outcomes: Remembered['outcomes']
}
