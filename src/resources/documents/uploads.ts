import { Type } from 'typebox'
import { Upload } from '../../models/index.ts'
import { allowed, assignedQueues, can } from '../access.ts'
import { defineResource, type Operation } from '../framework/define.ts'
import { File, neverNull, Url } from '../framework/fields.ts'
import { upload } from './receive.ts'

const readOnly = { readOnly: true }

/** Query and response that both forms of upload share. */
const accepted = {
  query: {
    queue: Type.Integer({ description: 'Id of the queue.' }),
    reject_identical: Type.Boolean({
      description: 'If `true`, returns 409 if the organization already has the same file.',
    }),
  },
  requiredQuery: ['queue'],
  responds: {
    status: 202,
    description: 'The upload was accepted; `Location` is the URL of its task.',
    body: Type.Object({ url: { ...Url, description: 'URL of the task.' } }),
  },
} satisfies Operation

export const uploads = defineResource(Upload, {
  path: 'uploads',
  singular: 'upload',
  description: 'Files that were uploaded together.',
  verbs: ['create', 'retrieve'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    queue: f.ref('URL of the queue.', readOnly),
    creator: neverNull(f.ref('URL of the user who uploaded it; empty if the service did.', readOnly)),
    created_at: f.createdAt(),
    email: f.ref('URL of the email to which the files were attached; null if none.', { ...readOnly, nullable: true }),
    organization: f.organization(),
    documents: f.refs('URLs of its documents.', readOnly),
    additional_documents: f.refs('URLs of the documents that hooks of `upload.created` added.', readOnly),
    annotations: f.refs('URLs of its annotations.', readOnly),
  }),
  ordering: { id: 'bigint' },
  visible: assignedQueues('queue_id'),
  may: { ...allowed('uploads'), create: can('import') },
  handlers: { create: upload },
  documented: {
    create: {
      ...accepted,
      accepts: ['multipart/form-data', 'application/octet-stream'],
      parts: Type.Object({
        content: Type.Array(File, { description: 'One or more files.' }),
        values: Type.Optional(
          Type.String({
            description:
              'JSON object of initial values; `NAME` fills the fields that have the source `upload:NAME` in the schema.',
          }),
        ),
        metadata: Type.Optional(
          Type.String({ description: 'JSON object of at most 4 kB, stored as the metadata of every annotation.' }),
        ),
      }),
    },
  },
  actions: [
    {
      ...accepted,
      method: 'post',
      path: ':filename',
      summary: 'Upload the request body as one file with this name to the queue in `?queue=`.',
      may: can('import'),
      basic: true,
      accepts: ['application/octet-stream'],
      handle: upload,
    },
  ],
})
