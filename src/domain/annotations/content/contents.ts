/**
 * Changes of annotation content: under a row lock, with the flattened fields kept consistent with the tree. store.ts reads it.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import { notFound, preconditionFailed } from '../../../errors.ts'
import { CONTENT_LOCKED } from '../../../rules/annotations/status.ts'
import { flattenFields, withIds, type ContentTree, type TakeIds } from '../../../rules/content/index.ts'
import type { Message } from '../../../rules/content/validate.ts'
import type { SchemaContent } from '../../../rules/schema/index.ts'
import { writeEvents } from '../../outbox/events.ts'
import { transact, type Transactor, type Tx } from '../../outbox/transaction.ts'
import type { Annotation, RowOf } from '../../../models/index.ts'
import { formulaFields } from '../../../rules/schema/formulas.ts'
import { capturedColumn } from './captured.ts'
import { readAround, readContent, type Content, type PartialContent } from './store.ts'
import { writeAround, writeTree } from './writes.ts'
import { computeTree, withMessages } from './formulas.ts'
import { nameByPresentIds } from './renamed.ts'
import { recordValueChanges } from './value-changes.ts'
import { statusConflict } from '../status/conflict.ts'
import { schemaOf } from './schema-of.ts'

export { readNodes, groupBySize, storedBytes } from './groups.ts'
export { withRows, type Rows } from './rows.ts'
export { isHollow, readAround, readContent, readFields, readHollow, readTrees, type Content } from './store.ts'

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
export const readTree = async (db: Knex, annotation_id: number): Promise<ContentTree> =>
  (await readContent(db, annotation_id)).tree

export interface ChangeOptions {
  request_id?: string | null
  /** Returns whether the content may be changed in this version (`If-Match`). */
  fits?: (version: number) => boolean
  /** The only node that is changed, with nodes below it: then other rows of large tables may be missing in the tree. */
  node_id?: number
}

type Locked = Pick<
  RowOf<Annotation>,
  'status' | 'modifier_id' | 'organization_id' | 'queue_id' | 'schema_version_id' | 'messages'
> & {
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
      'annotations.schema_version_id',
      'annotations.messages',
      schemaOf(tx, 'schema', { annotation: 'annotations', schema: 'schemas' }),
    )
}

/** Throws 409 unless the user may change the content in this status. */
async function assertWritable(
  db: Knex,
  row: Pick<RowOf<Annotation>, 'status' | 'modifier_id'> & { id: number },
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
export async function assertWriter({ db }: Pick<Transactor, 'db'>, who: Writer, annotation_id: number): Promise<void> {
  const row = await db<RowOf<Annotation>>('annotations').where('id', annotation_id).first('id', 'status', 'modifier_id')
  if (!row) throw notFound('Annotation')
  await assertWritable(db, row, who)
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
  { request_id = null, fits, node_id }: ChangeOptions = {},
): Promise<Content> {
  return transact(deps, async (tx) => {
    const locked = await lockWithSchema(tx, annotation_id)
    if (!locked) throw notFound('Annotation')
    await assertWritable(tx, { ...locked, id: annotation_id }, who)
    // Formulas read other nodes, and may change them.
    const isLocal = node_id !== undefined && formulaFields(locked.schema).length === 0
    const present: PartialContent = isLocal
      ? await readAround(tx, annotation_id, node_id)
      : { ...(await readContent(tx, annotation_id)), part: null, isPartial: false }
    if (fits && !fits(present.version)) throw preconditionFailed('The content has changed since it was read.')
    const before = present.tree
    const changed = await withIds(
      (takeIds) => change(before, locked.schema, takeIds),
      (count) => takeNodeIds(tx, count),
    )
    if (changed === before) return present
    const { tree, messages } = await computeTree(tx, annotation_id, changed, locked.schema)
    if (present.isPartial) await writeAround(tx, annotation_id, present, tree, locked.schema)
    else await storeTree(tx, annotation_id, tree, locked.schema)
    if (locked.schema_version_id !== null) await nameByPresentIds(tx, [annotation_id])
    await recordValueChanges(tx, { ...locked, annotation_id, origin: 'user', request_id }, { before, after: tree })
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
  const row = await db<RowOf<Annotation>>('annotations').where('id', annotation_id).first('messages')
  const changes = changedMessages(row?.messages ?? null, messages)
  if (changes.messages) await db('annotations').where({ id: annotation_id }).update(changes)
  return tree
}

/**
 * Stores the content of an annotation. With `candidates`, at the end of an import, also what the import captured, which is later compared
 * with the confirmed values; `candidates` are the fields for which the engine found something.
 */
export async function storeTree(
  db: Knex,
  annotation_id: number,
  tree: ContentTree,
  schema: SchemaContent,
  candidates?: ReadonlySet<string>,
): Promise<void> {
  if (!candidates) return writeTree(db, annotation_id, tree, schema)
  const fields = JSON.stringify(flattenFields(tree, schema))
  await writeTree(db, annotation_id, tree, schema, {
    captured: capturedColumn(db, fields, { tree, schema, candidates }),
  })
}
