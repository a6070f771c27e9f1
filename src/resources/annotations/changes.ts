/** Making, changing and removing annotations by the plain verbs (filled-gaps 3.2). */
import { conflictStatus, invalid, type FieldErrors } from '../../errors.ts'
import { within, type Answer, type Request } from '../engine/request.ts'
import { changeStatus } from '../../domain/annotations/review.ts'
import { beginCreated, lockTarget } from '../../domain/annotations/create.ts'
import { moveToQueue } from '../../domain/annotations/move-to-queue.ts'
import { removeAnnotation } from '../../domain/annotations/remove.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import type { Status } from '../../rules/annotation-status.ts'
import { resourceAt, type Resource } from '../legacy/define.ts'
import type { Row, Values } from '../legacy/fields.ts'
import { idFromUrl } from '../engine/urls.ts'
import { columnsOf } from '../legacy/verbs.ts'
import { create, insert, load, patch, replace } from '../legacy/verbs.ts'
import { exportEverywhere } from './export.ts'
import { admins } from '../access.ts'

const annotations = () => resourceAt('annotations')!

/** `POST /annotations?format=csv` is the older name of the export across queues (filled-gaps 3.8). */
export const createOrExport = (request: Request, resource: Resource): Promise<Answer> =>
  request.query.format ? exportEverywhere(request) : create(resource, request)

/** New annotations begin in `created`; the rest of the statuses come by moving. */
export function checkAnnotation(values: Values, { row }: { row: Row | null }): FieldErrors | null {
  if (row) return null
  return values.status === 'created' ? null : { status: [`"${String(values.status)}" is not a valid choice.`] }
}

export async function createAnnotation(values: Values, request: Request): Promise<{ id: number }> {
  const { who } = request
  const { modifier, ...plain } = values
  return transact(request.deps, async (trx) => {
    const inside = within(request, trx)
    const { fields } = annotations()
    const found = await columnsOf(
      { queue: fields.queue!, document: fields.document! },
      { queue: values.queue, document: values.document },
      inside,
    )
    const queue = await lockTarget(trx, found.queue_id as number)
    const document = (await trx('documents').where('id', found.document_id).first('created_at', 'has_content')) as Row
    if (!document.has_content) throw conflictStatus('The document has no file any more.')
    const made = await insert(
      annotations(),
      // Whose review it is, is for administrators to say.
      admins(who) && modifier !== undefined ? { ...plain, modifier } : plain,
      inside,
      {
        organization_id: who.organization_id,
        schema_id: queue.schema_id,
        creator_id: who.user_id,
        modified_by: who.user_id,
        arrived_at: document.created_at as string,
      },
    )
    const { values: initial, content_data } = values as { values: Values; content_data: unknown[] }
    await beginCreated(trx, who, { id: made.id, queue, values: initial, content_data }, request.request_id)
    return made
  })
}

/** PUT names the document, which cannot become another one. */
export async function replaceAnnotation(request: Request, resource: Resource): Promise<Answer> {
  const row = await load(resource, request)
  const { document, queue } = (request.body ?? {}) as Values
  const required = 'This field is required.'
  if (document === undefined)
    throw invalid({ document: [required], ...(queue === undefined ? { queue: [required] } : {}) })
  if (idFromUrl('documents', document) !== row.document_id)
    throw invalid({ document: ['The document of an annotation cannot be changed.'] })
  return replace(resource, request)
}

/** PATCH: moves by status and queue go through the domain, the rest are columns; all of it happens or nothing. */
export async function updateAnnotation(row: Row, values: Values, request: Request): Promise<void> {
  const { status, queue, rir_poll_id, ...plain } = values
  if (row.status === 'purged') throw conflictStatus('The annotation has been purged.')
  // `rir_poll_id` is writable only as null beside `status: importing`; `modifier` only by administrators.
  if (!admins(request.who)) delete plain.modifier
  await transact(request.deps, async (trx) => {
    const inside = within(request, trx)
    await patch(annotations(), row, plain, inside, { modified_at: trx.fn.now(), modified_by: request.who.user_id })
    if (queue !== undefined) {
      const { queue_id } = await columnsOf({ queue: annotations().fields.queue! }, { queue }, inside)
      await moveToQueue(
        trx,
        request.deps.blobs,
        { ...request.who, admin: admins(request.who) },
        row.id as number,
        queue_id as number,
      )
    }
    if (status === undefined || status === row.status) return
    await changeStatus(trx, request.who, row.id as number, status as Status, {
      ...(rir_poll_id === null ? { rir_poll_id: null } : {}),
      request_id: request.request_id,
    })
  })
}

export const destroyAnnotation = (row: Row, { deps, who, request_id }: Request): Promise<void> =>
  removeAnnotation(deps, who, row.id as number, request_id)
