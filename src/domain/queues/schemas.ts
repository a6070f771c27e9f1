/** Changes of schemas, and their effect on annotations that already have data. */
import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { invalid, referenced } from '../../errors.ts'
import { rowsOf, type Writer } from '../rows.ts'
import type { Blobs } from '../../blobs/index.ts'
import { storedBytes } from '../annotations/content/contents.ts'
import { inTransaction, type Tx } from '../outbox/transaction.ts'
import { auditRow } from '../requests/audit.ts'
import { keepReferences } from '../references/keep-references.ts'
import { requestReshape } from './request-reshape.ts'
import { reshapeAnnotations } from './reshape.ts'
import { rememberChange, type AppliedChange } from './schema-versions.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { renamesOf, withoutRenames } from '../../rules/schema/renames.ts'
import { Schema, SchemaReshape, type Annotation, type Queue, type RowOf, type Rule } from '../../models/index.ts'

const schemaRows = rowsOf(Schema)

export const createSchema = (tx: Tx, writer: Writer, columns: Partial<RowOf<Schema>>): Promise<number> =>
  schemaRows.create(tx, writer, {
    modified_at: new Date().toISOString(),
    ...columns,
    ...(columns.content ? { content: withoutRenames(columns.content) } : {}),
  })

/**
 * Changes a schema; the content of its open annotations gets the new structure, that of confirmed and finished ones stays in the present
 * version. Throws 400 for a rename that is not possible, and 409 if the schema loses fields that other definitions read, unless `force`
 * disables these.
 */
export async function updateSchema(
  tx: Tx,
  blobs: Blobs,
  writer: Writer,
  { id }: Pick<RowOf<Schema>, 'id'>,
  columns: Partial<RowOf<Schema>>,
  { force = false } = {},
): Promise<void> {
  if (columns.content === undefined) return schemaRows.update(tx, writer, id, columns)
  const before = await lockContent(tx, id)
  const renames = renamesOf(before, columns.content)
  if ('error' in renames) throw invalid({ content: [renames.error] })
  const after = withoutRenames(columns.content)
  const names = Object.fromEntries(renames.names)
  await changeContent(tx, blobs, writer, { schema_id: id, before, after, names, restores: null }, { force, columns })
}

/** Returns the content of a schema. Of two changes at once, the second one begins with the result of the first. */
export const lockContent = async (tx: Tx, schema_id: number): Promise<SchemaContent> =>
  (await Schema.query(tx).findById(schema_id).forUpdate().select('content').throwIfNotFound()).content

/** Makes a change whose content before the caller has locked. */
export async function changeContent(
  tx: Tx,
  blobs: Blobs,
  writer: Writer,
  change: Omit<AppliedChange, 'version_id' | 'change_id'>,
  { force, columns = {} }: { force: boolean; columns?: Partial<RowOf<Schema>> },
): Promise<void> {
  const { schema_id, before, after } = change
  const queue_ids = await queuesOf(tx, schema_id)
  const names = new Map(Object.entries(change.names))
  await keepReferences(tx, writer, { schema_id, queue_ids, before, after, names, force })
  await schemaRows.update(tx, writer, schema_id, { ...columns, content: after })
  if (isDeepStrictEqual(before, after)) return
  const applied = await rememberChange(tx, writer, change)
  if (await isLarge(tx, schema_id)) await requestReshape(tx, writer, applied)
  else await reshapeAnnotations(tx, blobs, applied)
}

/** Returns the ids of the queues that use a schema. */
export const queuesOf = (db: Knex, schema_id: number): Promise<number[]> =>
  db('queues').where({ schema_id }).orderBy('id').pluck<number[]>('id')

/**
 * Deletes a schema. Throws 409 while a queue, rule or annotation uses it. Purged annotations and queues that are being deleted with their
 * content are ignored: the row is kept for them, but hidden.
 */
export const deleteSchema = (db: Knex, schema_id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    // The lock prevents new queues or annotations from referring to it.
    await tx('schemas').where('id', schema_id).forUpdate().select('id')
    const queues = await tx<RowOf<Queue>>('queues').where({ schema_id }).orderBy('id').select('id', 'status')
    const living = queues.filter((queue) => queue.status === 'active' || queue.status === 'deletion_failed')
    if (living.length) throw referenced(`The schema is used by queues: ${living.map((queue) => queue.id).join(', ')}.`)
    const rules = await tx<RowOf<Rule>>('rules').where({ schema_id }).orderBy('id').pluck('id')
    if (rules.length) throw referenced(`The schema is used by rules: ${rules.join(', ')}.`)
    const annotations = tx('annotations').where('annotations.schema_id', schema_id)
    const used = await annotations
      .clone()
      .join('queues', 'queues.id', 'annotations.queue_id')
      .whereIn('queues.status', ['active', 'deletion_failed'])
      .whereNot('annotations.status', 'purged')
      .first<Pick<RowOf<Annotation>, 'id'> | undefined>('annotations.id')
    if (used) throw referenced(`The schema is used by annotation ${used.id}.`)
    if (queues.length || (await annotations.clone().first('id'))) {
      await tx('schemas').where('id', schema_id).update({ deleted_at: tx.fn.now() })
    } else {
      await tx('schemas').where('id', schema_id).delete()
    }
    await auditRow(tx, 'schemas', { action: 'delete', id: schema_id })
  })

/** Annotations that are converted in the request itself, and bytes of their content as stored. */
const MAX_AT_ONCE = 1000
const MAX_BYTES_AT_ONCE = 20e6

/** Whether annotations are converted later: there are many or large ones, or an earlier change has not reached all of them. */
async function isLarge(tx: Tx, schema_id: number): Promise<boolean> {
  if (await SchemaReshape.query(tx).where({ schema_id }).select('id').first()) return true
  const next = await tx('annotations').where({ schema_id }).offset(MAX_AT_ONCE).first<{ id: number } | undefined>('id')
  if (next) return true
  const ids = await tx('annotations').where({ schema_id }).pluck('id')
  return (await storedBytes(tx, ids)) > MAX_BYTES_AT_ONCE
}
