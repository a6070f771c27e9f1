/** Annotations created by clients, in status `created`. */
import { conflictStatus, invalid } from '../../errors.ts'
import { buildTree, patchTree, withIds } from '../../rules/content/index.ts'
import type { SchemaContent } from '../../rules/schema-content.ts'
import { storeTree, takeNodeIds } from './contents.ts'
import { statusChanged, writeEvents, type Actor } from '../outbox/events.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { Queue, RowOf } from '../../models/index.ts'

export type Target = Pick<RowOf<Queue>, 'id' | 'schema_id' | 'status' | 'default_score_threshold'> & {
  schema_content: SchemaContent
}

/**
 * Returns the queue for a new annotation, locked against deletion until the end of the transaction. Throws 409 if the queue is being
 * deleted.
 */
export async function lockTarget(tx: Tx, queue_id: number): Promise<Target> {
  const queue = await tx('queues')
    .join('schemas', 'schemas.id', 'queues.schema_id')
    .where('queues.id', queue_id)
    .forShare('queues')
    .first<Target | undefined>(
      'queues.id',
      'queues.schema_id',
      'queues.status',
      'queues.default_score_threshold',
      'schemas.content as schema_content',
    )
  if (queue?.status !== 'active') throw conflictStatus('The queue is being deleted and does not accept documents.')
  return queue
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
  await storeTree(tx, id, patched.tree, queue.schema_content)
  const made = { id, organization_id: who.organization_id, queue_id: queue.id, upload_id: null }
  await writeEvents(tx, [statusChanged(made, { from: null, to: 'created' }, { actor_id: who.user_id, request_id })])
}
