/** Annotations created by clients, in status `created`. */
import { conflictStatus, invalid } from '../../errors.ts'
import { buildTree, patchTree, withIds } from '../../rules/content/index.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { storeComputedTree, takeNodeIds } from './content/contents.ts'
import { statusChanged, writeEvents, type Actor } from '../outbox/events.ts'
import type { Tx } from '../outbox/transaction.ts'
import { Schema, type Queue, type RowOf } from '../../models/index.ts'

export type Target = Pick<RowOf<Queue>, 'id' | 'schema_id' | 'status' | 'default_score_threshold'> & {
  schema_content: SchemaContent
}

/**
 * Returns the queue for a new annotation, locked against deletion until the end of the transaction. Throws 409 if the queue is being
 * deleted.
 */
export async function lockQueue(tx: Tx, queue_id: number): Promise<Omit<Target, 'schema_content'>> {
  const queue = await tx<RowOf<Queue>>('queues')
    .where('id', queue_id)
    .forShare()
    .first('id', 'schema_id', 'status', 'default_score_threshold')
  if (queue?.status !== 'active') throw conflictStatus('The queue is being deleted and does not accept documents.')
  return queue
}

/**
 * Returns the content of a schema, which does not change until the end of the transaction. A later change of the schema finds the content
 * of annotations that was written for this one.
 */
export async function lockSchema(tx: Tx, schema_id: number): Promise<SchemaContent> {
  const schema = await Schema.query(tx).findById(schema_id).forShare().throwIfNotFound()
  return schema.content
}

/** `lockQueue` with `lockSchema`, for a new annotation that gets content. */
export async function lockTarget(tx: Tx, queue_id: number): Promise<Target> {
  const queue = await lockQueue(tx, queue_id)
  return { ...queue, schema_content: await lockSchema(tx, queue.schema_id) }
}

/**
 * Stores the initial content of a row just inserted in status `created` and writes its event. `content_data` are nodes like those of a
 * content tree; they override the defaults of the schema. Throws 400 that names the node if one does not fit.
 */
export async function beginCreated(
  tx: Tx,
  who: Actor,
  annotation: { id: number; queue: Target; values: Record<string, unknown>; content_data: unknown[] },
  request_id: string | null,
): Promise<void> {
  const { id, queue } = annotation
  const values = Object.fromEntries(Object.entries(annotation.values).map(([key, value]) => [key, String(value)]))
  const empty = await withIds(
    (takeIds) =>
      buildTree(queue.schema_content, {
        extraction: null,
        values,
        defaultThreshold: queue.default_score_threshold,
        takeIds,
      }),
    (count) => takeNodeIds(tx, count),
  )
  const patched = patchTree(empty, queue.schema_content, annotation.content_data)
  if ('errors' in patched) throw invalid({ content_data: patched.errors.content })
  await storeComputedTree(tx, id, patched.tree, queue.schema_content)
  const made = { id, organization_id: who.organization_id, queue_id: queue.id, upload_id: null }
  await writeEvents(tx, [statusChanged(made, { from: null, to: 'created' }, { actor_id: who.user_id, request_id })])
}
