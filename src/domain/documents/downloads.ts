/** Downloads of several documents as one archive, which is packed while it is sent (decision 41). */
import type { Readable } from 'node:stream'
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../outbox/events.ts'
import { openArchive } from './archive.ts'
import { inTransaction } from '../outbox/transaction.ts'
import { Task, type Document, type DocumentDownload, type RowOf } from '../../models/index.ts'

export type DownloadType = 'document' | 'source_document'

export type DownloadFile = Pick<RowOf<Document>, 'id' | 's3_name' | 'original_file_name' | 'mime_type' | 'size'>

/** Stores the list of documents to pack, and a succeeded task that refers to the download. Both expire after 2 hours. */
export const requestDownload = (
  db: Knex,
  who: Actor,
  wanted: { document_ids: number[]; type: DownloadType; zip: boolean; file_name: string },
): Promise<{ task_id: number }> =>
  inTransaction(db, async (tx) => {
    const [download] = await tx<RowOf<DocumentDownload>>('document_downloads')
      .insert({
        organization_id: who.organization_id,
        creator_id: who.user_id,
        ...wanted,
        expires_at: tx.raw(`now() + interval '2 hours'`),
      })
      .returning(['id', 'expires_at'])
    const task = await Task.query(tx).insert({
      organization_id: who.organization_id,
      creator_id: who.user_id,
      type: 'documents_download',
      status: 'succeeded',
      document_download_id: download!.id,
      content: { file_name: wanted.file_name },
      expires_at: download!.expires_at,
    })
    return { task_id: task.id }
  })

/**
 * Returns the files of documents, each once and in their order: the documents themselves, or, for `source_document`, the oldest stored file
 * that each was split or converted from. Documents without a file are left out.
 */
export async function filesOf(db: Knex, documentIds: number[], type: DownloadType): Promise<DownloadFile[]> {
  const { rows } = await db.raw<{ rows: DownloadFile[] }>(
    `with recursive origins as (
       select wanted.id as asked, wanted.place, d.id, d.parent_id, d.has_content, 0 as depth
         from unnest(?::bigint[]) with ordinality as wanted (id, place) join documents d on d.id = wanted.id
       union all
       select o.asked, o.place, d.id, d.parent_id, d.has_content, o.depth + 1
         from origins o join documents d on d.id = o.parent_id where ? and o.depth < 32)
     select distinct on (o.place) o.place, d.id, d.s3_name, d.original_file_name, d.mime_type, d.size
       from origins o join documents d on d.id = o.id where o.has_content order by o.place, o.depth desc`,
    [documentIds, type === 'source_document'],
  )
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** Returns a zip archive of the files. Each file is read from the blob store when the consumer of the stream reaches it. */
export function zipOf(deps: Pick<Deps, 'blobs'>, files: DownloadFile[]): Readable {
  const archive = openArchive(deps)
  const taken = new Set<string>()
  for (const file of files) archive.add(freeName(taken, file.original_file_name), file)
  return archive.end()
}

/** Returns a file name that is not in the archive yet: `invoice.pdf`, `invoice (2).pdf`, … */
export function freeName(taken: Set<string>, name: string): string {
  const clean = name.replace(/[\\/]/g, '_').replace(/^\.+/, '_')
  const [, stem = clean, extension = ''] = /^(.*?)(\.[^.]{1,10})?$/s.exec(clean) ?? []
  let free = clean
  for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${stem} (${count})${extension}`
  taken.add(free.toLowerCase())
  return free
}

/** Deletes expired downloads with their tasks. Returns their number. */
export const deleteExpiredDownloads = (db: Knex): Promise<number> =>
  db('document_downloads').whereRaw('expires_at < now()').delete()
