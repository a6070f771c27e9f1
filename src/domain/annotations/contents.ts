/**
 * Annotation content. The only module that reads and writes it: under a row lock, with the flattened fields kept consistent with the tree.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { notFound, preconditionFailed } from '../../errors.ts'
import { CONTENT_LOCKED } from '../../rules/annotation-status.ts'
import {
  contentNodes,
  flattenFields,
  withIds,
  type ContentNode,
  type ContentTree,
  type TakeIds,
} from '../../rules/content/index.ts'
import type { Message } from '../../rules/content/validate.ts'
import type { SchemaContent } from '../../rules/schema-content.ts'
import { writeEvents } from '../outbox/events.ts'
import { transact, type Transactor, type Tx } from '../outbox/transaction.ts'
import type { Annotation, AnnotationContent, RowOf } from '../../models/index.ts'
import { capturedColumn } from './captured.ts'
import { computeTree, withMessages } from './formulas.ts'
import { statusConflict } from './status-conflict.ts'

export interface Writer {
  user_id: number
  organization_id: number
  /** Administrators may write without having started the review. */
  admin: boolean
}

/** Reserves ids from the sequence that all nodes share, in one query for any count. */
export async function takeNodeIds(db: Knex, count: number): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select nextval('content_node_ids') as id from generate_series(1, ?)`,
    [count],
  )
  return rows.map((row) => row.id)
}

/** Returns the content tree; empty if nothing has been extracted yet. */
export async function readTree(db: Knex, annotation_id: number): Promise<ContentTree> {
  const row = await db<RowOf<AnnotationContent>>('annotation_contents').where({ annotation_id }).first('tree')
  return row?.tree ?? []
}

/** The content of an annotation at one time. */
export interface Content {
  tree: ContentTree
  /** Grows with every change; 0 if nothing has been extracted yet. */
  version: number
}

export async function readContent(db: Knex, annotation_id: number): Promise<Content> {
  const row = await db<RowOf<AnnotationContent>>('annotation_contents')
    .where({ annotation_id })
    .first('tree', 'version')
  return { tree: row?.tree ?? [], version: row?.version ?? 0 }
}

/** Bytes of trees, as stored, that one statement reads: those of about 100 small documents. */
const BYTES_AT_ONCE = 1024 * 1024

/**
 * Yields the nodes with these schema ids of several annotations, in the order of their ids. Reads large trees one by one: a caller that stops
 * early causes no more work.
 */
export async function* readNodes(
  db: Knex,
  annotation_ids: readonly number[],
  schema_ids: ReadonlySet<string>,
): AsyncGenerator<{ annotation_id: number; nodes: ContentNode[] }> {
  const sizes = await db<RowOf<AnnotationContent>>('annotation_contents')
    .whereIn('annotation_id', annotation_ids)
    .orderBy('annotation_id')
    .select<{ annotation_id: number; bytes: number }[]>('annotation_id', db.raw('pg_column_size(tree) as bytes'))
  for (let at = 0; at < sizes.length;) {
    const ids: number[] = []
    for (let bytes = 0; at < sizes.length && (bytes === 0 || bytes + sizes[at]!.bytes <= BYTES_AT_ONCE); at++) {
      bytes += sizes[at]!.bytes
      ids.push(sizes[at]!.annotation_id)
    }
    const found = await db<RowOf<AnnotationContent>>('annotation_contents')
      .whereIn('annotation_id', ids)
      .orderBy('annotation_id')
      .select('annotation_id', 'tree')
    for (const { annotation_id, tree } of found) {
      const nodes = [...contentNodes(tree)].flatMap(([node]) => (schema_ids.has(node.schema_id) ? node : []))
      yield { annotation_id, nodes }
    }
  }
}

export interface ChangeOptions {
  request_id?: string | null
  /** Returns whether the content may be changed in this version (`If-Match`). */
  fits?: (version: number) => boolean
}

type Locked = Pick<RowOf<Annotation>, 'status' | 'modifier_id' | 'organization_id' | 'queue_id' | 'messages'> & {
  schema: SchemaContent
}

/** Locks an annotation and returns what decides about a change of its content; undefined if it does not exist. */
export async function lockWithSchema(tx: Tx, annotation_id: number): Promise<Locked | undefined> {
  // Lock first: a statement that waits for the lock may read data from before the change it waited for.
  await tx('annotations').where('id', annotation_id).forUpdate().select('id')
  return tx('annotations')
    .join('schemas', 'schemas.id', 'annotations.schema_id')
    .where('annotations.id', annotation_id)
    .first<Locked | undefined>(
      'annotations.status',
      'annotations.modifier_id',
      'annotations.organization_id',
      'annotations.queue_id',
      'annotations.messages',
      'schemas.content as schema',
    )
}

/** Throws 409 unless the user may change the content in this status. */
async function demandWritable(
  db: Knex,
  row: Pick<RowOf<Annotation>, 'id' | 'status' | 'modifier_id'>,
  who: Writer,
): Promise<void> {
  const refuse = (reason: string) => statusConflict(db, reason, row, who.user_id)
  if (CONTENT_LOCKED.includes(row.status))
    throw await refuse(`The content cannot be changed while the annotation is ${row.status}.`)
  if (who.admin) return
  if (row.status !== 'reviewing' || row.modifier_id !== who.user_id)
    throw await refuse('Start the review of the annotation before you change its content.')
}

/** Throws 404 or 409 if the user cannot change the content now, before work whose result would be refused. */
export async function demandWriter({ db }: Pick<Transactor, 'db'>, who: Writer, annotation_id: number): Promise<void> {
  const row = await db<RowOf<Annotation>>('annotations')
    .where({ id: annotation_id })
    .first('id', 'status', 'modifier_id')
  if (!row) throw notFound('Annotation')
  await demandWritable(db, row, who)
}

/**
 * Changes the tree by a pure rule and computes its formula fields. `change` may be called twice, first to count the ids it needs. It throws `invalid` to reject the change.
 * Throws 412 if the present version does not fit. Returns the new content.
 */
export async function changeTree(
  deps: Transactor,
  who: Writer,
  annotation_id: number,
  change: (tree: ContentTree, schema: SchemaContent, takeIds: TakeIds) => ContentTree,
  { request_id = null, fits }: ChangeOptions = {},
): Promise<Content> {
  return transact(deps, async (tx) => {
    const locked = await lockWithSchema(tx, annotation_id)
    if (!locked) throw notFound('Annotation')
    await demandWritable(tx, { ...locked, id: annotation_id }, who)
    const present = await readContent(tx, annotation_id)
    if (fits && !fits(present.version)) throw preconditionFailed('The content has changed since it was read.')
    const before = present.tree
    const changed = await withIds(
      (takeIds) => change(before, locked.schema, takeIds),
      (count) => takeNodeIds(tx, count),
    )
    if (changed === before) return present
    const { tree, messages } = await computeTree(tx, annotation_id, changed, locked.schema)
    await storeTree(tx, annotation_id, tree, locked.schema)
    await tx('annotations')
      .where('id', annotation_id)
      .update({
        modified_at: tx.fn.now(),
        modified_by: who.user_id,
        ...changedMessages(locked.messages, messages),
      })
    await writeEvents(tx, [
      {
        organization_id: locked.organization_id,
        queue_id: locked.queue_id,
        annotation_id,
        kind: 'annotation_content.changed',
        data: {},
        actor_id: who.user_id,
        request_id,
      },
    ])
    return { tree, version: present.version + 1 }
  })
}

/** Returns the column `messages` if the formulas have other messages than before; nothing otherwise. */
export function changedMessages(stored: Message[] | null, ofFormulas: Message[]): { messages?: string } {
  const messages = withMessages(stored, ofFormulas)
  return isDeepStrictEqual(messages, stored ?? []) ? {} : { messages: JSON.stringify(messages) }
}

/** Computes the formula fields of a tree and stores it, with the messages of the formulas. Returns the tree that was stored. */
export async function storeComputedTree(
  db: Knex,
  annotation_id: number,
  given: ContentTree,
  schema: SchemaContent,
): Promise<ContentTree> {
  const { tree, messages } = await computeTree(db, annotation_id, given, schema)
  await storeTree(db, annotation_id, tree, schema)
  const row = await db<RowOf<Annotation>>('annotations').where({ id: annotation_id }).first('messages')
  const changes = changedMessages(row?.messages ?? null, messages)
  if (changes.messages) await db('annotations').where({ id: annotation_id }).update(changes)
  return tree
}

/** Stores the content of an annotation; with `captured` also what the import captured, which is later compared with the confirmed values. */
export async function storeTree(
  db: Knex,
  annotation_id: number,
  tree: ContentTree,
  schema: SchemaContent,
  { captured = false } = {},
): Promise<void> {
  const fields = JSON.stringify(flattenFields(tree, schema))
  const ofImport = captured ? { captured: capturedColumn(db, fields, tree, schema) } : {}
  await db('annotation_contents')
    .insert({ annotation_id, tree: JSON.stringify(tree), fields, ...ofImport })
    .onConflict('annotation_id')
    .merge({
      tree: db.raw('excluded.tree'),
      fields: db.raw('excluded.fields'),
      ...(captured ? { captured: db.raw('excluded.captured') } : {}),
      version: db.raw('annotation_contents.version + 1'),
      modified_at: db.fn.now(),
    })
}
