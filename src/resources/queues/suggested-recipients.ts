/** `POST /queues/{id}/suggested_recipients`: recipients of an email from the queue. */
import { Type, type Static } from 'typebox'
import { suggestRecipients } from '../../domain/mail/suggested-recipients.ts'
import { invalid } from '../../errors.ts'
import { Annotation, EmailThread, type Queue, type RowOf } from '../../models/index.ts'
import { Recipients } from '../annotations/actions.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { referencesIn } from '../framework/relations.ts'
import { ok, type Answer, type Request } from '../framework/request.ts'

const urls = (collection: string, description: string) =>
  Type.Optional(Type.Array(Type.Unsafe<string>({ type: 'string', 'x-references': collection }), { description }))
const Body = Type.Object({
  annotations: urls('annotations', 'URLs of annotations of the queue that the email is about.'),
  email_threads: urls('email_threads', 'URLs of email threads of the queue that the email continues.'),
})

export const suggestedRecipients: Action<RowOf<Queue>> = {
  method: 'post',
  path: 'suggested_recipients',
  summary: 'List suggested recipients of an email, from the sources configured in the queue.',
  may: can('send_email'),
  body: Body,
  example: (url) => ({ annotations: [url('annotations')], email_threads: [] }),
  responds: { status: 200, body: Recipients },
  handle: suggest,
}

async function suggest(request: Request<Static<typeof Body>>, { id: queue_id }: RowOf<Queue>): Promise<Answer> {
  const { db, body } = request
  const annotation_ids = await referencesIn('annotations', body.annotations, ['annotations'], request)
  const thread_ids = await referencesIn('email_threads', body.email_threads, ['email_threads'], request)
  if (await Annotation.query(db).findByIds(annotation_ids).whereNot({ queue_id }).select('id').first())
    throw invalid({ annotations: ['An annotation belongs to another queue.'] })
  if (await EmailThread.query(db).findByIds(thread_ids).whereNot({ queue_id }).select('id').first())
    throw invalid({ email_threads: ['An email thread belongs to another queue.'] })
  return ok({ results: await suggestRecipients(db, { annotation_ids, thread_ids, queue_ids: [queue_id] }) })
}
