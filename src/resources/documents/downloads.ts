/** Downloads of documents, several of them as one archive. */
import { Type } from 'typebox'
import { filesOf, requestDownload, zipOf, type DownloadType } from '../../domain/documents/downloads.ts'
import { writeAudit } from '../../domain/requests/audit.ts'
import { badRequest, invalid, notFound } from '../../errors.ts'
import { describeAttachment } from '../../export/index.ts'
import { DocumentDownload } from '../../models/index.ts'
import { can } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { Time, Url, urlOf } from '../framework/fields.ts'
import { referencesIn, visibleIds } from '../framework/relations.ts'
import { answerWith, ok, type Answer, type Request } from '../framework/request.ts'
import { fileAnswer } from '../file-answers.ts'
import { sendStored } from './files.ts'

/** Maximum number of documents in one download. */
const MAX_DOCUMENTS = 500

interface Wanted {
  documents: string[]
  file_name?: string
  type?: DownloadType
  zip?: boolean
}

async function startDownload(request: Request<Wanted>): Promise<Answer> {
  const { documents, type = 'document', zip = true, file_name } = request.body
  const document_ids = [...new Set(await referencesIn('documents', documents, ['documents'], request))]
  if (!zip && document_ids.length !== 1)
    throw invalid({ zip: ['Without an archive, exactly one document can be downloaded.'] })
  const files = await filesOf(request.db, document_ids, type)
  const [first] = files
  if (!first) throw badRequest('None of the documents has a file.')
  const { task_id } = await requestDownload(request.db, request.who, {
    document_ids,
    type,
    zip,
    file_name: file_name ?? (zip ? 'documents.zip' : first.original_file_name),
  })
  const url = request.urls.of('tasks', task_id)
  return answerWith(202, { url }, { Location: url })
}

/** Loads a download of the caller that has not expired; throws 404 otherwise. */
async function loadDownload({ db, who, params }: Request): Promise<DocumentDownload> {
  const id = params.id ?? ''
  const row = /^\d{1,18}$/.test(id)
    ? await DocumentDownload.query(db)
        .findOne({ organization_id: who.organization_id, creator_id: who.user_id })
        .where('id', id)
        .whereRaw('expires_at > now()')
    : undefined
  if (!row) throw notFound('Document download')
  return row
}

async function showDownload(request: Request): Promise<Answer> {
  const { id, expires_at, file_name } = await loadDownload(request)
  const { urls } = request
  return ok({
    id,
    url: urls.of('documents/downloads', id),
    expires_at,
    file_name,
    content: urls.of('documents/downloads', id, '/content'),
  })
}

/** Sends the documents that the caller still sees, packed while they are sent. */
async function sendDownload(request: Request): Promise<Answer> {
  const download = await loadDownload(request)
  const { db, deps } = request
  const seen = new Set<number>(await visibleIds('documents', download.document_ids, request))
  const document_ids = download.document_ids.filter((id) => seen.has(id))
  const files = await filesOf(db, document_ids, download.type)
  const [first] = files
  if (!first) throw notFound('Document content')
  const object = { object_type: 'organization', object_id: request.who.organization_id } as const
  const details = { download: download.id, type: download.type, documents: document_ids }
  await writeAudit(db, [{ ...object, action: 'download', details }])
  if (!download.zip) return sendStored(request, first, download.file_name)
  return fileAnswer(zipOf(deps, files), {
    type: 'application/zip',
    disposition: describeAttachment(download.file_name),
  })
}

const DownloadAnswer = Type.Object({
  id: Type.Integer({ description: 'Id of the download.' }),
  url: { ...Url, description: 'URL of the download.' },
  expires_at: { ...Time, description: 'Time at which the download expires, UTC.' },
  file_name: Type.String({ description: 'Name of the file.' }),
  content: { ...Url, description: 'URL of the file.' },
})

export const downloadActions: Action[] = [
  {
    method: 'post',
    path: 'downloads',
    summary: 'Create a download of documents, or of the documents from which they were split or converted.',
    may: can('read'),
    body: Type.Object({
      documents: Type.Array(urlOf('documents', Type.String()), {
        minItems: 1,
        maxItems: MAX_DOCUMENTS,
        description: `URLs of 1 to ${MAX_DOCUMENTS} documents.`,
      }),
      file_name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description:
            'Name of the downloaded file; by default `documents.zip`, or the name of the only document without an archive.',
        }),
      ),
      type: Type.Optional(
        Type.String({
          enum: ['document', 'source_document'],
          description:
            'Whether to download the documents themselves, or the documents from which they were split or converted.',
        }),
      ),
      zip: Type.Optional(
        Type.Boolean({
          description: 'Whether to create an archive, the default; `false` requires exactly one document.',
        }),
      ),
    }),
    example: (url) => ({ documents: [url('documents')], file_name: 'invoices.zip', type: 'document', zip: true }),
    responds: { status: 202, body: Type.Object({ url: { ...Url, description: 'URL of the task.' } }) },
    handle: startDownload,
  },
  {
    method: 'get',
    path: 'downloads/:id',
    summary: 'Retrieve a download; it expires after two hours.',
    may: can('read'),
    responds: { status: 200, body: DownloadAnswer },
    handle: showDownload,
  },
  {
    method: 'get',
    path: 'downloads/:id/content',
    summary: 'Download the archive, which is created while it is sent.',
    may: can('read'),
    responds: { status: 200, body: 'application/zip' },
    handle: sendDownload,
  },
]
