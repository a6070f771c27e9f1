import type { Knex } from 'knex'
import type { EngineRow } from '../../engines/registry.ts'
import type { Annotation, Document, Queue, RowOf } from '../../models/index.ts'
import { drawFromEngine, type EngineField, type SchemaContent } from '../../rules/schema/index.ts'
import { engineFields } from '../engines/fields.ts'
import { schemaOf } from '../annotations/content/schema-of.ts'

type OfAnnotation =
  | 'id'
  | 'organization_id'
  | 'queue_id'
  | 'schema_id'
  | 'upload_id'
  | 'document_id'
  | 'status'
  | 'content_data'
  | 'created_at'
  | 'values'
type OfDocument = 's3_name' | 'original_file_name' | 'mime_type' | 'size' | 'sha256' | 'md5' | 'turned'
type OfQueue =
  | 'rir_params'
  | 'locale'
  | 'default_score_threshold'
  | 'automation_enabled'
  | 'automation_level'
  | 'use_confirmed_state'
  | 'settings'
  | 'training_enabled'

interface Found
  extends Pick<RowOf<Annotation>, OfAnnotation>, Pick<RowOf<Document>, OfDocument>, Pick<RowOf<Queue>, OfQueue> {
  schema_content: SchemaContent
  has_suggested_edit: boolean
  /** An earlier import, or a user, has stored content. */
  has_content: boolean
  queue_name: string
  /** True if training is enabled for the queue and the annotation. */
  learning: boolean
  /** Null for the generic engine. */
  engine: EngineRow | null
}

/**
 * An annotation with the data its import needs. `values` are those of its upload and its own; `schema_content` includes the sources derived
 * from the engine.
 */
export interface ImportingAnnotation extends Found {
  /** Fields of its engine, in the order of their creation; null for the generic engine. */
  engine_fields: EngineField[] | null
}

/**
 * Loads an annotation with the data of its queue, schema, engine, document and upload that its import needs; undefined if it no longer
 * exists.
 */
export async function loadImporting(db: Knex, annotationId: number): Promise<ImportingAnnotation | undefined> {
  const found = await db('annotations as a')
    .join('queues as q', 'q.id', 'a.queue_id')
    .join('schemas as s', 's.id', 'a.schema_id')
    .join('documents as d', 'd.id', 'a.document_id')
    .leftJoin('uploads as u', 'u.id', 'a.upload_id')
    .leftJoin('engines as e', 'e.id', 'q.engine_id')
    .where('a.id', annotationId)
    .first<Found | undefined>(
      'a.id',
      'a.organization_id',
      'a.queue_id',
      'a.schema_id',
      'a.upload_id',
      'a.document_id',
      'a.content_data',
      'a.created_at',
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
      'q.training_enabled',
      schemaOf(db, 'schema_content'),
      'q.name as queue_name',
      db.raw('q.training_enabled and a.training_enabled as learning'),
      db.raw('exists (select 1 from suggested_edits x where x.annotation_id = a.id) as has_suggested_edit'),
      db.raw('exists (select 1 from annotation_contents c where c.annotation_id = a.id) as has_content'),
      db.raw(`coalesce(u."values", '{}') || a."values" as "values"`),
      db.raw(
        `case when e.id is not null then json_build_object('id', e.id, 'name', e.name, 'type', e.type) end as engine`,
      ),
    )
  if (!found) return undefined
  if (!found.engine) return { ...found, engine_fields: null }
  const engine_fields = await engineFields(db, found.engine.id)
  return { ...found, engine_fields, schema_content: drawFromEngine(found.schema_content, engine_fields) }
}
