import { Type } from 'typebox'
import { Task, type RowOf } from '../../models/index.ts'
import { allowed, ownQueues } from '../access.ts'
import { defineResource, type Resource } from '../framework/define.ts'
import { parseBoolean } from '../framework/filters.ts'
import { Time, Url } from '../framework/fields.ts'
import { answerWith, ok, type Answer, type Caller, type Request } from '../framework/request.ts'
import { chosenFields, show } from '../framework/show.ts'
import { load } from '../framework/verbs.ts'

const readOnly = { readOnly: true }

export const tasks: Resource<Task> = defineResource(Task, {
  path: 'tasks',
  singular: 'task',
  description: 'A background job; once it has succeeded, its URL redirects to the result.',
  verbs: ['retrieve'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    type: f.text('Kind of task.', readOnly),
    status: f.oneOf(['running', 'succeeded', 'failed'], 'State of the task.', readOnly),
    expires_at: f.computed('Time at which the task is deleted, UTC.', Time, ({ expires_at }) => expires_at),
    detail: f.text('Message for users, e.g. why the task failed.', { ...readOnly, nullable: true }),
    content: f.computed(
      'Data of the task, e.g. the URL of the upload.',
      Type.Record(Type.String(), Type.Unknown()),
      ({ upload_id, content }, { urls }) => (upload_id === null ? content : { upload: urls.of('uploads', upload_id) }),
    ),
    // `retrieveTask` omits both.
    code: f.text('Machine-readable error code of a failed task.', { ...readOnly, omitted: true }),
    result_url: f.custom(
      'URL of the result, once the task has succeeded.',
      { ...readOnly, omitted: true, output: Url },
      { show: resultUrl },
    ),
  }),
  ordering: { id: 'bigint' },
  visible: (query, caller) => {
    const { who, db } = caller
    void query.where('tasks.organization_id', who.organization_id).whereRaw('tasks.expires_at > now()')
    const mine = ownQueues(caller)
    if (!mine) return
    // The caller's own tasks, and tasks of uploads to the caller's queues.
    const uploads = db('uploads').whereIn('uploads.queue_id', mine).select('uploads.id')
    void query.where(
      (either) => void either.where('tasks.creator_id', who.user_id).orWhereIn('tasks.upload_id', uploads),
    )
  },
  may: allowed('uploads'),
  handlers: { retrieve: retrieveTask },
  documented: {
    retrieve: {
      query: { no_redirect: Type.Boolean({ description: 'If `true`, returns 200 instead of 303 after success.' }) },
      also: [
        {
          status: 303,
          description: 'The task has succeeded; `Location` is the URL of its result.',
          body: Type.Ref('tasks'),
        },
      ],
    },
  },
})

function resultUrl(
  { status, upload_id, email_id, document_download_id }: RowOf<Task>,
  { urls }: Caller,
): string | null {
  if (status !== 'succeeded') return null
  return (
    urls.maybe('uploads', upload_id) ??
    urls.maybe('emails', email_id) ??
    urls.maybe('documents/downloads', document_download_id)
  )
}

/** Returns the task; with 303 to its result once it has succeeded, unless `no_redirect` is true. */
async function retrieveTask(request: Request): Promise<Answer> {
  const names = chosenFields(tasks, request.query)
  const row = await load(tasks, request, request.params.id)
  const [shown = {}] = await show(tasks, [row], request, names)
  if (shown.code === null) delete shown.code
  const location = resultUrl(row, request)
  if (location === null) delete shown.result_url
  const stay = parseBoolean([request.query.no_redirect].flat()[0] ?? '') === true
  return location !== null && !stay ? answerWith(303, shown, { Location: location }) : ok(shown)
}
