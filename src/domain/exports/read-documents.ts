/** Reads documents for export profiles, in groups of which one is in memory. */
import type { Knex } from 'knex'
import type { ProfileDocument } from '../../export/profile/types.ts'
import { Schema, SchemaVersion, type Annotation, type Document, type RowOf } from '../../models/index.ts'
import { renameTree } from '../../rules/content/rename.ts'
import type { Names } from '../../rules/schema/field-renames.ts'
import { renameSchema } from '../../rules/schema/renames.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { groupBySize, readTrees } from '../annotations/content/contents.ts'
import { versionSql } from '../annotations/content/schema-of.ts'
import { freeName, type DownloadFile } from '../documents/downloads.ts'
import { nextTurn } from '../turns.ts'

/** Where documents are in the archive. */
const FOLDER = 'documents/'

type Found = Pick<
  RowOf<Annotation>,
  'id' | 'status' | 'automated' | 'arrived_at' | 'confirmed_at' | 'exported_at' | 'modified_at' | 'metadata'
> &
  Pick<RowOf<Document>, 'original_file_name' | 's3_name' | 'mime_type' | 'size' | 'has_content'> & {
    document_id: number
    /** The version in which the content is; null for the present one of the schema. */
    version: number | null
    schema_id: number
  }

/** A file of the archive, under its name there. */
export interface ArchivedFile extends DownloadFile {
  archive_name: string
}

/** Yields the documents with these ids in their order; those that were deleted meanwhile are left out. `files` receives their files. */
export async function* readDocuments(
  db: Knex,
  ids: AsyncIterable<number[]>,
  urlOf: (annotation_id: number) => string,
  files: ArchivedFile[] | null,
): AsyncGenerator<ProfileDocument> {
  const schemas = new Map<string, ContentSchema>()
  const taken = new Set<string>()
  for await (const batch of ids) {
    const rows: Found[] = await db('annotations')
      .whereIn('annotations.id', batch)
      .join('documents', 'documents.id', 'annotations.document_id')
      .select(
        'annotations.id',
        'annotations.status',
        'annotations.automated',
        'annotations.arrived_at',
        'annotations.confirmed_at',
        'annotations.exported_at',
        'annotations.modified_at',
        'annotations.schema_id',
        db.raw(`${versionSql('annotations')} as version`),
        'annotations.metadata',
        'annotations.document_id',
        'documents.original_file_name',
        'documents.s3_name',
        'documents.mime_type',
        'documents.size',
        'documents.has_content',
      )
    for (const row of rows) if (!schemas.has(keyOf(row))) schemas.set(keyOf(row), await readSchema(db, row))
    const byId = new Map<number, Found>(rows.map((row) => [row.id, row]))
    for (const group of await groupBySize(db, batch)) {
      const trees = await readTrees(db, group)
      for (const id of group) {
        const row = byId.get(id)
        if (!row) continue
        const { schema, names } = schemas.get(keyOf(row))!
        const archive_name = files && row.has_content ? FOLDER + freeName(taken, row.original_file_name) : ''
        if (archive_name !== '') files?.push({ ...row, id: row.document_id, archive_name })
        yield {
          id,
          properties: propertiesOf(row, urlOf(id)),
          metadata: row.metadata,
          schema,
          tree: renameTree(trees.get(id) ?? [], names),
          archive_name,
        }
      }
      // Between two groups, others are served.
      await nextTurn()
    }
  }
}

/** A schema in which content is, with the present ids of its fields: profiles know no others. */
interface ContentSchema {
  schema: SchemaContent
  /** The present ids, by those in the content. */
  names: Names
}

const keyOf = ({ schema_id, version }: Pick<Found, 'schema_id' | 'version'>): string => `${schema_id} ${version}`

async function readSchema(
  db: Knex,
  { schema_id, version }: Pick<Found, 'schema_id' | 'version'>,
): Promise<ContentSchema> {
  const kept = version === null ? undefined : await SchemaVersion.query(db).findById(version)
  if (!kept) return { schema: (await Schema.query(db).findById(schema_id).throwIfNotFound()).content, names: new Map() }
  const names = new Map(Object.entries(kept.names))
  return { schema: renameSchema(kept.content, names), names }
}

const propertiesOf = (row: Found, url: string): ProfileDocument['properties'] => ({
  id: String(row.id),
  url,
  status: row.status,
  automated: String(row.automated),
  file_name: row.original_file_name,
  arrived_at: row.arrived_at ?? '',
  confirmed_at: row.confirmed_at ?? '',
  exported_at: row.exported_at ?? '',
  modified_at: row.modified_at ?? '',
})
