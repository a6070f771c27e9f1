import { Context } from '@temporalio/activity'
import type { Deps } from '../deps.ts'
import { endExpiredReviews } from '../domain/annotations/end-expired-reviews.ts'
import { nextWork } from '../domain/annotations/next-event.ts'
import { exportOrAsk, failExport } from '../domain/annotations/finish-export.ts'
import { failImport, finishImport } from '../domain/intake/finish-import.ts'
import type { ImportStep, Settled } from '../domain/intake/finish-import.ts'
import { importAtOnce } from '../domain/intake/import-at-once.ts'
import { failArchive, startImport } from '../domain/intake/start-import.ts'
import type { Started } from '../domain/intake/start-import.ts'
import { finishUpload } from '../domain/intake/upload-state.ts'
import { beginQueueDeletion, failQueueDeletion, removeQueueBatch } from '../domain/queues/delete-queue.ts'
import type { DeletionStep } from '../domain/queues/delete-queue.ts'
import type { PendingWork } from '../workflows/contract.ts'

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
    /** Idempotent by queue. Answers how long to wait. */
    beginQueueDeletion: (queueId: number): Promise<number | null> => beginQueueDeletion(deps, queueId),
    /** Idempotent by queue: what is removed is not found again. */
    removeQueueBatch: (queueId: number): Promise<DeletionStep> => whileBeating(() => removeQueueBatch(deps, queueId)),
    /** Idempotent by queue. */
    failQueueDeletion: (input: { queue_id: number; reason: string }): Promise<void> => failQueueDeletion(deps, input),
    /** Guarded by the status and the clock; a second run finds nothing. */
    endExpiredReviews: (): Promise<number> => endExpiredReviews(deps),
  }
}

const HEARTBEAT_MS = 4_000

/** Tells the server that the work goes on, so that work of a killed worker is begun anew within seconds. */
async function whileBeating<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current()
  const clock = setInterval(() => context.heartbeat(), HEARTBEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(clock)
  }
}
