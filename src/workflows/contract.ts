/**
 * The contract between the workflows and their callers: names, inputs, signals, queries and the signatures of activities. It contains no
 * code of either side, so both may import it.
 */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import type { QueryDefinition, SignalDefinition } from '@temporalio/common'
import type { Consumer } from '../rules/events.ts'
import type { LifecycleState } from '../rules/lifecycle.ts'

/** Columns of Temporal's workflow lists. */
export const searchAttributes = {
  organization: defineSearchAttributeKey('SheafOrganization', SearchAttributeType.INT),
  queue: defineSearchAttributeKey('SheafQueue', SearchAttributeType.INT),
  annotation: defineSearchAttributeKey('SheafAnnotation', SearchAttributeType.INT),
  status: defineSearchAttributeKey('SheafStatus', SearchAttributeType.KEYWORD),
  file: defineSearchAttributeKey('SheafFile', SearchAttributeType.TEXT),
} as const

/** Requests that the workflow reads the database. It has no payload, so a lost, repeated or delayed signal does no harm. */
export const lookSignal = { type: 'signal', name: 'look' } as SignalDefinition<[], 'look'>

/** The current state of an annotation, as JSON. */
export const stateQuery = { type: 'query', name: 'state' } as QueryDefinition<LifecycleState | null, [], 'state'>

/** A delivery that requests the import or export of an annotation. The activity that does the work finishes the delivery. */
export interface Step {
  annotation_id: number
  event_id: number
  consumer: Consumer
}

/** Work that the lifecycle of an annotation still has to do. */
export interface Work extends Step {
  do: 'import' | 'export'
}

/** The result of a step. */
export interface Outcome {
  /** Null if the annotation was removed or had changed its status in the meantime. */
  state: LifecycleState | null
  /** Work that the new status requires. */
  work: Work | null
  /** Set if the step finished the upload: its result. */
  upload?: UploadEnd
  /** Set if the export is not finished: the queue's connector is called first. */
  call_connector?: true
}

export interface UploadEnd {
  /** Why nothing could be imported, in sentences; null if at least one document was imported. */
  failure: string | null
}

export interface ImportUploadInput {
  upload_id: number
  /** The steps, if the caller has them; otherwise the workflow reads them from the database. */
  steps?: Step[]
}

/** Remaining work of an upload. */
export interface UploadWork {
  /** Documents to unpack first. If there are any, no annotations have been created yet. */
  archives: number[]
  steps: Step[]
  /** Annotations whose import ended without reading, because of their file type. */
  ended: LifecycleState[]
}

export interface AnnotationLifecycleInput {
  annotation_id: number
  /** The state, if the starting workflow has it; otherwise the workflow reads it from the database. */
  state?: LifecycleState
  work?: Work | null
}

/** What a lifecycle reads from the database. */
export interface LifecycleWork {
  state: LifecycleState
  /** Moves to show, oldest first, each with its line for the history. */
  moves: { step: Step; line: string }[]
  work: Work | null
}

export interface DeleteQueueInput {
  queue_id: number
}
export type DeletionStep = 'more' | 'in_progress' | 'gone'

export interface SendEmailInput {
  /** An email of the API, or a message sent by the service itself. */
  kind: 'email' | 'letter'
  id: number
}

/** The sweeps that Temporal Schedules start, by name. */
export type Sweep = 'reviews' | 'expired'

/** The workflows by name. */
export interface Workflows {
  importUpload: (input: ImportUploadInput) => Promise<void>
  annotationLifecycle: (input: AnnotationLifecycleInput) => Promise<void>
  deleteQueue: (input: DeleteQueueInput) => Promise<void>
  sendEmail: (input: SendEmailInput) => Promise<void>
  countUsage: () => Promise<void>
  sweep: (input: { sweep: Sweep }) => Promise<void>
}

/** Quick steps in the database, of the task queue `orchestration`. */
export interface DatabaseActivities {
  startImport: (uploadId: number) => Promise<UploadWork>
  finishUpload: (uploadId: number) => Promise<UploadEnd>
  failArchive: (input: { document_id: number }) => Promise<void>
  importQuickly: (step: Step) => Promise<Outcome | null>
  finishImport: (step: Step) => Promise<Outcome>
  failImport: (step: Step) => Promise<Outcome>
  look: (annotationId: number) => Promise<LifecycleWork>
  noteMove: (step: Step) => Promise<void>
  finishExport: (step: Step) => Promise<Outcome>
  failExport: (step: Step) => Promise<Outcome>
  beginQueueDeletion: (queueId: number) => Promise<number | null>
  failQueueDeletion: (input: { queue_id: number; reason: string }) => Promise<void>
  failEmail: (input: SendEmailInput & { reason: string }) => Promise<void>
  countUsage: () => Promise<boolean>
}

/** Batches of the task queue `orchestration`, which may run for minutes. */
export interface BatchActivities {
  removeQueueBatch: (queueId: number) => Promise<DeletionStep>
  sweep: (sweep: Sweep) => Promise<number>
}

/** Steps that read documents in child processes, of the task queue `documents`. */
export interface DocumentActivities {
  readDocument: (step: Step) => Promise<'read' | 'overtaken' | Outcome>
  unpackArchive: (input: { document_id: number }) => Promise<void>
}

/** Calls to external servers, of the task queue `hooks`. */
export interface HookActivities {
  saveToConnector: (step: Step) => Promise<Outcome>
  sendEmail: (input: SendEmailInput) => Promise<void>
}

/** The kinds of work of a worker; WORKER_QUEUES lists the ones it serves. */
export const WORK = ['orchestration', 'documents', 'hooks'] as const
export type WorkQueue = (typeof WORK)[number]

/** Returns the name of a task queue. The prefix separates installations (and tests) that share a Temporal namespace. */
export const taskQueue = (prefix: string, work: WorkQueue): string => `${prefix}-${work}`

/** Returns the task queue for other work of the same installation. The workflow's own queue is always `orchestration`. */
export const siblingQueue = (own: string, work: WorkQueue): string => own.replace(/-orchestration$/, `-${work}`)
