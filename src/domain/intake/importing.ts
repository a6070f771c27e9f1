import type { Knex } from 'knex'
import type { SchemaContent } from '../../rules/schema/types.ts'
import { contentWithSources } from '../engines/engines.ts'

export interface ImportingAnnotation {
  id: number
  organization_id: number
  queue_id: number
  upload_id: number | null
  document_id: number
  status: string
  s3_name: string
  original_file_name: string
  mime_type: string
  size: number
  sha256: string
  md5: string
  /** People have said how the pages stand. */
  turned: boolean
  rir_params: string | null
  locale: string
  default_score_threshold: number
  automation_enabled: boolean
  automation_level: 'always' | 'confident' | 'never'
  use_confirmed_state: boolean
  settings: { automation?: { automate_duplicates?: boolean } }
  /** With the sources that follow from the queue's engine. */
  schema_content: SchemaContent
  values: Record<string, unknown>
  /** Nodes that whoever made the annotation wants laid over what is read. */
  content_data: unknown[]
  has_suggested_edit: boolean
  queue_name: string
  /** Queue and annotation take part in training. */
  learning: boolean
}

/** An annotation with all that its import needs of its queue, schema, document and upload. */
export async function loadImporting(db: Knex, annotationId: number): Promise<ImportingAnnotation> {
  const found = (await db('annotations as a')
    .join('queues as q', 'q.id', 'a.queue_id')
    .join('schemas as s', 's.id', 'a.schema_id')
    .join('documents as d', 'd.id', 'a.document_id')
    .leftJoin('uploads as u', 'u.id', 'a.upload_id')
    .where('a.id', annotationId)
    .first(
      'a.id',
      'a.organization_id',
      'a.queue_id',
      'a.upload_id',
      'a.document_id',
      'a.content_data',
      'a.status',
      'd.s3_name',
      'd.original_file_name',
      'd.mime_type',
      'd.size',
      'd.sha256',
      'd.md5',
      'd.turned',
      'q.rir_params',
      'q.locale',
      'q.default_score_threshold',
      'q.automation_enabled',
      'q.automation_level',
      'q.use_confirmed_state',
      'q.settings',
      's.content as schema_content',
      'q.engine_id',
      'q.name as queue_name',
      db.raw('q.training_enabled and a.training_enabled as learning'),
      db.raw('exists (select 1 from suggested_edits e where e.annotation_id = a.id) as has_suggested_edit'),
      db.raw(`coalesce(u."values", '{}') || a."values" as "values"`),
    )) as (ImportingAnnotation & { engine_id: number | null }) | undefined
  // The callers look at the status first: an annotation that is gone has none.
  if (!found) return found as unknown as ImportingAnnotation
  const { engine_id, ...annotation } = found
  return { ...annotation, schema_content: await contentWithSources(db, engine_id, annotation.schema_content) }
}
