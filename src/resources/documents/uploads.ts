import { Type } from 'typebox'
import { File } from '../engine/fields.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, Time, Url, type Values } from '../legacy/fields.ts'
import { group } from '../legacy/references.ts'
import { parseBoolean } from '../legacy/filters.ts'
import { load } from '../legacy/verbs.ts'
import { showOne } from '../engine/show.ts'
import { answerWith, ok, type Answer, type Request } from '../engine/request.ts'
import { allowed, assignedQueues, can, ownQueues } from '../access.ts'
import { upload } from './receive.ts'

const TaskAnswer = Type.Object({ url: Url })

export const uploads = defineResource({
  path: 'uploads',
  singular: 'upload',
  table: 'uploads',
  description: 'Files that were sent together.',
  verbs: ['create', 'retrieve'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    queue: f.ref('queues', { readOnly: true }),
    creator: f.ref('users', { readOnly: true, nullable: true }),
    created_at: f.time(),
    email: f.ref('emails', { readOnly: true, nullable: true }),
    organization: f.ref('organizations', { readOnly: true }),
    documents: f.loaded(Type.Array(Url), async (rows, { db, urls }) => {
      const found = await db('documents')
        .whereIn(
          'upload_id',
          rows.map((row) => row.id),
        )
        .orderBy('id')
        .select('id', 'upload_id')
      return group(found, 'upload_id', (document) => urls.of('documents', document.id as number))
    }),
    additional_documents: f.constant(Type.Array(Url), []),
    annotations: f.loaded(Type.Array(Url), async (rows, { db, urls }) => {
      const found = await db('annotations')
        .whereIn(
          'upload_id',
          rows.map((row) => row.id),
        )
        .orderBy('id')
        .select('id', 'upload_id')
      return group(found, 'upload_id', (annotation) => urls.of('annotations', annotation.id as number))
    }),
  }),
  filters: {},
  ordering: columns('uploads', { id: 'bigint' }),
  visible: assignedQueues('queue_id'),
  may: { ...allowed('uploads'), create: can('import') },
  handlers: { create: upload },
  documented: {
    create: {
      accepts: ['multipart/form-data', 'application/octet-stream'],
      parts: Type.Object({
        content: Type.Array(File),
        values: Type.Optional(Type.String()),
        metadata: Type.Optional(Type.String()),
      }),
      query: {
        queue: Type.Integer({ description: 'Id of the queue.' }),
        reject_identical: Type.Boolean({ description: 'Answer 409 if the organization already has the same file.' }),
      },
      requiredQuery: ['queue'],
      responds: {
        status: 202,
        description: 'The task to follow.',
        body: Type.Object({ url: Type.String({ description: 'URL of the task.' }) }),
      },
    },
  },
  actions: [
    {
      method: 'post',
      path: ':filename',
      summary: 'Upload the request body as one file of this name into `?queue=`.',
      may: can('import'),
      basic: true,
      accepts: ['application/octet-stream'],
      responds: { status: 202, body: TaskAnswer },
      handle: upload,
    },
  ],
})

export const tasks = defineResource({
  path: 'tasks',
  singular: 'task',
  table: 'tasks',
  description: 'Work that goes on after the answer; succeeded tasks redirect to their result.',
  verbs: ['retrieve'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    type: f.text({ readOnly: true }),
    status: f.oneOf(['running', 'succeeded', 'failed'], { readOnly: true }),
    expires_at: f.custom({ output: Time, show: (row) => row.expires_at as string }),
    detail: f.text({ readOnly: true, nullable: true }),
    content: f.computed(Type.Record(Type.String(), Type.Unknown()), (row, { urls }) =>
      row.upload_id === null ? (row.content as Values) : { upload: urls.of('uploads', row.upload_id as number) },
    ),
    code: f.text({ readOnly: true, nullable: true }),
    result_url: f.computed(Type.Union([Url, Type.Null()]), (row, { urls }) =>
      row.status === 'succeeded'
        ? (urls.maybe('uploads', row.upload_id as number | null) ??
          urls.maybe('documents/downloads', row.document_download_id as number | null))
        : null,
    ),
  }),
  filters: {},
  ordering: columns('tasks', { id: 'bigint' }),
  visible: (query, caller) => {
    const { who, db } = caller
    void query.where('tasks.organization_id', who.organization_id).whereRaw('tasks.expires_at > now()')
    const mine = ownQueues(caller)
    if (!mine) return
    // One's own, and those of uploads into queues one works on.
    const theirs = db('uploads').whereIn('uploads.queue_id', mine).select('uploads.id')
    void query.where(
      (either) => void either.where('tasks.creator_id', who.user_id).orWhereIn('tasks.upload_id', theirs),
    )
  },
  may: allowed('uploads'),
  handlers: { retrieve: retrieveTask },
  documented: {
    retrieve: { also: [{ status: 303, description: 'Succeeded: see the result.', body: Type.Ref('tasks') }] },
  },
})

/** 303 to the result once the task has succeeded, unless `no_redirect` (filled-gaps 10.4). */
async function retrieveTask(request: Request): Promise<Answer> {
  const shown = await showOne(tasks, await load(tasks, request), request)
  if (shown.code === null) delete shown.code
  if (shown.result_url === null) delete shown.result_url
  const stay = parseBoolean(String([request.query.no_redirect].flat()[0] ?? '')) === true
  const { result_url } = shown as { result_url?: string }
  return result_url && !stay ? answerWith(303, shown, { Location: result_url }) : ok(shown)
}
