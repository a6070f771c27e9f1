import { proxyActivities, proxyLocalActivities, workflowInfo } from '@temporalio/workflow'
import { siblingQueue } from './contract.ts'
import type { BatchActivities, DatabaseActivities, DocumentActivities, HookActivities, Step } from './contract.ts'

// Every timeout and retry, once, by purpose. None limits the number of attempts: temporary failures (an unavailable server) are retried
// until it is back; the activities say what will never succeed (src/activities/failures.ts).

const retry = { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '15 s' } as const

/** Quick database steps, run by the worker that runs the workflow: no queue, no extra round trip. */
const local = proxyLocalActivities<DatabaseActivities>({
  startToCloseTimeout: '30 s',
  retry,
  // Waits longer than this go through a timer of the server, so that a long outage does not hold the workflow's task.
  localRetryThreshold: '5 s',
})

/** Batches in the database and the blob store: many seconds on a slow machine, and so with a heartbeat. */
const steady = proxyActivities<BatchActivities>({ startToCloseTimeout: '10 m', heartbeatTimeout: '15 s', retry })

/** Opening documents: minutes at most; a missing heartbeat shows within seconds that a worker is gone. */
const long = () =>
  proxyActivities<DocumentActivities>({
    taskQueue: siblingQueue(workflowInfo().taskQueue, 'documents'),
    startToCloseTimeout: '30 m',
    heartbeatTimeout: '15 s',
    retry: { ...retry, maximumInterval: '1 m' },
  })

/** Programs of others, which may take a minute to answer. Only internal errors, or a worker that ended, are retried. */
const outside = () =>
  proxyActivities<HookActivities>({
    taskQueue: siblingQueue(workflowInfo().taskQueue, 'hooks'),
    startToCloseTimeout: '90 s',
    retry: { ...retry, maximumInterval: '1 m' },
  })

/** An unavailable or temporarily refusing mail server is retried for a day; a permanent refusal ends at once. */
const mailServer = () =>
  proxyActivities<HookActivities>({
    taskQueue: siblingQueue(workflowInfo().taskQueue, 'hooks'),
    startToCloseTimeout: '90 s',
    scheduleToCloseTimeout: '24 h',
    retry: { initialInterval: '5 s', backoffCoefficient: 3, maximumInterval: '30 m' },
  })

type All<Activities> = { [Name in keyof Activities]: Activities[Name] }

const annotation = ({ annotation_id }: Step) => `annotation ${annotation_id}`

/** The quick steps, each with the line an operator reads in Temporal's UI. */
export const quick: Omit<All<DatabaseActivities>, 'noteMove'> = {
  startImport: (id) => local.startImport.executeWithOptions({ summary: 'Create the annotations' }, [id]),
  finishUpload: (id) => local.finishUpload.executeWithOptions({ summary: 'Close the upload' }, [id]),
  failArchive: (input) =>
    local.failArchive.executeWithOptions({ summary: 'Give up the archive: internal error' }, [input]),
  importQuickly: (step) => local.importQuickly.executeWithOptions({ summary: `Import ${annotation(step)}` }, [step]),
  finishImport: (step) =>
    local.finishImport.executeWithOptions({ summary: `Store the values of ${annotation(step)}` }, [step]),
  failImport: (step) =>
    local.failImport.executeWithOptions({ summary: `Fail the import of ${annotation(step)}: internal error` }, [step]),
  look: (id) => local.look.executeWithOptions({ summary: 'Fetch state and pending events' }, [id]),
  finishExport: (step) => local.finishExport.executeWithOptions({ summary: 'Export' }, [step]),
  failExport: (step) => local.failExport.executeWithOptions({ summary: 'Fail the export: internal error' }, [step]),
  beginQueueDeletion: (id) =>
    local.beginQueueDeletion.executeWithOptions({ summary: 'Begin the deletion when it is due' }, [id]),
  failQueueDeletion: (input) =>
    local.failQueueDeletion.executeWithOptions({ summary: 'Give up the deletion' }, [input]),
  failEmail: (input) => local.failEmail.executeWithOptions({ summary: 'Give up the message' }, [input]),
  countUsage: () => local.countUsage.executeWithOptions({ summary: 'Count documents and pages' }, []),
}

/** Finishes the delivery of a move that only has to be shown; `line` is what the history says. */
export const noteMove = (step: Step, line: string): Promise<void> =>
  local.noteMove.executeWithOptions({ summary: line }, [step])

/** Steps that go through the server, by the workers that serve the workflow's own queue. */
export const batches: All<BatchActivities> = {
  removeQueueBatch: (id) =>
    steady.removeQueueBatch.executeWithOptions({ summary: 'Remove a batch of objects of the queue' }, [id]),
  sweep: (sweep) => steady.sweep.executeWithOptions({ summary: `Sweep: ${sweep}` }, [sweep]),
}

/** Work on documents, in child processes of the workers that serve the `documents` queue. */
export const documents: All<DocumentActivities> = {
  readDocument: (step) => long().readDocument.executeWithOptions({ summary: `Read ${annotation(step)}` }, [step]),
  unpackArchive: (input) =>
    long().unpackArchive.executeWithOptions({ summary: `Unpack document ${input.document_id}` }, [input]),
}

/** Calls of connectors and mail servers, by the workers that serve the `hooks` queue. */
export const hooks: All<HookActivities> = {
  saveToConnector: (step) =>
    outside().saveToConnector.executeWithOptions({ summary: 'Call save of the connector' }, [step]),
  sendEmail: (input) =>
    mailServer().sendEmail.executeWithOptions({ summary: 'Hand the message to the mail server' }, [input]),
}
