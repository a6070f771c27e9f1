/** The two ways to delete data of annotations: deleting their rows, and purging their contents. */
import type { Deps } from '../../../deps.ts'
import { conflictStatus } from '../../../errors.ts'
import { endApprovals } from '../../approvals/end-approvals.ts'
import { forgetTexts } from '../../documents/forget-texts.ts'
import { attachedTo, removeUnusedOf } from '../../documents/remove-unused.ts'
import { writeEvents, type Actor } from '../../outbox/events.ts'
import { transact } from '../../outbox/transaction.ts'
import { deleteExtractions } from '../../intake/stored-extraction.ts'
import { lockAnnotation } from '../status/lock.ts'

/**
 * Deletes the annotation with its content and pages, what other rows say about it (`forgetTexts`), and the documents that exist only for it
 * (`attachedTo`). Its own document stays. Throws 409 while a workflow is processing the annotation, because the workflow would find nothing
 * to finish.
 */
export async function removeAnnotation(
  deps: Pick<Deps, 'db' | 'blobs' | 'signals' | 'config' | 'log'>,
  who: Actor,
  id: number,
  request_id: string | null,
): Promise<void> {
  await transact(deps, async (tx) => {
    const { status, queue_id, organization_id } = await lockAnnotation(tx, id)
    if (status === 'importing' || status === 'exporting')
      throw conflictStatus(`An annotation cannot be removed while it is ${status}.`)
    const attached = await attachedTo(tx, [id])
    await forgetTexts(tx, deps, { annotation_ids: [id], document_ids: [] })
    await endApprovals(tx, deps, who, [id], 'The document was deleted for good.')
    await tx('annotations').where({ id }).delete()
    await removeUnusedOf(tx, deps, null, attached)
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
  await deleteExtractions(deps, [id])
}
