/** Uploads to a queue: `POST /uploads`, which returns a task, and the older endpoint of queues, which returns the annotations. */
import { createUpload, importNow } from '../../domain/intake/uploads.ts'
import { invalid } from '../../errors.ts'
import type { Queue, RowOf } from '../../models/index.ts'
import { parseBoolean } from '../framework/filters.ts'
import { resourceAt } from '../framework/registry.ts'
import { answerWith, type Answer, type Request } from '../framework/request.ts'
import { idFromFilter } from '../framework/urls.ts'
import { load } from '../framework/verbs.ts'

export async function upload(request: Request): Promise<Answer> {
  const queue = await queueOfQuery(request)
  const { files, values, metadata } = await request.receiveFiles('content')
  const { task_id } = await createUpload(request.deps, {
    queue,
    files,
    values,
    metadata,
    who: request.who,
    request_id: request.request_id,
    reject_identical: isAsked(request, 'reject_identical'),
  })
  const url = request.urls.of('tasks', task_id)
  const results = request.config.compat.vendorNames ? { results: [{ annotation: url }] } : {}
  return answerWith(202, { url, ...results }, { Location: url })
}

export async function legacyUpload(request: Request, queue: RowOf<Queue>): Promise<Answer> {
  const { files, values, metadata } = await request.receiveFiles('content')
  const made = await importNow(request.deps, {
    queue,
    files,
    values,
    metadata,
    who: request.who,
    request_id: request.request_id,
    reject_identical: false,
    join: isAsked(request, 'join'),
  })
  const results = made.map((one) => ({
    annotation: request.urls.of('annotations', one.annotation_id),
    document: request.urls.of('documents', one.document_id),
  }))
  // The other two keys are obsolete copies of the first result that clients still read.
  return answerWith(201, { results, ...results[0] })
}

/** Any value that does not parse as true counts as false. */
const isAsked = (request: Request, parameter: string): boolean =>
  parseBoolean([request.query[parameter]].flat()[0] ?? '') === true

async function queueOfQuery(request: Request): Promise<RowOf<Queue>> {
  const given = [request.query.queue].flat()[0]
  if (!given) throw invalid({ queue: ['This field is required.'] })
  const id = idFromFilter(given)
  if (id === null) throw invalid({ queue: [`"${given}" is not a valid id.`] })
  return load<Queue>(resourceAt('queues'), request, String(id))
}
