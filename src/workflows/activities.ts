import { proxyActivities, proxyLocalActivities, workflowInfo } from '@temporalio/workflow'
import type { DatabaseActivities, DocumentActivities, HookActivities } from '../activities/index.ts'
import { siblingQueue } from './contract.ts'

// Every timeout and retry, once, by purpose. None limits the number of attempts: passing faults (a server that is away) are
// tried until it is back; what will never succeed, the activities themselves say (src/activities/failures.ts).

const retry = { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '15 s' } as const

/** Quick database steps, run by the worker that runs the workflow: no queue, no extra round trip. */
const local = proxyLocalActivities<DatabaseActivities>({
  startToCloseTimeout: '30 s',
  retry,
  // Waits longer than this go through a timer of the server, so that a long outage does not hold the workflow's task.
  localRetryThreshold: '5 s',
})

/** Batches in the database and the blob store: many seconds on a slow machine, and so with a heartbeat. */
const steady = proxyActivities<DatabaseActivities>({ startToCloseTimeout: '10 m', heartbeatTimeout: '15 s', retry })

/** Opening documents: minutes at most; a heartbeat tells within seconds that a worker is gone. */
const long = () =>
  proxyActivities<DocumentActivities>({
    taskQueue: siblingQueue(workflowInfo().taskQueue, 'documents'),
    startToCloseTimeout: '30 m',
    heartbeatTimeout: '15 s',
    retry: { ...retry, maximumInterval: '1 m' },
  })

/** Programs of others, which may take a minute to answer. Only what is our own fault, or a worker that ended, is tried again. */
const outside = () =>
  proxyActivities<HookActivities>({
    taskQueue: siblingQueue(workflowInfo().taskQueue, 'hooks'),
    startToCloseTimeout: '90 s',
    retry: { ...retry, maximumInterval: '1 m' },
  })

type Quick = { [Name in Exclude<keyof DatabaseActivities, keyof Batches>]: DatabaseActivities[Name] }
type Batches = Pick<DatabaseActivities, 'removeQueueBatch'>
type Hooks = { [Name in keyof HookActivities]: HookActivities[Name] }
type Documents = { [Name in keyof DocumentActivities]: DocumentActivities[Name] }

/** The quick steps, each with the line an operator reads in Temporal's UI. */
export const quick: Quick = {
  nextWork: (id) => local.nextWork.executeWithOptions({ summary: 'What is there to do?' }, [id]),
  importAtOnce: (step) =>
    local.importAtOnce.executeWithOptions({ summary: 'Read the document, store its values' }, [step]),
  finishImport: (step) => local.finishImport.executeWithOptions({ summary: 'Store the values and decide' }, [step]),
  failImport: (step) => local.failImport.executeWithOptions({ summary: 'End the import: fault of ours' }, [step]),
  finishExport: (step) => local.finishExport.executeWithOptions({ summary: 'Mark as exported' }, [step]),
  failExport: (step) => local.failExport.executeWithOptions({ summary: 'End the export: fault of ours' }, [step]),
  failArchive: (input) => local.failArchive.executeWithOptions({ summary: 'Give the archive up' }, [input]),
  startImport: (id) => local.startImport.executeWithOptions({ summary: 'Make and wake the annotations' }, [id]),
  finishUpload: (id) => local.finishUpload.executeWithOptions({ summary: 'Close the upload if all is done' }, [id]),
  beginQueueDeletion: (id) =>
    local.beginQueueDeletion.executeWithOptions({ summary: 'Has the time for the deletion come?' }, [id]),
  failQueueDeletion: (input) =>
    local.failQueueDeletion.executeWithOptions({ summary: 'Give the deletion up, with the reason' }, [input]),
  endExpiredReviews: () => local.endExpiredReviews.executeWithOptions({ summary: 'End reviews that rest' }, []),
}

/** Steps that go through the server, by the workers that serve the workflow's own queue. */
export const batches: Batches = {
  removeQueueBatch: (id) =>
    steady.removeQueueBatch.executeWithOptions({ summary: 'Remove some of what the queue holds' }, [id]),
}

/** Work on documents, in child processes of the workers that serve the `documents` queue. */
export const documents: Documents = {
  readDocument: (step) => long().readDocument.executeWithOptions({ summary: 'Read the document' }, [step]),
  unpackArchive: (input) => long().unpackArchive.executeWithOptions({ summary: 'Unpack the archive' }, [input]),
}

/** Calls of connectors, by the workers that serve the `hooks` queue. */
export const hooks: Hooks = {
  saveToConnector: (step) =>
    outside().saveToConnector.executeWithOptions({ summary: 'Tell the connector to save' }, [step]),
}
