/**
 * What the workflows and their callers agree on: names, inputs, signals, queries and the signatures of activities. It has no code of either
 * side, so both may import it.
 */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import type { QueryDefinition, SignalDefinition } from '@temporalio/common'
import type { Consumer } from '../rules/events.ts'
import type { LifecycleState } from '../rules/lifecycle.ts'

/** Columns of Temporal's lists. */
export const searchAttributes = {
  organization: defineSearchAttributeKey('SheafOrganization', SearchAttributeType.INT),
  queue: defineSearchAttributeKey('SheafQueue', SearchAttributeType.INT),
  annotation: defineSearchAttributeKey('SheafAnnotation', SearchAttributeType.INT),
  status: defineSearchAttributeKey('SheafStatus', SearchAttributeType.KEYWORD),
  file: defineSearchAttributeKey('SheafFile', SearchAttributeType.TEXT),
} as const

/** "Look at the database." It carries nothing, so losing, repeating or delaying one does no harm. */
export const lookSignal = { type: 'signal', name: 'look' } as SignalDefinition<[], 'look'>

/** Where an annotation is, as JSON. */
export const stateQuery = { type: 'query', name: 'state' } as QueryDefinition<LifecycleState | null, [], 'state'>

/** A delivery that asks to import or export an annotation; the activity that does it finishes the delivery. */
export interface Step {
  annotation_id: number
  event_id: number
  consumer: Consumer
}

/** A step that remains for the lifecycle of an annotation. */
export interface Work extends Step {
  do: 'import' | 'export'
}

/** What a step came to. */
export interface Outcome {
  /** Null when the annotation was gone or had been moved on meanwhile. */
  state: LifecycleState | null
  /** What the move asks for next. */
  work: Work | null
  /** The step closed the upload: how it ended. */
  upload?: UploadEnd
  /** An export that is not over: the queue's connector is called first. */
  call_connector?: true
}

export interface UploadEnd {
  /** Why nothing could be imported, in sentences; null when something was. */
  failure: string | null
}

export interface ImportUploadInput {
  upload_id: number
  /** Set by a caller that knows them; otherwise the workflow asks. */
  steps?: Step[]
}

/** What an upload still has to import. */
export interface UploadWork {
  /** Documents to unpack first; when there are any, nothing has been done. */
  archives: number[]
  steps: Step[]
  /** Annotations that ended without being read, because of the type of their file. */
  ended: LifecycleState[]
}

export interface AnnotationLifecycleInput {
  annotation_id: number
  /** What the workflow that starts it knows; without it the workflow asks. */
  state?: LifecycleState
  work?: Work | null
}

/** What a lifecycle finds when it looks. */
export interface Look {
  state: LifecycleState
  /** Moves to show, the oldest first, each with its line of history. */
  moves: { step: Step; line: string }[]
  work: Work | null
}

export interface DeleteQueueInput {
  queue_id: number
}
export type DeletionStep = 'more' | 'in_progress' | 'gone'

export interface SendEmailInput {
  /** An email of the API, or a message of the service itself. */
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
  look: (annotationId: number) => Promise<Look>
  noteMove: (step: Step) => Promise<void>
  finishExport: (step: Step) => Promise<Outcome>
  failExport: (step: Step) => Promise<Outcome>
  beginQueueDeletion: (queueId: number) => Promise<number | null>
  failQueueDeletion: (input: { queue_id: number; reason: string }) => Promise<void>
  failEmail: (input: SendEmailInput & { reason: string }) => Promise<void>
  countUsage: () => Promise<boolean>
}

/** Batches of the task queue `orchestration` that may take long. */
export interface BatchActivities {
  removeQueueBatch: (queueId: number) => Promise<DeletionStep>
  sweep: (sweep: Sweep) => Promise<number>
}

/** Work on documents in child processes, of the task queue `documents`. */
export interface DocumentActivities {
  readDocument: (step: Step) => Promise<'read' | 'overtaken' | Outcome>
  unpackArchive: (input: { document_id: number }) => Promise<void>
}

/** Calls of servers that others run, of the task queue `hooks`. */
export interface HookActivities {
  saveToConnector: (step: Step) => Promise<Outcome>
  sendEmail: (input: SendEmailInput) => Promise<void>
}

/** What a worker can do; WORKER_QUEUES lists the ones it serves. */
export const WORK = ['orchestration', 'documents', 'hooks'] as const
export type WorkQueue = (typeof WORK)[number]

/** The name of a task queue. The prefix keeps installations (and tests) that share a Temporal namespace apart. */
export const taskQueue = (prefix: string, work: WorkQueue): string => `${prefix}-${work}`

/** The queue for other work beside a workflow's own, which is always `orchestration`. */
export const siblingQueue = (own: string, work: WorkQueue): string => own.replace(/-orchestration$/, `-${work}`)
