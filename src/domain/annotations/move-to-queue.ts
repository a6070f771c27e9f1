/**
 * Moves an annotation to another queue. If the schema differs, its content is re-created by schema id. A confirmed annotation waits for
 * review in a queue that would not have confirmed it.
 */
import { conflictStatus, notFound } from '../../errors.ts'
import type { Blobs } from '../../blobs/index.ts'
import { writeEvents, type Actor } from '../outbox/events.ts'
import type { Tx } from '../outbox/transaction.ts'
import { reconsider } from '../approvals/reconsider.ts'
import { forgetLessons } from '../learning/forget.ts'
import { lockSchema } from './create.ts'
import { isConfirmable } from './status/confirmable.ts'
import { lockAnnotation } from './status/lock.ts'
import { moveLocked } from './status/move.ts'
import { statusConflict } from './status/conflict.ts'
import { annotationsWithContent, reshape } from '../queues/reshape.ts'
import type { Annotation, Queue, RowOf, Schema } from '../../models/index.ts'
import { contentSchema, schemaOf } from './content/schema-of.ts'

/** Statuses in which an annotation cannot be moved: it is being processed, or has no data left. */
const FIXED = ['importing', 'exporting', 'in_workflow', 'purged']

type WithSchema = Pick<RowOf<Schema>, 'content'>

export async function moveToQueue(
  tx: Tx,
  blobs: Blobs,
  who: Actor & { admin: boolean },
  annotation_id: number,
  queue_id: number,
): Promise<void> {
  const annotation = await tx('annotations')
    .join('schemas', 'schemas.id', 'annotations.schema_id')
    .where('annotations.id', annotation_id)
    .forUpdate('annotations')
    .first<(Pick<RowOf<Annotation>, 'status' | 'queue_id' | 'schema_id' | 'modifier_id'> & WithSchema) | undefined>(
      'annotations.status',
      'annotations.queue_id',
      'annotations.schema_id',
      'annotations.modifier_id',
      schemaOf(tx, 'content', { annotation: 'annotations', schema: 'schemas' }),
    )
  const target = await tx<RowOf<Queue>>('queues')
    .where('id', queue_id)
    // The lock delays the deletion of the queue; a deletion that has already started is visible here.
    .forShare()
    .first('status', 'schema_id')
  if (!annotation || !target) throw notFound('Annotation')
  if (annotation.queue_id === queue_id) return
  if (FIXED.includes(annotation.status)) {
    throw conflictStatus(`An annotation cannot change its queue while it is ${annotation.status}.`)
  }
  if (annotation.status === 'reviewing' && annotation.modifier_id !== who.user_id && !who.admin) {
    const row = { id: annotation_id, status: annotation.status, modifier_id: annotation.modifier_id }
    throw await statusConflict(tx, 'The annotation is being reviewed by another user.', row, who.user_id)
  }
  if (target.status !== 'active') throw conflictStatus('The target queue is being deleted.')
  await forgetLessons(tx, [annotation_id])
  await tx('annotations').where('id', annotation_id).update({ queue_id, schema_id: target.schema_id })
  if (annotation.schema_id !== target.schema_id) {
    await lockSchema(tx, target.schema_id)
    await tx('annotations').where('id', annotation_id).update({ schema_version_id: null })
    const [row] = await annotationsWithContent(tx, [annotation_id])
    // While a change of the schema is being applied, the annotation is converted with the others.
    const { content } = await contentSchema(tx, annotation_id)
    if (row) await reshape(tx, blobs, row, annotation.content, content)
  }
  await writeEvents(tx, [
    {
      organization_id: who.organization_id,
      queue_id,
      annotation_id,
      kind: 'annotation.moved',
      data: { from_queue: annotation.queue_id, to_queue: queue_id },
      actor_id: who.user_id,
    },
  ])
  if (annotation.status === 'confirmed' && !(await isConfirmable(tx, annotation_id)))
    await moveLocked(tx, who, await lockAnnotation(tx, annotation_id), 'patch', { context: { to: 'to_review' } })
  await reconsider(tx, annotation_id, (await lockAnnotation(tx, annotation_id)).status)
}
