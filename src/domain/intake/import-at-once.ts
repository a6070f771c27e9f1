import type { Deps } from '../../deps.ts'
import { MIME_TYPES } from '../../extraction/sniff.ts'
import { ReadError } from '../../extraction/types.ts'
import { documentKey } from '../documents/stored-file.ts'
import { engineOptions } from './engine-options.ts'
import { failImport, finishImport } from './finish-import.ts'
import type { ImportStep, Settled } from './finish-import.ts'
import { beginAtOnce, loadImporting } from './queries.ts'
import { storeExtraction } from './stored-extraction.ts'

/** Larger files take longer than milliseconds. */
const MAX_BYTES = 4 * 2 ** 20
/** Of pictures nothing is read but by recognising letters. */
const PICTURES: readonly string[] = [MIME_TYPES.png, MIME_TYPES.jpeg, MIME_TYPES.tiff]

/**
 * The whole import of a document that is read in milliseconds, in one step beside the workflow. Null, and nothing done, when
 * it is none: large, a scan, begun before by a worker that died over it, or of a worker that reads no documents.
 *
 * Idempotent by event.
 */
export async function importAtOnce(deps: Deps, step: ImportStep): Promise<Settled | null> {
  if (!deps.config.workerQueues.includes('documents')) return null
  const annotation = await loadImporting(deps.db, step.annotation_id)
  if (annotation?.status !== 'importing') return null
  if (PICTURES.includes(annotation.mime_type) || annotation.size > MAX_BYTES) return null
  if (!(await beginAtOnce(deps.db, step.event_id))) return null
  try {
    const bytes = await deps.blobs.get(documentKey(annotation.s3_name))
    const found = await deps.documents.extractAtOnce(bytes, engineOptions(annotation))
    if (!found) return null
    await storeExtraction(deps, annotation, found)
    return await finishImport(deps, step, found.extraction)
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    const { id: annotation_id } = annotation
    deps.log.info({ annotation_id, code: error.code, cause: error.cause }, 'the document cannot be read')
    return failImport(deps, step, error.message)
  }
}
