/** What an import captured, kept in a form in which it can be compared with the confirmed values without reading them. */
import type { Knex } from 'knex'
import type { CapturedField } from '../../../rules/automation/figures.ts'
import { hasValues, isAbsent } from '../../../rules/automation/decide.ts'
import { contentDatapoints } from '../../../rules/content/tree.ts'
import type { ContentTree } from '../../../rules/content/index.ts'
import { datapoints, type SchemaContent } from '../../../rules/schema/index.ts'

/** SQL of a digest of the values of one field: dates and numbers by their value and not by their format, other values as displayed. */
export const digestSql = (fields: string, key: string): string => `md5(coalesce((
  select jsonb_agg(coalesce(one.item->'date', one.item->'number', one.item->'string') order by one.place)::text
  from jsonb_array_elements(${fields}->${key}) with ordinality one(item, place)), ''))`

/** What an import captured: the new content, and the ids of the fields for which the engine found something, even if it does not fit the field. */
export interface Captured {
  tree: ContentTree
  schema: SchemaContent
  candidates: ReadonlySet<string>
}

/** The column `captured` at the end of an import: the scores of all fields, and a digest of their values. `fields` is the column of that name as JSON. */
export const capturedColumn = (db: Knex, fields: string, captured: Captured): Knex.Raw =>
  db.raw(
    `(select coalesce(jsonb_object_agg(field.key, field.value || jsonb_build_object('d', ${digestSql('given.fields', 'field.key')})), '{}')
      from (select ?::jsonb as fields) given, jsonb_each(?::jsonb) field)`,
    [fields, JSON.stringify(capturedFields(captured))],
  )

/** Returns the scores of each field of the schema; table columns have that of their worst cell. */
export function capturedFields({ tree, schema, candidates }: Captured): Record<string, CapturedField> {
  const isRead = hasValues(tree, schema)
  const found = new Map<string, CapturedField>(
    [...datapoints(schema)].map(({ field }) => [field.id, { s: null, n: false }]),
  )
  for (const { node } of contentDatapoints(tree)) {
    const field = found.get(node.schema_id)
    // The source `score` depends on the threshold, which is compared separately.
    if (!field || !node.content || node.validation_sources.some((source) => source !== 'score')) continue
    const score = node.content.value === '' ? null : node.content.rir_confidence
    if (isRead && isAbsent(node, candidates)) field.e = true
    else if (score === null) field.n = true
    else field.s = Math.min(score, field.s ?? 1)
  }
  return Object.fromEntries(found)
}

/**
 * Runs `write`, which changes the form of an annotation's values because its schema has changed. Values that were as captured before are so
 * afterwards: a change of a schema is no correction by a person.
 */
export async function withoutCorrections(
  db: Knex,
  annotation_id: number,
  write: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await db.raw<{ rows: { as_captured: string[] | null }[] }>(
    `select (select array_agg(field.key) from jsonb_each(c.captured) field
              where field.value->>'d' = ${digestSql('f.fields', 'field.key')}) as as_captured
       from annotation_contents c cross join lateral (select content_fields(c.annotation_id) as fields offset 0) f
      where c.annotation_id = ?`,
    [annotation_id],
  )
  await write()
  const as_captured = rows[0]?.as_captured ?? []
  if (as_captured.length === 0) return
  await db.raw(
    `update annotation_contents c set captured = c.captured || (
       select jsonb_object_agg(one.key, c.captured->one.key || jsonb_build_object('d', ${digestSql('f.fields', 'one.key')}))
         from unnest(?::text[]) one(key), (select content_fields(?::bigint) as fields offset 0) f)
      where c.annotation_id = ?`,
    [as_captured, annotation_id, annotation_id],
  )
}
