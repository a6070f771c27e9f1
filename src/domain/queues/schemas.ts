/** Changes of schemas, and their effect on annotations that already have data. */
import type { Knex } from 'knex'
import { referenced } from '../../errors.ts'
import { rowsOf, type Writer } from '../rows.ts'
import type { Extraction } from '../../extraction/types.ts'
import type { Status } from '../../rules/annotation-status.ts'
import { reshapeTree, withIds, type ContentTree } from '../../rules/content/index.ts'
import type { SchemaContent } from '../../rules/schema-content.ts'
import { BlobNotFound, type Blobs } from '../../blobs/index.ts'
import {
  groupBySize,
  readTrees,
  storedBytes,
  storeComputedTree,
  storeTree,
  takeNodeIds,
} from '../annotations/contents.ts'
import { contentWithSources } from '../engines/engines.ts'
import { loadExtraction } from '../intake/stored-extraction.ts'
import { inTransaction, type Tx } from '../outbox/transaction.ts'
import { auditRow } from '../requests/audit.ts'
import { keepReferences } from '../references/keep-references.ts'
import { requestReshape } from './request-reshape.ts'
import { Schema, SchemaReshape, type Annotation, type Queue, type RowOf, type Rule } from '../../models/index.ts'

const schemaRows = rowsOf(Schema)

export const createSchema = (tx: Tx, writer: Writer, columns: Partial<RowOf<Schema>>): Promise<number> =>
  schemaRows.create(tx, writer, { modified_at: new Date().toISOString(), ...columns })

/**
 * Changes a schema; the content of its annotations gets the new structure. Throws 409 if it loses fields that other definitions read, unless
 * `force` disables these.
 */
export async function updateSchema(
  tx: Tx,
  blobs: Blobs,
  writer: Writer,
  { id, content }: Pick<RowOf<Schema>, 'id' | 'content'>,
  columns: Partial<RowOf<Schema>>,
  { force = false } = {},
): Promise<void> {
  if (columns.content !== undefined) {
    const queue_ids = await tx('queues').where({ schema_id: id }).orderBy('id').pluck<number[]>('id')
    await keepReferences(tx, writer, { schema_id: id, queue_ids, before: content, after: columns.content, force })
  }
  await schemaRows.update(tx, writer, id, columns)
  if (columns.content === undefined) return
  const change = { schema_id: id, before: content, after: columns.content }
  if (await isLarge(tx, id)) await requestReshape(tx, writer, change)
  else await reshapeAnnotations(tx, blobs, change)
}

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

/** Annotations per round, which limits the memory used. */
const BATCH = 200
/** In these statuses, new fields get the engine's value; in all others only the default. */
const REFILLED: readonly Status[] = ['to_review', 'postponed', 'reviewing', 'confirmed', 'importing']

interface Reshaped {
  id: number
  status: Status
  tree: ContentTree
  values: Record<string, string>
  threshold: number
  /** The engine of the annotation's queue. */
  engine_id: number | null
}

/**
 * Applies the new structure to every annotation of the schema, in the caller's transaction and in order of their ids. Values are matched by
 * category and schema id; preserved nodes keep their ids.
 */
export async function reshapeAnnotations(tx: Tx, blobs: Blobs, change: SchemaChange): Promise<void> {
  for (let last: number | null = 0; last !== null;) last = await reshapeSome(tx, blobs, change, { last })
}

export interface SchemaChange {
  schema_id: number
  before: SchemaContent
  after: SchemaContent
}

/** Converts the next annotations after the id `last`, up to `most`. Returns the id of the last one; null if there are no others. */
export async function reshapeSome(
  tx: Tx,
  blobs: Blobs,
  { schema_id, before, after }: SchemaChange,
  { last, most = Number.MAX_SAFE_INTEGER }: { last: number; most?: number },
): Promise<number | null> {
  const next = await tx<RowOf<Annotation>>('annotations')
    .where({ schema_id })
    .where('id', '>', last)
    .where('id', '<=', most)
    .orderBy('id')
    .limit(BATCH)
    .pluck('id')
  const [ids = []] = await groupBySize(tx, next)
  await tx('annotations').whereIn('id', ids).orderBy('id').forUpdate().select('id')
  // Read only after all are locked, otherwise a change of content for which the lock waited would be lost.
  const batch = await annotationsWithContent(tx, ids)
  for (const annotation of batch) await reshape(tx, blobs, annotation, before, after)
  return ids.length === next.length && next.length < BATCH ? null : ids.at(-1)!
}

/** Returns those of the annotations that have content and are not purged, in the order of their ids. */
export async function annotationsWithContent(tx: Tx, ids: readonly number[]): Promise<Reshaped[]> {
  const trees = await readTrees(tx, ids)
  const rows = await tx('annotations')
    .whereIn('annotations.id', [...trees.keys()])
    .join('queues', 'queues.id', 'annotations.queue_id')
    .leftJoin('uploads', 'uploads.id', 'annotations.upload_id')
    .whereNot('annotations.status', 'purged')
    .orderBy('annotations.id')
    .select<Omit<Reshaped, 'tree'>[]>(
      'annotations.id',
      'annotations.status',
      tx.raw(`coalesce(uploads."values", '{}') || annotations."values" as "values"`),
      'queues.default_score_threshold as threshold',
      'queues.engine_id',
    )
  return rows.map((row) => ({ ...row, tree: trees.get(row.id)! }))
}

/** Converts one annotation's tree to another schema. New fields get the values extracted at import if requested. */
export async function reshape(
  tx: Tx,
  blobs: Blobs,
  annotation: Reshaped,
  before: SchemaContent,
  after: SchemaContent,
): Promise<void> {
  const extraction = REFILLED.includes(annotation.status) ? await storedExtraction(blobs, annotation.id) : null
  const drawn = await contentWithSources(tx, annotation.engine_id, after)
  const sources = { extraction, values: annotation.values, defaultThreshold: annotation.threshold }
  const tree = await withIds(
    (takeIds) => reshapeTree(annotation.tree, before, drawn, { ...sources, takeIds }),
    (count) => takeNodeIds(tx, count),
  )
  // Data that was exported or removed stays as it was.
  const store = REFILLED.includes(annotation.status) ? storeComputedTree : storeTree
  await store(tx, annotation.id, tree, after)
}

async function storedExtraction(blobs: Blobs, annotation_id: number): Promise<Extraction | null> {
  try {
    return await loadExtraction({ blobs }, annotation_id)
  } catch (error) {
    if (error instanceof BlobNotFound) return null
    throw error
  }
}
