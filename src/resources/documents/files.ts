/** Files of documents: download, download by storage key, and upload without an annotation. */
import { createDocument } from '../../domain/documents/create.ts'
import type { DownloadFile } from '../../domain/documents/downloads.ts'
import { documentKey } from '../../domain/documents/stored-file.ts'
import { invalid, notFound } from '../../errors.ts'
import { describeAttachment } from '../../export/index.ts'
import { auditReads } from '../../domain/requests/audit-reads.ts'
import type { Document, RowOf } from '../../models/index.ts'
import { resourceAt } from '../framework/registry.ts'
import { referencesIn } from '../framework/relations.ts'
import type { Answer, Request } from '../framework/request.ts'
import { fileAnswer } from '../file-answers.ts'
import { respond } from '../framework/verbs.ts'

/** Sends the file of a document as an attachment under its original name. Throws 404 if it has been removed. */
export async function sendFile(request: Request, row: RowOf<Document>): Promise<Answer> {
  if (!row.has_content) throw notFound('Document content')
  await auditReads(request.db, [{ object_type: 'document', object_id: row.id, action: 'download' }])
  return sendStored(request, row, row.original_file_name)
}

export async function sendStored({ deps }: Request, file: DownloadFile, name: string): Promise<Answer> {
  const stream = await deps.blobs.stream(documentKey(file.s3_name))
  return fileAnswer(stream, { type: file.mime_type, disposition: describeAttachment(name), length: file.size })
}

/** POST /documents: creates a document from one file, without an annotation. */
export async function createFromFile(request: Request): Promise<Answer> {
  const { files, metadata, texts } = await request.receiveFiles('content')
  const [file, second] = files
  if (!file || second) throw invalid({ content: ['Only one file can be sent at a time.'] })
  const [parent_id = null] = texts.parent ? await referencesIn('documents', texts.parent, ['parent'], request) : []
  const { id } = await createDocument(request.deps, { file, metadata, parent_id, who: request.who })
  return respond(resourceAt('documents'), request, id, 201)
}

/** `GET /original/{s3_name}`: sends the file with this storage key to callers who see its document. */
export async function sendOriginal(request: Request): Promise<Answer> {
  const query = request
    .db<RowOf<Document>>('documents')
    .where('documents.s3_name', request.params.s3_name ?? '')
    .first('documents.*')
  resourceAt('documents').visible(query, request, 'documents')
  const row = await query
  if (!row) throw notFound('Document')
  return sendFile(request, row)
}
