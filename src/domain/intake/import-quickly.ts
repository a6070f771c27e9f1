import type { Deps } from '../../deps.ts'
import { MIME_TYPES, PICTURE_TYPES } from '@sheaf/extraction/sniff'
import { onBehalfOf } from '../../work/on-behalf.ts'
import { openTurns, type Turns } from '../../work/turns.ts'
import type { Outcome, Step } from '../../workflows/contract.ts'
import { contentOfDocument } from '../documents/stored-file.ts'
import { beginFirstAttempt } from '../outbox/deliveries.ts'
import { endsImport, extractFast, logEnd } from './ask-engine.ts'
import { importAttached } from './attached.ts'
import { failImport, finishImport } from './finish-import.ts'
import { loadImporting, type ImportingAnnotation } from './importing.ts'
import { storeExtraction } from './stored-extraction.ts'

/** Larger files take longer than milliseconds. */
const MAX_BYTES = 4 * 2 ** 20
/** Images require OCR. */
const PICTURES: readonly string[] = PICTURE_TYPES.map((type) => MIME_TYPES[type])

/**
 * Imports that this process handles at the same time, per child process: enough to keep the children busy while others read and write the
 * database and the blob store.
 */
const PER_CHILD = 3
/** A document that waits longer is read by the `documents` queue. Far less than the time limit of the step. */
const PATIENCE_MS = 8_000

let turns: Turns | undefined
/** One upload of hundreds of files must not occupy the worker: its organization shares the places with others. */
const turnsOf = ({ config }: Deps): Turns => (turns ??= openTurns(PER_CHILD * config.documentProcesses))

/**
 * Imports a document that can be read in milliseconds, in one step of the workflow. Returns null without any effect for other documents:
 * large files, scans, documents during whose import a worker died, those that waited long for the turn of their organization, and documents on a
 * worker that does not read any. A local activity has
 * no heartbeat that would count the deaths of workers, so the delivery counts them.
 *
 * Idempotent by delivery.
 */
export async function importQuickly(deps: Deps, step: Step): Promise<Outcome | null> {
  if (!deps.config.workerQueues.includes('documents')) return null
  const annotation = await loadImporting(deps.db, step.annotation_id)
  if (annotation?.status !== 'importing') return null
  if (PICTURES.includes(annotation.mime_type) || annotation.size > MAX_BYTES) return null
  const { organization_id } = annotation
  return turnsOf(deps).take(organization_id, PATIENCE_MS, () =>
    onBehalfOf({ organization_id }, () => importNow(deps, step, annotation)),
  )
}

async function importNow(deps: Deps, step: Step, annotation: ImportingAnnotation): Promise<Outcome | null> {
  if (!(await beginFirstAttempt(deps.db, step))) return null
  try {
    const bytes = await contentOfDocument(deps, annotation)
    const found = await extractFast(deps, annotation, bytes)
    if (!found) return null
    const extraction = await importAttached(deps, annotation, found.extraction, bytes)
    await storeExtraction(deps, annotation, { ...found, extraction })
    return await finishImport(deps, step, extraction)
  } catch (error) {
    if (!endsImport(error)) throw error
    logEnd(deps, annotation.id, error)
    return failImport(deps, step, error.message)
  }
}
