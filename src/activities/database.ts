import type { Deps } from '../deps.ts'
import { nextWork } from '../domain/annotations/next-event.ts'
import { exportOrAsk, failExport } from '../domain/exports.ts'
import { failImport, finishImport } from '../domain/imports/finish-import.ts'
import type { ImportStep, Settled } from '../domain/imports/finish-import.ts'
import { importAtOnce } from '../domain/imports/import-at-once.ts'
import { failArchive, startImport } from '../domain/imports/start-import.ts'
import type { Started } from '../domain/imports/start-import.ts'
import { finishUpload } from '../domain/imports/upload-state.ts'
import type { PendingWork } from '../workflows/messages.ts'

/** Quick steps of the `orchestration` queue, run beside the workflow. Each is one transaction and says in its function what makes it idempotent. */
export function databaseActivities(deps: Deps) {
  return {
    /** Reads, and closes overtaken events; doing it twice is the same. */
    nextWork: (annotationId: number): Promise<PendingWork | null> => nextWork(deps.db, annotationId),
    /** Idempotent by event. Null where the document is to be read by `readDocument`. */
    importAtOnce: (step: ImportStep): Promise<Settled | null> => importAtOnce(deps, step),
    /** Idempotent by event. */
    finishImport: (step: ImportStep): Promise<Settled> => finishImport(deps, step),
    /** Idempotent by event. For faults of ours; what the document is to blame for, the reading activity says. */
    failImport: (step: ImportStep): Promise<Settled> =>
      failImport(deps, step, 'The document could not be imported because of an internal error.'),
    /** Idempotent by event. Where the queue has a connector it only says so. */
    finishExport: (step: ImportStep): Promise<Settled> => exportOrAsk(deps, step),
    /** Idempotent by event. */
    failExport: (step: ImportStep): Promise<Settled> => failExport(deps, step),
    /** A note; a second one says the same. */
    failArchive: (input: { document_id: number }): Promise<void> => failArchive(deps, input),
    /** Idempotent by upload and document. Answers what is in the way, or how many annotations are importing. */
    startImport: (uploadId: number): Promise<Started> => startImport(deps, uploadId),
    /** Idempotent by upload. Answers whether nothing is left to wait for. */
    finishUpload: (uploadId: number): Promise<boolean> => finishUpload(deps.db, uploadId),
  }
}
