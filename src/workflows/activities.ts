import { proxyActivities, proxyLocalActivities, workflowInfo } from '@temporalio/workflow'
import { siblingQueue } from './contract.ts'
import type {
  BatchActivities,
  DatabaseActivities,
  DocumentActivities,
  HookActivities,
  HookAttempt,
  HookCall,
  Step,
} from './contract.ts'

// All timeouts and retry policies, one per purpose. Apart from the mail server, none limits the retries: temporary failures (an unavailable
// server) are retried until they end. Activities report permanent failures (src/activities/failures.ts).

const retry = { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '15 s' } as const

/** Quick database steps, executed by the worker that runs the workflow: no task queue, no extra round trip. */
const local = proxyLocalActivities<DatabaseActivities>({
  startToCloseTimeout: '30 s',
  retry,
  // Longer waits use a timer of the server, so that a long outage does not block the workflow task.
  localRetryThreshold: '5 s',
})

/** Batches in the database and the blob store. They can take many seconds on a slow machine, so they have a heartbeat. */
const steady = proxyActivities<BatchActivities>({ startToCloseTimeout: '10 m', heartbeatTimeout: '15 s', retry })

/** Reading documents takes minutes at most. A missing heartbeat reveals within seconds that a worker has died. */
const long = () =>
  proxyActivities<DocumentActivities>({
    taskQueue: siblingQueue(workflowInfo().taskQueue, 'documents'),
    startToCloseTimeout: '30 m',
    heartbeatTimeout: '15 s',
    retry: { ...retry, maximumInterval: '1 m' },
  })

/**
 * Calls of hooks and connectors and builds of functions, which take up to a minute. Without a heartbeat, what follows an interrupted call would
 * wait for the whole time limit. Only internal errors and interrupted workers are retried.
 */
const calls = () =>
  proxyActivities<HookActivities>({
    taskQueue: siblingQueue(workflowInfo().taskQueue, 'hooks'),
    startToCloseTimeout: '90 s',
    heartbeatTimeout: '15 s',
    retry: { ...retry, maximumInterval: '1 m' },
  })

/** An unavailable store is retried for a day. The file is made again for each attempt. */
const destination = () =>
  proxyActivities<HookActivities>({
    taskQueue: siblingQueue(workflowInfo().taskQueue, 'hooks'),
    startToCloseTimeout: '10 m',
    heartbeatTimeout: '15 s',
    scheduleToCloseTimeout: '24 h',
    retry: { initialInterval: '5 s', backoffCoefficient: 3, maximumInterval: '30 m' },
  })

/** An unavailable mail server or a temporary rejection is retried for a day. A permanent rejection fails immediately. */
const mailServer = () =>
  proxyActivities<HookActivities>({
    taskQueue: siblingQueue(workflowInfo().taskQueue, 'hooks'),
    startToCloseTimeout: '90 s',
    scheduleToCloseTimeout: '24 h',
    retry: { initialInterval: '5 s', backoffCoefficient: 3, maximumInterval: '30 m' },
  })

type All<Activities> = { [Name in keyof Activities]: Activities[Name] }

const annotation = ({ annotation_id }: Step) => `annotation ${annotation_id}`

/** The quick steps, each with the summary that operators read in Temporal's UI. */
export const quick: Omit<All<DatabaseActivities>, 'noteMove'> = {
  startImport: (id, after) =>
    local.startImport.executeWithOptions(
      { summary: 'Create the annotations' },
      after === undefined ? [id] : [id, after],
    ),
  finishUpload: (id) => local.finishUpload.executeWithOptions({ summary: 'Finish the upload' }, [id]),
  failArchive: (input) =>
    local.failArchive.executeWithOptions({ summary: 'Mark the archive as failed: internal error' }, [input]),
  importQuickly: (step) => local.importQuickly.executeWithOptions({ summary: `Import ${annotation(step)}` }, [step]),
  finishImport: (step) =>
    local.finishImport.executeWithOptions({ summary: `Store the extracted values of ${annotation(step)}` }, [step]),
  failImport: (step) =>
    local.failImport.executeWithOptions(
      { summary: `Mark the import of ${annotation(step)} as failed: internal error` },
      [step],
    ),
  look: (id) => local.look.executeWithOptions({ summary: 'Read the status and pending events' }, [id]),
  lookAtApproval: (id) =>
    local.lookAtApproval.executeWithOptions({ summary: 'Read for whom the approval waits' }, [id]),
  remindApprovers: (id) => local.remindApprovers.executeWithOptions({ summary: 'Remind the approvers by email' }, [id]),
  finishExport: (step) => local.finishExport.executeWithOptions({ summary: 'Export the annotation' }, [step]),
  failExport: (step) =>
    local.failExport.executeWithOptions({ summary: 'Mark the export as failed: internal error' }, [step]),
  beginQueueDeletion: (id) =>
    local.beginQueueDeletion.executeWithOptions({ summary: 'Start the deletion if it is due' }, [id]),
  failQueueDeletion: (input) =>
    local.failQueueDeletion.executeWithOptions({ summary: 'Mark the deletion as failed' }, [input]),
  failDeletion: (input) =>
    local.failDeletion.executeWithOptions({ summary: 'Mark the deletion request as failed' }, [input]),
  failEmail: (input) => local.failEmail.executeWithOptions({ summary: 'Mark the email as failed' }, [input]),
  failExportDelivery: (input) =>
    local.failExportDelivery.executeWithOptions({ summary: 'Mark the delivery as failed' }, [input]),
  importEmail: (id) => local.importEmail.executeWithOptions({ summary: 'Import the files of the email' }, [id]),
  failIncoming: (id) =>
    local.failIncoming.executeWithOptions({ summary: 'Finish the email without its files: internal error' }, [id]),
  applyRules: (id) => local.applyRules.executeWithOptions({ summary: 'Perform the actions of rules' }, [id]),
  countUsage: () => local.countUsage.executeWithOptions({ summary: 'Count imported documents and pages' }, []),
  finishBuild: (input) =>
    local.finishBuild.executeWithOptions({ summary: 'Check whether the code has changed' }, [input]),
  syncSchedule: (input) => local.syncSchedule.executeWithOptions({ summary: 'Update the Temporal Schedule' }, [input]),
  failCall: (id) => local.failCall.executeWithOptions({ summary: 'Mark the call as failed: internal error' }, [id]),
  planScheduled: (input) => local.planScheduled.executeWithOptions({ summary: 'Plan the scheduled call' }, [input]),
  planRedelivery: (id) => local.planRedelivery.executeWithOptions({ summary: 'Plan the repeated call' }, [id]),
}

/** Finishes the delivery of a move that only has to be displayed. `line` is the text shown in the history. */
export const noteMove = (step: Step, line: string): Promise<void> =>
  local.noteMove.executeWithOptions({ summary: line }, [step])

/** Steps scheduled through the server, executed by the workers that serve the workflow's own queue. */
export const batches: All<BatchActivities> = {
  removeQueueBatch: (id) =>
    steady.removeQueueBatch.executeWithOptions({ summary: 'Delete a batch of objects of the queue' }, [id]),
  deleteFoundBatch: (id) =>
    steady.deleteFoundBatch.executeWithOptions({ summary: 'Delete a batch of documents and emails' }, [id]),
  reshapeBatch: (id) =>
    steady.reshapeBatch.executeWithOptions({ summary: 'Convert a batch of annotations to the changed schema' }, [id]),
  sweep: (sweep) => steady.sweep.executeWithOptions({ summary: `Sweep: ${sweep}` }, [sweep]),
}

/** Steps that read documents, in child processes of the workers that serve the `documents` queue. */
export const documents: All<DocumentActivities> = {
  readDocument: (step) =>
    long().readDocument.executeWithOptions({ summary: `Read the document of ${annotation(step)}` }, [step]),
  unpackArchive: (input) =>
    long().unpackArchive.executeWithOptions({ summary: `Unpack the archive (document ${input.document_id})` }, [input]),
  learn: (id) => long().learn.executeWithOptions({ summary: 'Learn from confirmed annotations' }, [id]),
  readEmail: (id) => long().readEmail.executeWithOptions({ summary: 'Parse the message and store its files' }, [id]),
}

/** Calls to hooks, connectors and mail servers, by the workers that serve the `hooks` queue. */
export const hooks: Omit<All<HookActivities>, 'callHook'> & { callHook: (call: HookCall) => Promise<HookAttempt> } = {
  callHook: ({ run_id, hook_id, what }) =>
    calls().callHook.executeWithOptions({ summary: `Hook ${hook_id}, ${what}` }, [run_id]),
  buildFunction: (id) =>
    calls().buildFunction.executeWithOptions({ summary: `Build the function of hook ${id}` }, [id]),
  saveToConnector: (step) =>
    calls().saveToConnector.executeWithOptions({ summary: 'Call the connector (save)' }, [step]),
  deliverExport: (id) => destination().deliverExport.executeWithOptions({ summary: 'Make and send the file' }, [id]),
  sendEmail: (input) => mailServer().sendEmail.executeWithOptions({ summary: 'Send the email' }, [input]),
}
