import type { Deps } from '../deps.ts'
import { lookAtApproval } from '../domain/approvals/look-at-approval.ts'
import { remindApprovers } from '../domain/approvals/remind.ts'
import { runRuleActions } from '../domain/automation-rules/run-actions.ts'
import { look, noteMove } from '../domain/annotations/status/lifecycle.ts'
import { exportOrCallConnector, failExport } from '../domain/annotations/status/finish-export.ts'
import { deleteFoundBatch, failDeletion } from '../domain/deletion/delete-batch.ts'
import { failDelivery } from '../domain/exports/deliveries.ts'
import { pendingDeliveries } from '../domain/exports/plan-deliveries.ts'
import { failImport, finishImport } from '../domain/intake/finish-import.ts'
import { importQuickly } from '../domain/intake/import-quickly.ts'
import { failArchive, startImport } from '../domain/intake/start-import.ts'
import { finishUpload } from '../domain/intake/upload-state.ts'
import { finishBuild } from '../domain/hooks/build.ts'
import { failCall } from '../domain/hooks/delivery/attempt.ts'
import { planRedelivery } from '../domain/hooks/delivery/redeliver.ts'
import { planScheduled, syncHookSchedule } from '../domain/hooks/schedules.ts'
import { failIncoming, importEmail } from '../domain/mail/import-email.ts'
import { failQueued } from '../domain/mail/outgoing.ts'
import { runSweep } from '../domain/outbox/sweeps.ts'
import { reshapeBatch } from '../domain/queues/reshape-batches.ts'
import { beginQueueDeletion, failQueueDeletion, removeQueueBatch } from '../domain/queues/delete-queue.ts'
import { nextDeletionsOfAll } from '../domain/queues/next-deletions.ts'
import { countUsage } from '../domain/usage/count.ts'
import type { BatchActivities, DatabaseActivities } from '../workflows/contract.ts'
import { withHeartbeat } from './heartbeat.ts'

/** Quick steps of the `orchestration` queue, executed by the worker that runs the workflow. Each is one transaction. */
export const databaseActivities = (deps: Deps): DatabaseActivities => ({
  /** Idempotent by upload and document. */
  startImport: (uploadId, after) => startImport(deps, uploadId, after),
  /** Idempotent by upload. */
  finishUpload: (uploadId) => finishUpload(deps, uploadId),
  /** Marks the archive as failed. Idempotent by document. */
  failArchive: (input) => failArchive(deps, input),
  /** Idempotent by delivery. Returns null if the document has to be read by `readDocument`. */
  importQuickly: (step) => importQuickly(deps, step),
  /** Idempotent by delivery. */
  finishImport: (step) => finishImport(deps, step),
  /** Idempotent by delivery. For internal errors only; `readDocument` reports the reason if the document itself is invalid. */
  failImport: (step) => failImport(deps, step, 'The document could not be imported because of an internal error.'),
  /** Reads only. */
  look: (annotationId) => look(deps, annotationId),
  /** Idempotent by delivery. */
  noteMove: (step) => noteMove(deps, step),
  /** Reads only. */
  lookAtApproval: (runId) => lookAtApproval(deps, runId),
  /** Idempotent by step and interval of the reminders. */
  remindApprovers: (runId) => remindApprovers(deps, runId),
  /** Idempotent by delivery. If the queue has a connector, only requests its call. */
  finishExport: (step) => exportOrCallConnector(deps, step),
  /** Idempotent by delivery. */
  failExport: (step) => failExport(deps, step),
  /** Idempotent by queue. Returns the number of milliseconds to wait. */
  beginQueueDeletion: (queueId) => beginQueueDeletion(deps, queueId),
  /** Idempotent by queue. */
  failQueueDeletion: (input) => failQueueDeletion(deps, input),
  /** Idempotent by request. */
  failDeletion: (input) => failDeletion(deps, input),
  /** Idempotent by message. */
  failEmail: (input) => failQueued(deps, input),
  /** Idempotent by delivery. */
  failExportDelivery: (input) => failDelivery(deps, input),
  /** Idempotent by email. */
  importEmail: (emailId) => importEmail(deps, emailId),
  /** Idempotent by email. */
  failIncoming: (emailId) => failIncoming(deps, emailId),
  /** Idempotent by event. */
  countUsage: () => countUsage(deps),
  /** Idempotent by event. */
  finishBuild: (input) => finishBuild(deps, input),
  /** Idempotent by hook. */
  syncSchedule: (input) => syncHookSchedule(deps, input),
  /** Idempotent by occasion. */
  planScheduled: (input) => planScheduled(deps, input),
  /** Idempotent by call. */
  failCall: async (runId) => (await failCall(deps, runId)).attempt,
  /** Idempotent by call. */
  planRedelivery: (runId) => planRedelivery(deps, runId),
  /** Idempotent by delivery. Returns whether there are more events. */
  applyRules: (annotationId) => runRuleActions(deps, annotationId),
})

/** Batch steps of the `orchestration` queue. */
export const batchActivities = (deps: Deps): BatchActivities => ({
  /** Idempotent by queue: a repeated run does not find rows that were removed before. */
  removeQueueBatch: (queueId) => withHeartbeat(() => removeQueueBatch(deps, queueId)),
  /** Idempotent by item: its state is stored with the batch. */
  deleteFoundBatch: (id) => withHeartbeat(() => deleteFoundBatch(deps, id)),
  /** Idempotent by change and batch: the last annotation is stored with the batch. */
  reshapeBatch: (schemaId) => withHeartbeat(() => reshapeBatch(deps, schemaId)),
  /** Guarded statements: a repeated run finds no rows. */
  sweep: (sweep) =>
    withHeartbeat(async () => ({
      count: await runSweep(deps, sweep),
      ...(sweep === 'lifetimes' ? { next: await nextDeletionsOfAll(deps.db) } : {}),
      ...(sweep === 'exports' ? { deliveries: await pendingDeliveries(deps.db) } : {}),
    })),
})
