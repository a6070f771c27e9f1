/** Former contents of schemas, and the changes that made them former. */
import type { Knex } from 'knex'
import { invalid } from '../../errors.ts'
import { SchemaChange, SchemaVersion, type RowOf } from '../../models/index.ts'
import { composedNames, nameConflict } from '../../rules/schema/renames.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import type { Names } from '../../rules/schema/field-renames.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { Writer } from '../rows.ts'

/** Changes of a schema that can be undone or are shown; of more, the older ones are forgotten. */
export const MAX_CHANGES = 20

/** SQL: no batch still applies the change or returns the values that it removed. */
export const IS_APPLIED = `not exists (
  select from schema_reshapes r where r.change_id = schema_changes.id or r.restores = schema_changes.id)`

/** A change of the content of a schema, as it is applied to annotations. */
export interface AppliedChange {
  schema_id: number
  before: SchemaContent
  after: SchemaContent
  /** The new ids of renamed nodes, by their former ids. */
  names: Record<string, string>
  /** The version with the content before; null in requests of an earlier release. */
  version_id: number | null
  /** The change with which removed values are stored; null in requests of an earlier release. */
  change_id: number | null
  /** The change that is undone, whose removed values return. */
  restores: number | null
}

/**
 * Stores the former content as a version, and the change, so that it can be undone. The caller has locked the schema. Throws 400 for a rename
 * to an id that another field has in content that stays.
 */
export async function rememberChange(
  tx: Tx,
  { user_id }: Writer,
  change: Omit<AppliedChange, 'version_id' | 'change_id'>,
): Promise<AppliedChange> {
  const { schema_id, before, after, names, restores } = change
  const version_id = await versionOf(tx, schema_id, before)
  await renameInVersions(tx, { schema_id, before, names })
  const made = await SchemaChange.query(tx)
    .insert({ schema_id, version_id, after, names, made_by: user_id, undoes: restores })
    .returning('id')
  await tx('schema_changes')
    .where({ schema_id })
    .whereNotIn('id', tx('schema_changes').where({ schema_id }).orderBy('id', 'desc').limit(MAX_CHANGES).select('id'))
    .whereRaw(IS_APPLIED)
    .delete()
  return { ...change, version_id, change_id: made.id }
}

/** Brings the names of versions, which lead to the present ids, up to date. */
async function renameInVersions(
  tx: Tx,
  { schema_id, before, names }: Pick<AppliedChange, 'schema_id' | 'before' | 'names'>,
): Promise<void> {
  const further = new Map(Object.entries(names))
  if (further.size === 0) return
  const refused = await refusedRename(tx, schema_id, before, further)
  if (refused) throw invalid({ content: [refused] })
  for (const version of await SchemaVersion.query(tx).where({ schema_id }).forUpdate())
    await SchemaVersion.query(tx)
      .findById(version.id)
      .patch({ names: composedNames(version, further) })
}

/** Returns why nodes of a schema cannot get new ids; undefined if they can. Versions in which no content is are not asked. */
export async function refusedRename(
  db: Knex,
  schema_id: number,
  before: SchemaContent,
  names: Names,
): Promise<string | undefined> {
  if (names.size === 0) return undefined
  const used = await db('schema_versions as v')
    .where('v.schema_id', schema_id)
    .whereRaw(
      `(exists (select from annotations a where a.schema_version_id = v.id)
        or exists (select from schema_reshapes r where r.version_id = v.id))`,
    )
    .select<Pick<RowOf<SchemaVersion>, 'content' | 'names'>[]>('v.content', 'v.names')
  for (const version of [{ content: before, names: {} }, ...used]) {
    const refused = nameConflict(version.content, composedNames(version, names))
    if (refused) return refused
  }
  return undefined
}

/** Returns the id of the version with this content, which is stored once. The lock keeps the sweep from deleting it. */
export async function versionOf(tx: Tx, schema_id: number, content: SchemaContent): Promise<number> {
  const known = await tx<RowOf<SchemaVersion>>('schema_versions')
    .where({ schema_id })
    .whereRaw(`names = '{}' and content = ?::jsonb`, [JSON.stringify(content)])
    .orderBy('id', 'desc')
    .forKeyShare()
    .first('id')
  return known?.id ?? (await SchemaVersion.query(tx).insert({ schema_id, content }).returning('id')).id
}
