/** Makes the file of an export profile: the table, or a ZIP archive of the table and the documents. */
import type { Readable } from 'node:stream'
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { invalid, type ApiError } from '../../errors.ts'
import { ExportProblems } from '../../export/profile/types.ts'
import { writeTable, type Counts } from '../../export/profile/write.ts'
import { checkExportProfile } from '../../rules/export-profiles/check.ts'
import { fileNameOf, type NameFacts } from '../../rules/export-profiles/names.ts'
import type { ExportSettings } from '../../rules/export-profiles/types.ts'
import type { SchemaContent } from '../../rules/schema/index.ts'
import { openArchive } from '../documents/archive.ts'
import { readDocuments, type ArchivedFile } from './read-documents.ts'
import { spool, type Spool } from './spool.ts'

/** Documents of one archive. */
const MAX_ARCHIVED = 10_000

export interface FileJob {
  organization_id: number
  settings: ExportSettings
  /** Of the queue. */
  schema: SchemaContent
  facts: NameFacts
  /** In the order of the file. */
  ids: AsyncIterable<number[]>
  urlOf: (annotation_id: number) => string
  /** Bytes of the file; none by default. A larger one throws FileTooLarge. */
  most?: number
}

export interface ExportFile extends Spool, Counts {
  name: string
  type: string
}

/**
 * Returns the complete file; the caller closes it. Throws 400 with the columns or documents that prevent it: a profile that its schema no
 * longer fits, an expression that fails, or a character that the profile refuses.
 */
export async function makeExportFile(
  { db, blobs }: { db: Knex; blobs: Deps['blobs'] },
  job: FileJob,
): Promise<ExportFile> {
  const { settings, schema, facts, organization_id } = job
  const broken = checkExportProfile(settings, schema)
  if (broken) throw invalid({ profile: Object.values(broken).flat() })
  const files: ArchivedFile[] | null = settings.include_documents ? [] : null
  const counts: Counts = { documents: 0, lines: 0, replaced: 0 }
  const name = fileNameOf(settings, facts)
  const table = await spool(
    organization_id,
    writeTable(job, limited(readDocuments(db, job.ids, job.urlOf, files), files), counts),
    job.most,
  ).catch((error: unknown) => {
    throw error instanceof ExportProblems ? problemsAsError(error) : error
  })
  if (!files) return { ...table, ...counts, name, type: `text/csv; charset=${settings.encoding}` }
  try {
    const archive = await spool(organization_id, archiveOf(blobs, { name, table, at: facts.at }, files), job.most)
    const stem = name.slice(0, name.lastIndexOf('.'))
    return { ...archive, ...counts, name: `${stem}.zip`, type: 'application/zip' }
  } finally {
    await table.close()
  }
}

const problemsAsError = ({ problems }: ExportProblems): ApiError =>
  invalid({ profile: problems.map(({ document, sentence }) => `Document ${document}: ${sentence}`) })

async function* limited<T>(documents: AsyncIterable<T>, files: ArchivedFile[] | null): AsyncGenerator<T> {
  for await (const document of documents) {
    if (files && files.length > MAX_ARCHIVED)
      throw invalid({ profile: [`An archive has at most ${MAX_ARCHIVED} documents: export fewer at once.`] })
    yield document
  }
}

/** The same documents give the same bytes: times in the archive are that of the export. */
function archiveOf(
  blobs: Deps['blobs'],
  { name, table, at }: { name: string; table: Spool; at: string },
  files: readonly ArchivedFile[],
): Readable {
  const archive = openArchive({ blobs })
  const mtime = new Date(at)
  archive.zip.addReadStream(table.read(), name, { mtime, size: table.size })
  for (const file of files) archive.add(file.archive_name, file, mtime)
  return archive.end()
}
