/** The two ways data of annotations leaves the service: rows removed for good, and contents purged. */
import type { Deps } from '../../deps.ts'
import { conflictStatus } from '../../errors.ts'
import { writeEvents, type Actor } from '../outbox/events.ts'
import { transact } from '../outbox/transaction.ts'
import { forgetExtraction } from '../intake/stored-extraction.ts'
import { lockAnnotation } from './move.ts'

/**
 * Removes the annotation with its content and pages; the document stays. 409 while a workflow works on it, which would find
 * nothing to finish.
 */
export async function removeAnnotation(
  deps: Pick<Deps, 'db' | 'blobs' | 'signals'>,
  who: Actor,
  id: number,
  request_id: string | null,
): Promise<void> {
  await transact(deps, async (tx) => {
    const { status, queue_id, organization_id } = await lockAnnotation(tx, id)
    if (status === 'importing' || status === 'exporting')
      throw conflictStatus(`An annotation cannot be removed while it is ${status}.`)
    await tx('annotations').where({ id }).delete()
    await writeEvents(tx, [
      {
        organization_id,
        queue_id,
        annotation_id: id,
        kind: 'annotation.removed',
        data: { status },
        actor_id: who.user_id,
        request_id,
      },
    ])
  })
  await forgetExtraction(deps, [id])
}
