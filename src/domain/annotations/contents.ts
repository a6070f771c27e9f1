/**
 * Annotation content. The only module that reads and writes it: under a row lock, with the flattened fields kept consistent with the tree.
 */
import type { Knex } from 'knex'
import { conflictStatus, notFound } from '../../errors.ts'
import { CONTENT_LOCKED } from '../../rules/annotation-status.ts'
import { flattenFields, withIds, type ContentTree, type TakeIds } from '../../rules/content/index.ts'
import type { SchemaContent } from '../../rules/schema-content.ts'
import { writeEvents } from '../outbox/events.ts'
import { transact, type Transactor } from '../outbox/transaction.ts'
import type { Annotation, AnnotationContent, RowOf } from '../../models/index.ts'

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

type Locked = Pick<RowOf<Annotation>, 'status' | 'modifier_id' | 'organization_id' | 'queue_id'> & {
  schema: SchemaContent
}

/** Throws 409 unless the user may change the content in this status. */
function demandWritable(row: Locked, who: Writer): void {
  if (CONTENT_LOCKED.includes(row.status))
    throw conflictStatus(`The content cannot be changed while the annotation is ${row.status}.`)
  if (who.admin) return
  if (row.status !== 'reviewing' || row.modifier_id !== who.user_id) {
    throw conflictStatus('Start the review of the annotation before you change its content.')
  }
}

/**
 * Changes the tree by a pure rule. `change` may be called twice, first to count the ids it needs. It throws `invalid` to reject the change.
 * Returns the new tree.
 */
export async function changeTree(
  deps: Transactor,
  who: Writer,
  annotation_id: number,
  change: (tree: ContentTree, schema: SchemaContent, takeIds: TakeIds) => ContentTree,
  request_id: string | null = null,
): Promise<ContentTree> {
  return transact(deps, async (tx) => {
    // Lock first: a statement that waits for the lock may read data from before the change it waited for.
    await tx('annotations').where('id', annotation_id).forUpdate().select('id')
    const locked = await tx('annotations')
      .join('schemas', 'schemas.id', 'annotations.schema_id')
      .where('annotations.id', annotation_id)
      .first<Locked | undefined>(
        'annotations.status',
        'annotations.modifier_id',
        'annotations.organization_id',
        'annotations.queue_id',
        'schemas.content as schema',
      )
    if (!locked) throw notFound('Annotation')
    demandWritable(locked, who)
    const before = await readTree(tx, annotation_id)
    const after = await withIds(
      (takeIds) => change(before, locked.schema, takeIds),
      (count) => takeNodeIds(tx, count),
    )
    if (after === before) return before
    await storeTree(tx, annotation_id, after, locked.schema)
    await tx('annotations').where('id', annotation_id).update({ modified_at: tx.fn.now(), modified_by: who.user_id })
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
    return after
  })
}

export async function storeTree(
  db: Knex,
  annotation_id: number,
  tree: ContentTree,
  schema: SchemaContent,
): Promise<void> {
  await db('annotation_contents')
    .insert({ annotation_id, tree: JSON.stringify(tree), fields: JSON.stringify(flattenFields(tree, schema)) })
    .onConflict('annotation_id')
    .merge({
      tree: db.raw('excluded.tree'),
      fields: db.raw('excluded.fields'),
      version: db.raw('annotation_contents.version + 1'),
      modified_at: db.fn.now(),
    })
}
