/**
 * Renamed fields in what is derived from content. The content of confirmed and finished annotations keeps the former ids; search, rules about
 * duplicates, conditions and templates find its values by the present ids too.
 */
import type { Knex } from 'knex'
import type { FieldValue } from '../../../rules/content/index.ts'
import type { Names } from '../../../rules/schema/field-renames.ts'
import { versionSql } from './schema-of.ts'

/**
 * Adds the present ids to the derived values of those of the annotations whose content stays in a version of the schema, and removes present
 * ids of before. Idempotent: the ids of the version itself, which no rename can give to another field, stay as they are.
 */
export async function nameByPresentIds(db: Knex, annotation_ids: readonly number[]): Promise<void> {
  const added = (column: string) => `coalesce((
    select jsonb_object_agg(n.value, ${column} -> n.key) from jsonb_each_text(v.names) n where jsonb_exists(${column}, n.key)), '{}')`
  const named = `coalesce((
    select jsonb_object_agg(f.key, f.value) from jsonb_each(c.fields) f where f.key = any(own.ids)), '{}') || ${added('c.fields')}`
  const kept = `from annotations a join schema_versions v on v.id = a.schema_version_id
    cross join lateral (select array(select jsonb_path_query(v.content, ${FIELD_IDS}) #>> '{}') as ids) own
    where a.id = c.annotation_id and a.id = any(?::bigint[])`
  const ids = [[...annotation_ids]]
  await db.raw(
    `update annotation_contents c set fields = ${named}, captured = c.captured || ${added('c.captured')} ${kept}`,
    ids,
  )
  await db.raw(`update content_parts c set fields = ${named} ${kept}`, ids)
}

/** Finds the ids of the fields of a schema, as `values_digest` does. */
const FIELD_IDS = `'strict $.** \\? (@.category == "datapoint").id'`

/** Gives what the import captured of converted annotations the new ids. */
export async function renameCaptured(db: Knex, annotation_ids: readonly number[], names: Names): Promise<void> {
  if (names.size === 0) return
  await db.raw(
    `update annotation_contents c set captured = (
       select jsonb_object_agg(coalesce(n.value, o.key), o.value)
         from jsonb_each(c.captured) o left join jsonb_each_text(?::jsonb) n on n.key = o.key)
      from annotations a
     where a.id = c.annotation_id and a.id = any(?::bigint[]) and a.schema_version_id is null
       and c.captured is not null and c.captured <> '{}'`,
    [JSON.stringify(Object.fromEntries(names)), [...annotation_ids]],
  )
}

/** Returns the values of an annotation by the present ids too, also while a change has not reached its content. */
export async function byPresentIds(
  db: Knex,
  annotation_id: number,
  fields: Record<string, FieldValue[]>,
): Promise<Record<string, FieldValue[]>> {
  const names = await presentNames(db, annotation_id)
  const present = [...names].flatMap(([former, id]): [string, FieldValue[]][] =>
    fields[former] ? [[id, fields[former]]] : [],
  )
  return { ...fields, ...Object.fromEntries(present) }
}

/** Returns the present ids of renamed nodes by their ids in the content. */
export async function presentNames(db: Knex, annotation_id: number): Promise<Names> {
  const found = await db('annotations as a')
    .where('a.id', annotation_id)
    .joinRaw(`join schema_versions v on v.id = ${versionSql('a')}`)
    .first<{ names: Record<string, string> } | undefined>('v.names')
  return new Map(Object.entries(found?.names ?? {}))
}
