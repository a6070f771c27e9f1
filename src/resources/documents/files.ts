/** The files of documents: the content, its permanent link, new ones, and downloads of many (filled-gaps 10.1). */
import { Type } from 'typebox'
import { badRequest, invalid, notFound } from '../../errors.ts'
import { createDocument } from '../../domain/documents/create.ts'
import {
  filesOf,
  requestDownload,
  zipOf,
  type DownloadFile,
  type DownloadType,
} from '../../domain/documents/downloads.ts'
import { describeAttachment } from '../../export/index.ts'
import { documentKey } from '../../domain/documents/stored-file.ts'
import type { Action, Resource } from '../legacy/define.ts'
import { f, Time, Url, type Row } from '../legacy/fields.ts'
import { columnsOf } from '../legacy/verbs.ts'
import { load, respond } from '../legacy/verbs.ts'
import { answerWith, fileAnswer, ok, type Answer, type Request } from '../engine/request.ts'
import { can } from '../access.ts'

/** Most documents of one download. */
const MAX_DOCUMENTS = 500

/** The file of a document's row, as an attachment of its own name. */
export async function sendFile(request: Request, row: Row): Promise<Answer> {
  if (!row.has_content) throw notFound('Document content')
  return sendStored(request, row as DownloadFile, row.original_file_name as string)
}

async function sendStored({ deps }: Request, file: DownloadFile, name: string): Promise<Answer> {
  const stream = await deps.blobs.stream(documentKey(file.s3_name))
  return fileAnswer(stream, { type: file.mime_type, disposition: describeAttachment(name), length: file.size })
}

/** POST /documents: one file, which makes no annotation. */
export async function createFromFile(request: Request, resource: Resource): Promise<Answer> {
  const { files, metadata, texts } = await request.receiveFiles('content')
  const [file, second] = files
  if (second) throw invalid({ content: ['Only one file can be sent at a time.'] })
  const reference = { parent: f.ref('documents', { nullable: true })('parent') }
  const { parent_id } = await columnsOf(reference, { parent: texts.parent || null }, request)
  const { id } = await createDocument(request.deps, {
    file: file!,
    metadata,
    parent_id: (parent_id as number | null | undefined) ?? null,
    who: request.who,
  })
  return respond(resource, request, id, 201)
}

/** `GET /original/{s3_name}`: the same bytes by their storage key, for who sees the document. */
export async function sendOriginal(request: Request, resource: Resource): Promise<Answer> {
  const query = request
    .db('documents')
    .where('documents.s3_name', request.params.s3_name ?? '')
    .first('documents.*')
  resource.visible(query, request, 'documents')
  const row = (await query) as Row | undefined
  if (!row) throw notFound('Document')
  return sendFile(request, row)
}

interface Download {
  id: number
  document_ids: number[]
  type: DownloadType
  zip: boolean
  file_name: string
  expires_at: string
}

async function startDownload(request: Request): Promise<Answer> {
  const body = request.body as { documents: string[]; file_name?: string; type?: DownloadType; zip?: boolean }
  const { documents, type = 'document', zip = true, file_name } = body
  const reference = { documents: f.refs('documents', { table: '', own: '', other: '' })('documents') }
  await columnsOf(reference, { documents }, request)
  const document_ids = [...new Set(documents.map((url) => Number(/(\d+)\/?(?:\?.*)?$/.exec(url)![1])))]
  if (!zip && document_ids.length !== 1)
    throw invalid({ zip: ['Without an archive exactly one document can be downloaded.'] })
  const files = await filesOf(request.db, document_ids, type)
  if (!files.length) throw badRequest('None of the documents has a file.')
  const { task_id } = await requestDownload(request.db, request.who, {
    document_ids,
    type,
    zip,
    file_name: file_name ?? (zip ? 'documents.zip' : files[0]!.original_file_name),
  })
  const url = request.urls.of('tasks', task_id)
  return answerWith(202, { url }, { Location: url })
}

/** One's own download, for as long as it is there. */
async function loadDownload({ db, who, params }: Request): Promise<Download> {
  if (!/^\d{1,18}$/.test(params.id ?? '')) throw notFound('Document download')
  const row = (await db('document_downloads')
    .where({ id: params.id, organization_id: who.organization_id, creator_id: who.user_id })
    .whereRaw('expires_at > now()')
    .first()) as Download | undefined
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

/** Packs what the caller still sees at this moment. */
async function sendDownload(request: Request, resource: Resource): Promise<Answer> {
  const download = await loadDownload(request)
  const { db, deps } = request
  const visible = db('documents').whereIn('documents.id', download.document_ids).select('documents.id')
  resource.visible(visible, request, 'documents')
  const seen = new Set(((await visible) as Row[]).map((row) => row.id as number))
  const files = await filesOf(
    db,
    download.document_ids.filter((id) => seen.has(id)),
    download.type,
  )
  const [first] = files
  if (!first) throw notFound('Document content')
  if (!download.zip) return sendStored(request, first, download.file_name)
  return fileAnswer(zipOf(deps, files), {
    type: 'application/zip',
    disposition: describeAttachment(download.file_name),
  })
}

const DownloadAnswer = Type.Object({
  id: Type.Integer(),
  url: Url,
  expires_at: Time,
  file_name: Type.String(),
  content: Url,
})

export const fileActions: Action[] = [
  {
    method: 'get',
    path: ':id/content',
    summary: 'The file itself.',
    may: can('read'),
    // Of whatever kind the file is.
    responds: { status: 200, body: '*/*' },
    handle: async (request, resource) => sendFile(request, await load(resource, request)),
  },
  {
    method: 'post',
    path: 'downloads',
    summary: 'Pack documents into one archive, or what they were split or converted from.',
    may: can('read'),
    body: Type.Object({
      documents: Type.Array(Type.String(), { minItems: 1, maxItems: MAX_DOCUMENTS }),
      file_name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      type: Type.Optional(Type.String({ enum: ['document', 'source_document'] })),
      zip: Type.Optional(Type.Boolean()),
    }),
    responds: { status: 202, body: Type.Object({ url: Url }) },
    handle: startDownload,
  },
  {
    method: 'get',
    path: 'downloads/:id',
    summary: 'A download, for two hours.',
    may: can('read'),
    responds: { status: 200, body: DownloadAnswer },
    handle: showDownload,
  },
  {
    method: 'get',
    path: 'downloads/:id/content',
    summary: 'The archive, packed while it is sent.',
    may: can('read'),
    responds: { status: 200, body: 'application/zip' },
    handle: sendDownload,
  },
]
