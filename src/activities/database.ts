import type { Deps } from '../deps.ts'
import { look, noteMove } from '../domain/annotations/lifecycle.ts'
import { exportOrAsk, failExport } from '../domain/annotations/finish-export.ts'
import { failImport, finishImport } from '../domain/intake/finish-import.ts'
import { importQuickly } from '../domain/intake/import-quickly.ts'
import { failArchive, startImport } from '../domain/intake/start-import.ts'
import { finishUpload } from '../domain/intake/upload-state.ts'
import { failQueued } from '../domain/mail/outgoing.ts'
import { runSweep } from '../domain/outbox/sweeps.ts'
import { beginQueueDeletion, failQueueDeletion, removeQueueBatch } from '../domain/queues/delete-queue.ts'
import { countUsage } from '../domain/usage/count.ts'
import type { BatchActivities, DatabaseActivities } from '../workflows/contract.ts'
import { withHeartbeat } from './heartbeat.ts'

/** Quick steps of the `orchestration` queue, run beside the workflow. Each is one transaction. */
export const databaseActivities = (deps: Deps): DatabaseActivities => ({
  /** Idempotent by upload and document. */
  startImport: (uploadId) => startImport(deps, uploadId),
  /** Idempotent by upload. */
  finishUpload: (uploadId) => finishUpload(deps, uploadId),
  /** A note; a second one says the same. */
  failArchive: (input) => failArchive(deps, input),
  /** Idempotent by delivery. Null where the document has to be read by `readDocument`. */
  importQuickly: (step) => importQuickly(deps, step),
  /** Idempotent by delivery. */
  finishImport: (step) => finishImport(deps, step),
  /** Idempotent by delivery. For internal errors; where the document is at fault, the reading activity says why. */
  failImport: (step) => failImport(deps, step, 'The document could not be imported because of an internal error.'),
  /** Reads only. */
  look: (annotationId) => look(deps, annotationId),
  /** Idempotent by delivery. */
  noteMove: (step) => noteMove(deps, step),
  /** Idempotent by delivery. Where the queue has a connector it only says so. */
  finishExport: (step) => exportOrAsk(deps, step),
  /** Idempotent by delivery. */
  failExport: (step) => failExport(deps, step),
  /** Idempotent by queue. Answers how many milliseconds to wait. */
  beginQueueDeletion: (queueId) => beginQueueDeletion(deps, queueId),
  /** Idempotent by queue. */
  failQueueDeletion: (input) => failQueueDeletion(deps, input),
  /** Idempotent by message. */
  failEmail: (input) => failQueued(deps, input),
  /** Idempotent by event. */
  countUsage: () => countUsage(deps),
})

/** Batches of the `orchestration` queue. */
export const batchActivities = (deps: Deps): BatchActivities => ({
  /** Idempotent by queue: what is removed is not found again. */
  removeQueueBatch: (queueId) => withHeartbeat(() => removeQueueBatch(deps, queueId)),
  /** Guarded statements; a second run finds nothing. */
  sweep: (sweep) => withHeartbeat(() => runSweep(deps, sweep)),
})
