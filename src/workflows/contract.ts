/**
 * The contract between the workflows and their callers: names, inputs, signals, queries and the signatures of activities. It contains no
 * code of either side, so both may import it.
 */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import type { QueryDefinition, SignalDefinition } from '@temporalio/common'
import type { ApprovalState } from '../rules/temporal/approval.ts'
import type { Consumer } from '../rules/outbox/events.ts'
import type { MailOutcome } from '../rules/mail/incoming.ts'
import type { LifecycleState } from '../rules/temporal/lifecycle.ts'
import type { NextDeletions } from '../rules/deletion/next-deletions.ts'

/** Columns of Temporal's workflow lists. */
export const searchAttributes = {
  organization: defineSearchAttributeKey('SheafOrganization', SearchAttributeType.INT),
  queue: defineSearchAttributeKey('SheafQueue', SearchAttributeType.INT),
  annotation: defineSearchAttributeKey('SheafAnnotation', SearchAttributeType.INT),
  status: defineSearchAttributeKey('SheafStatus', SearchAttributeType.KEYWORD),
  file: defineSearchAttributeKey('SheafFile', SearchAttributeType.TEXT),
  /** Usernames of the approvers for whom an approval waits, and since when. */
  waitingFor: defineSearchAttributeKey('SheafWaitingFor', SearchAttributeType.KEYWORD_LIST),
  waitingSince: defineSearchAttributeKey('SheafWaitingSince', SearchAttributeType.DATETIME),
} as const

/** Requests that the workflow reads the database. It has no payload, so a lost, repeated or delayed signal does no harm. */
export const lookSignal = { type: 'signal', name: 'look' } as SignalDefinition<[], 'look'>

/** The current state of an annotation, as JSON. */
export const stateQuery = { type: 'query', name: 'state' } as QueryDefinition<LifecycleState | null, [], 'state'>

/** The current state of an approval, as JSON. */
export const approvalQuery = { type: 'query', name: 'approval' } as QueryDefinition<
  ApprovalState | null,
  [],
  'approval'
>

/** A delivery that requests the import or export of an annotation. The activity that does the work finishes the delivery. */
export interface Step {
  annotation_id: number
  event_id: number
  consumer: Consumer
}

/** One call of a hook, as planned in `hook_runs`. */
export interface HookCall {
  run_id: number
  hook_id: number
  /** The name of the hook and the event, for operators. */
  what: string
  /** The calls of the same event that have to be finished before this one. */
  after: number[]
}

/** The result of one attempt to call a hook, as operators read it: no content. */
export interface HookAttempt {
  status: 'completed' | 'failed' | 'cancelled' | 'retry' | 'polling' | 'waiting'
  /** HTTP status of the response. */
  status_code?: number
  /** Duration of the attempt, in milliseconds. */
  ms?: number
  /** Why the attempt failed or has to wait. */
  reason?: string
  /** Milliseconds until the next attempt; absent if the call is finished. */
  again_in_ms?: number
}

/** Work that the lifecycle of an annotation still has to do. `initialize`: call hooks, then finish the import. */
export interface Work extends Step {
  do: 'import' | 'initialize' | 'export'
  calls?: HookCall[]
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
  /** Set if the export is not finished: these hooks are called first. */
  calls?: HookCall[]
}

export interface UploadEnd {
  /** Why nothing could be imported, in sentences; null if at least one document was imported. */
  failure: string | null
}

export interface ImportUploadInput {
  upload_id: number
  /** The steps, if the caller has them; otherwise the workflow reads them from the database. */
  steps?: Step[]
  /** The event after which this run continues an upload with more documents than one run imports. */
  after?: number
}

/** Remaining work of an upload. */
export interface UploadWork {
  /** Hooks to call before the annotations are created. */
  calls?: HookCall[]
  /** Documents to unpack first. If there are any, no annotations have been created yet. */
  archives: number[]
  steps: Step[]
  /** Annotations whose import ended without reading, because of their file type. */
  ended: LifecycleState[]
  /** Set if there may be more documents than one run imports: the event after which the next run continues. */
  next?: number
}

export interface AnnotationLifecycleInput {
  annotation_id: number
  /** The state, if the starting workflow has it; otherwise the workflow reads it from the database. */
  state?: LifecycleState
  work?: Work | null
  /** The approval that the run before has followed. */
  approval?: number
}

export interface ApprovalInput {
  /** Id of the run in the API. */
  run_id: number
}

/** What the workflow of an approval reads from the database. */
export interface ApprovalWork {
  state: ApprovalState
  /** Milliseconds until the next reminder; absent if none is wanted. */
  remind_in_ms?: number
}

/** What a lifecycle reads from the database. */
export interface LifecycleWork {
  state: LifecycleState
  /** Moves to show, oldest first, each with its line for the history. */
  moves: { step: Step; line: string }[]
  work: Work | null
  /** Unfinished calls of hooks about changes of the status, oldest first. */
  calls?: HookCall[]
  /** Set if there may be further calls, to be read after these are finished. */
  more_calls?: true
  /** Set if there may be further events, to be read after these are finished. */
  more?: true
}

export interface DeleteQueueInput {
  queue_id: number
}
export type DeletionStep = 'more' | 'in_progress' | 'gone'

export interface DeletionInput {
  /** Id of the deletion request. */
  deletion_id: number
}

/** What a deletion request has done so far, in numbers. */
export interface DeletionProgress {
  deleted: { documents: number; emails: number }
  kept: { documents: number; emails: number }
  left: number
  /** Set if all that is left is being imported or exported. */
  waits: boolean
}

export interface SendEmailInput {
  /** An email of the API, or a message sent by the service itself. */
  kind: 'email' | 'letter'
  id: number
}

export interface ReceiveEmailInput {
  email_id: number
}

/** What operators see of a received email. */
export interface EmailState {
  outcome: MailOutcome | 'received'
  /** Null if names must not be stored in Temporal, or if the message has no sender. */
  sender: string | null
  /** The beginning of the SHA-256 of the subject, to recognize repetitions. */
  subject_hash: string | null
  /** Numbers of files by `attachment_status`. */
  files: Record<string, number>
}

/** The next step of a received email. */
export interface EmailWork {
  /** Hooks to call before the files are imported. */
  calls?: HookCall[]
  /** The upload of the email; null if nothing is imported. Absent while there are calls. */
  upload_id?: number | null
  state: EmailState
}

export interface LearnInput {
  queue_id: number
}

export interface ApplyRulesInput {
  annotation_id: number
}

/** The sweeps that Temporal Schedules start, by name. */
export type Sweep = 'reviews' | 'expired' | 'lifetimes' | 'mailboxes' | 'exports'

export interface SweepResult {
  /** Rows that it has changed. */
  count: number
  /** What the lifetimes of queues will delete next. */
  next?: NextDeletions[]
  /** Deliveries of export profiles that are not sent yet. */
  deliveries?: ExportDeliveryInput[]
}

export interface ExportDeliveryInput {
  delivery_id: number
  organization_id: number
  queue_id: number
}

export interface HookInput {
  hook_id: number
}

export interface SchemaInput {
  schema_id: number
}

/** The workflows by name. */
export interface Workflows {
  importUpload: (input: ImportUploadInput) => Promise<void>
  annotationLifecycle: (input: AnnotationLifecycleInput) => Promise<void>
  approval: (input: ApprovalInput) => Promise<void>
  deleteQueue: (input: DeleteQueueInput) => Promise<void>
  deleteOnRequest: (input: DeletionInput) => Promise<void>
  sendEmail: (input: SendEmailInput) => Promise<void>
  receiveEmail: (input: ReceiveEmailInput) => Promise<void>
  buildFunction: (input: HookInput) => Promise<void>
  syncSchedule: (input: HookInput) => Promise<void>
  scheduledHook: (input: HookInput) => Promise<void>
  redeliver: (input: { run_id: number }) => Promise<void>
  reshapeAnnotations: (input: SchemaInput) => Promise<void>
  countUsage: () => Promise<void>
  learn: (input: LearnInput) => Promise<void>
  applyRules: (input: ApplyRulesInput) => Promise<void>
  deliverExport: (input: ExportDeliveryInput) => Promise<void>
  sweep: (input: { sweep: Sweep }) => Promise<void>
}

/** Quick steps in the database, of the task queue `orchestration`. */
export interface DatabaseActivities {
  startImport: (uploadId: number, after?: number) => Promise<UploadWork>
  finishUpload: (uploadId: number) => Promise<UploadEnd | null>
  failArchive: (input: { document_id: number }) => Promise<void>
  importQuickly: (step: Step) => Promise<Outcome | null>
  finishImport: (step: Step) => Promise<Outcome>
  failImport: (step: Step) => Promise<Outcome>
  look: (annotationId: number) => Promise<LifecycleWork>
  noteMove: (step: Step) => Promise<void>
  /** Returns null if the annotation was removed. */
  lookAtApproval: (runId: number) => Promise<ApprovalWork | null>
  remindApprovers: (runId: number) => Promise<void>
  finishExport: (step: Step) => Promise<Outcome>
  failExport: (step: Step) => Promise<Outcome>
  beginQueueDeletion: (queueId: number) => Promise<number | null>
  failQueueDeletion: (input: { queue_id: number; reason: string }) => Promise<void>
  failDeletion: (input: DeletionInput & { reason: string }) => Promise<void>
  failEmail: (input: SendEmailInput & { reason: string }) => Promise<void>
  importEmail: (emailId: number) => Promise<EmailWork>
  failExportDelivery: (input: { id: number; reason: string }) => Promise<void>
  failIncoming: (emailId: number) => Promise<EmailWork>
  countUsage: () => Promise<boolean>
  /** Returns false if the code was changed in the meantime. */
  finishBuild: (input: HookInput) => Promise<boolean>
  syncSchedule: (input: HookInput) => Promise<void>
  planScheduled: (input: HookInput & { occasion: string }) => Promise<HookCall[]>
  failCall: (runId: number) => Promise<HookAttempt>
  planRedelivery: (runId: number) => Promise<HookCall[]>
  applyRules: (annotationId: number) => Promise<boolean>
}

/** Batches of the task queue `orchestration`, which may run for minutes. */
export interface BatchActivities {
  removeQueueBatch: (queueId: number) => Promise<DeletionStep>
  /** Returns null if the request is not running. */
  deleteFoundBatch: (deletionId: number) => Promise<DeletionProgress | null>
  /** Returns whether annotations are left. */
  reshapeBatch: (schemaId: number) => Promise<boolean>
  sweep: (sweep: Sweep) => Promise<number | SweepResult>
}

/** Steps that read documents in child processes, of the task queue `documents`. */
export interface DocumentActivities {
  readDocument: (step: Step) => Promise<'read' | 'overtaken' | Outcome>
  unpackArchive: (input: { document_id: number }) => Promise<void>
  readEmail: (emailId: number) => Promise<void>
  /** Returns whether there are more confirmed annotations. */
  learn: (queueId: number) => Promise<boolean>
}

/** Calls to external servers and functions, of the task queue `hooks`. */
export interface HookActivities {
  callHook: (runId: number) => Promise<HookAttempt>
  buildFunction: (hookId: number) => Promise<'ready' | 'failed' | 'gone'>
  saveToConnector: (step: Step) => Promise<Outcome>
  sendEmail: (input: SendEmailInput) => Promise<void>
  deliverExport: (deliveryId: number) => Promise<void>
}

/** The kinds of work of a worker; WORKER_QUEUES lists the ones it serves. */
export const WORK = ['orchestration', 'documents', 'hooks'] as const
export type WorkQueue = (typeof WORK)[number]

/** Returns the name of a task queue. The prefix separates installations (and tests) that share a Temporal namespace. */
export const taskQueue = (prefix: string, work: WorkQueue): string => `${prefix}-${work}`

/** Returns the task queue for other work of the same installation. The workflow's own queue is always `orchestration`. */
export const siblingQueue = (own: string, work: WorkQueue): string => own.replace(/-orchestration$/, `-${work}`)
