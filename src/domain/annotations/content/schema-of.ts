/**
 * The schema in which the content of an annotation is. Content that was confirmed before a change of the schema stays in its version; while
 * a change is being applied in batches, content that it has not reached yet is in the version before it.
 */
import type { Knex } from 'knex'
import { notFound } from '../../../errors.ts'
import type { SchemaContent } from '../../../rules/schema/index.ts'

/** SQL: changes `r` of schemas that have not reached the annotation with this alias. */
export const pendingSql = (annotation: string): string =>
  `from schema_reshapes r
     where r.schema_id = ${annotation}.schema_id and ${annotation}.id > r.last_id and ${annotation}.id <= r.up_to`

/** SQL of the id of the version, for the annotation with this alias; null for the present content of the schema. */
export const versionSql = (annotation: string): string =>
  `coalesce(${annotation}.schema_version_id, (select r.version_id ${pendingSql(annotation)} order by r.id limit 1))`

/** Selects, as a column, the schema of the content of an annotation. The aliases are those of `annotations` and `schemas` in the query. */
export const schemaOf = (
  db: Knex,
  column = 'schema',
  { annotation = 'a', schema = 's' }: { annotation?: string; schema?: string } = {},
): Knex.Raw =>
  db.raw(
    `coalesce((select v.content from schema_versions v where v.id = ${versionSql(annotation)}), ${schema}.content) as ??`,
    [column],
  )

/** Returns the schema of the content of an annotation, with the id of its version; null for the present content of the schema. */
export async function contentSchema(
  db: Knex,
  annotation_id: number,
): Promise<{ version: number | null; content: SchemaContent }> {
  const found = await db('annotations as a')
    .join('schemas as s', 's.id', 'a.schema_id')
    .where('a.id', annotation_id)
    .first<{ version: number | null; content: SchemaContent } | undefined>(
      db.raw(`${versionSql('a')} as version`),
      schemaOf(db, 'content'),
    )
  if (!found) throw notFound('Annotation')
  return found
}
