/** Changes of schemas before and after they are made: their preview, their list, and their undo. */
import type { Knex } from 'knex'
import type { Blobs } from '../../blobs/index.ts'
import { conflictStatus, invalid, notFound } from '../../errors.ts'
import { raw, SchemaChange, type RowOf, type Schema } from '../../models/index.ts'
import { FOLLOWS_SCHEMA, type Status } from '../../rules/annotations/status.ts'
import { nodesById, type SchemaContent } from '../../rules/schema/index.ts'
import { differencesOf, type Differences } from '../../rules/schema/differences.ts'
import { renamesOf, withoutRenames } from '../../rules/schema/renames.ts'
import { checkSchemaEngines } from '../engines/engines.ts'
import type { Tx } from '../outbox/transaction.ts'
import { concerned, type Broken } from '../references/keep-references.ts'
import type { Reference } from '../references/readers.ts'
import { writeAudit } from '../requests/audit.ts'
import type { Writer } from '../rows.ts'
import { refusedRename } from './schema-versions.ts'
import { changeContent, lockContent, queuesOf } from './schemas.ts'

/** For how long a change can be undone, in days; the sweep `expired` deletes it later. */
export const UNDO_DAYS = 30

export interface Preview extends Differences {
  /** Annotations of the schema by status; `changes`: their content gets the new structure. */
  annotations: { status: Status; count: number; changes: boolean }[]
  /** Values of removed and differently typed fields in the content that changes. */
  values: { schema_id: string; annotations: number; values: number }[]
  /** Definitions that prevent the change, unless it is forced. */
  broken: Broken[]
  /** Definitions that get the new ids. */
  followed: Reference[]
}

/** Returns what a change of a schema to this content, which is valid, would do. Throws 400 for a rename that is not possible. */
export async function previewChange(
  db: Knex,
  { id: schema_id, content: before }: Pick<RowOf<Schema>, 'id' | 'content'>,
  content: SchemaContent,
): Promise<Preview> {
  const renames = renamesOf(before, content)
  if ('error' in renames) throw invalid({ content: [renames.error] })
  const refused = await refusedRename(db, schema_id, before, renames.names)
  if (refused) throw invalid({ content: [refused] })
  const after = withoutRenames(content)
  const differences = differencesOf(before, after, renames.names)
  const gone = new Set([...nodesById(before).keys()].filter((id) => !nodesById(after).has(id)))
  const scope = { schema_id, queue_ids: await queuesOf(db, schema_id) }
  const { broken, renamed } = await concerned(db, scope, gone, renames.names)
  return {
    ...differences,
    annotations: await annotationsByStatus(db, schema_id),
    values: await valuesOf(db, schema_id, [...differences.removed, ...differences.retyped]),
    broken,
    followed: renamed,
  }
}

async function annotationsByStatus(db: Knex, schema_id: number): Promise<Preview['annotations']> {
  const rows = await db('annotations')
    .where({ schema_id })
    .whereNot('status', 'purged')
    .groupBy('status')
    .orderBy('status')
    .select<{ status: Status; count: number }[]>('status', db.raw('count(*)::int as count'))
  return rows.map((row) => ({ ...row, changes: FOLLOWS_SCHEMA.includes(row.status) }))
}

async function valuesOf(db: Knex, schema_id: number, ids: readonly string[]): Promise<Preview['values']> {
  if (ids.length === 0) return []
  const { rows } = await db.raw<{ rows: Preview['values'] }>(
    `select f.key as schema_id, count(*)::int as annotations, sum(n.filled)::int as values
       from annotations a
       join content_pieces c on c.annotation_id = a.id
       cross join lateral jsonb_each(c.fields) f
       cross join lateral (
         select count(*) as filled from jsonb_array_elements(f.value) e where coalesce(e->>'string', '') <> '') n
      where a.schema_id = ? and a.status = any(?::text[]) and f.key = any(?::text[]) and n.filled > 0
      group by f.key order by f.key`,
    [schema_id, [...FOLLOWS_SCHEMA], [...ids]],
  )
  return rows
}

export interface MadeChange extends Differences {
  id: number
  made_at: string
  made_by: number | null
  /** The change that this one undid. */
  undoes: number | null
  /** Whether the schema is as this change has left it, so that it can be undone now. */
  undoable: boolean
}

type Stored = Pick<RowOf<SchemaChange>, 'id' | 'after' | 'names' | 'made_at' | 'made_by' | 'undoes'> & {
  before: SchemaContent
  undoable: boolean
}

/** The changes of a schema that are not older than the time for an undo, newest first. */
const changesOf = (db: Knex, schema_id: number) =>
  SchemaChange.query(db)
    .alias('c')
    .join('schema_versions as v', 'v.id', 'c.version_id')
    .join('schemas as s', 's.id', 'c.schema_id')
    .where('c.schema_id', schema_id)
    .whereRaw(`c.made_at > now() - make_interval(days => ${UNDO_DAYS})`)
    .orderBy('c.id', 'desc')
    .select(
      'c.id',
      'c.after',
      'c.names',
      'c.made_at',
      'c.made_by',
      'c.undoes',
      'v.content as before',
      raw('c.after = s.content and not exists (select from schema_changes u where u.undoes = c.id) as undoable'),
    )
    .castTo<Stored[]>()

/** Returns the changes of a schema that are not older than the time for an undo, newest first. */
export const listChanges = async (db: Knex, schema_id: number): Promise<MadeChange[]> =>
  (await changesOf(db, schema_id)).map(({ before, after, names, ...change }) => ({
    ...change,
    ...differencesOf(before, after, new Map(Object.entries(names))),
  }))

/**
 * Undoes a change of a schema, by default the latest one: the schema, the definitions that read renamed fields, and the content of open
 * annotations are as before, with the values that the change removed. Later values of other fields stay. Throws 404 for a change that the
 * schema does not have, 409 if it was undone already or if the schema was changed since, and 400 if a field would get back an id that another
 * field has in content that stays.
 */
export async function undoChange(
  tx: Tx,
  blobs: Blobs,
  writer: Writer,
  schema_id: number,
  { change_id, force }: { change_id: number | null; force: boolean },
): Promise<void> {
  const present = await lockContent(tx, schema_id)
  const changes = await changesOf(tx, schema_id)
  const change = changes.find(({ id, undoable }) => (change_id === null ? undoable : id === change_id))
  if (!change) throw notFound('Change')
  if (!change.undoable)
    throw conflictStatus(
      'The change was undone already, or the schema was changed since: undo the later changes first.',
    )
  const errors = await checkSchemaEngines(tx, schema_id, change.before)
  if (errors) throw invalid({ ...errors })
  const names = Object.fromEntries(Object.entries(change.names).map(([former, id]) => [id, former]))
  const back = { schema_id, before: present, after: change.before, names, restores: change.id }
  await changeContent(tx, blobs, writer, back, { force })
  await writeAudit(tx, [
    { object_type: 'schema', object_id: schema_id, action: 'update', details: { undone: change.id } },
  ])
}
