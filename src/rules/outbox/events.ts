/**
 * The kinds of events, their data, and the consumers that receive them. This is the only list: all code that writes or reads events uses
 * it, and a row of any other kind is an error.
 */
import type { Status } from '../annotations/status.ts'
import { CONFIRMED } from '../automation/figures.ts'
import { statusIsOpen } from '../temporal/lifecycle.ts'
import type { LifeEvent } from '../automation-rules/life-events.ts'
import {
  annotationWorkflowId,
  deletionWorkflowId,
  emailWorkflowId,
  functionWorkflowId,
  hookScheduleWorkflowId,
  incomingEmailWorkflowId,
  learningWorkflowId,
  letterWorkflowId,
  queueDeletionWorkflowId,
  redeliveryWorkflowId,
  rulesWorkflowId,
  schemaWorkflowId,
  uploadWorkflowId,
  USAGE_WORKFLOW_ID,
} from '../temporal/workflow-ids.ts'

type Nothing = Record<string, never>

/** The data of an event of each kind, in addition to the ids in its row. */
export interface EventData {
  /**
   * The status of an annotation changed; `from` is null for a new one. `import` is `upload` if the workflow of the upload imports it.
   * `copied_from` and `edited_from` are the annotations from which a new one was created.
   */
  'annotation_status.changed': {
    from: Status | null
    to: Status
    import?: 'upload'
    copied_from?: number
    edited_from?: number
  }
  /** `npm run reconcile` found an annotation without a pending event. */
  'annotation.reopened': { to: Status }
  /** A document was read, or could not be read and is not billable. `learning`: training is enabled for the queue and the annotation. */
  'annotation.imported': { billable: boolean; learning: boolean; pages: number }
  'annotation.assigned': { before: number[]; assignees: number[]; note: string }
  /** An administrator gave a review to another user, or took it over. */
  'annotation.reviewer_changed': { before: number | null; reviewer: number | null }
  /** A user approved a step of the approval `run`, and the annotation is still in approval; `completed`: its next step has begun. */
  'annotation.approved': { run: number; completed: boolean }
  'annotation.labels_changed': { added: number[]; removed: number[] }
  'annotation.moved': { from_queue: number; to_queue: number }
  /** A rule has actions, or a trigger emails, that follow a move. */
  'annotation.rules_requested': { event: LifeEvent | 'annotation_created' }
  /** The row was deleted; `status` is its last status. */
  'annotation.removed': { status: Status }
  'annotation_content.changed': Nothing
  'upload.created': Nothing
  'upload.finished': { imported: number; failed: number }
  /** `reason` is a sentence for the task of the upload. */
  'archive.failed': { document: number; code: string; reason: string }
  'queue.deletion_requested': Nothing
  /** `npm run reconcile` found a deletion without a pending event. */
  'queue.deletion_reopened': Nothing
  'queue.deletion_started': Nothing
  'queue.deletion_failed': { reason: string }
  'queue.deleted': Nothing
  /** The code of a function, or what it is built with, was changed. */
  'hook.code_changed': { hook: number }
  /** What decides about the schedule of a hook was changed, or the hook was deleted. */
  'hook.schedule_changed': { hook: number }
  /** A finished call of a hook is to be repeated. */
  'hook.redelivery_requested': { run: number }
  /** A schema was changed that has too many annotations to convert in the request. */
  'schema.reshape_requested': { schema: number }
  /** A user has confirmed the preview of a deletion request. */
  'deletion.requested': { deletion: number }
  'email.queued': { email: number }
  /** A raw message was stored; the email, which gets this id, is created when it has been parsed. */
  'email.received': { email: number }
  /** A message of the service itself, such as a link to set a new password. */
  'letter.queued': { letter: number }
}
export type EventKind = keyof EventData

const KINDS: Record<EventKind, true> = {
  'annotation_status.changed': true,
  'annotation.reopened': true,
  'annotation.imported': true,
  'annotation.assigned': true,
  'annotation.reviewer_changed': true,
  'annotation.approved': true,
  'annotation.labels_changed': true,
  'annotation.moved': true,
  'annotation.rules_requested': true,
  'annotation.removed': true,
  'annotation_content.changed': true,
  'upload.created': true,
  'upload.finished': true,
  'archive.failed': true,
  'queue.deletion_requested': true,
  'queue.deletion_reopened': true,
  'queue.deletion_started': true,
  'queue.deletion_failed': true,
  'queue.deleted': true,
  'hook.code_changed': true,
  'hook.schedule_changed': true,
  'hook.redelivery_requested': true,
  'schema.reshape_requested': true,
  'deletion.requested': true,
  'email.queued': true,
  'email.received': true,
  'letter.queued': true,
}
export const EVENT_KINDS = Object.keys(KINDS) as EventKind[]
export const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(KINDS, kind)

/** The objects to which an event refers. */
export interface EventSubject {
  organization_id: number
  queue_id?: number | null
  upload_id?: number | null
  annotation_id?: number | null
}
export type EventOf<Kind extends EventKind> = EventSubject & { kind: Kind; data: EventData[Kind] }
export type AnyEvent = { [Kind in EventKind]: EventOf<Kind> }[EventKind]

interface ConsumerRule {
  kinds: readonly EventKind[]
  /** The workflow that processes this event for the consumer; null if there is nothing to do. */
  workflowId: (event: AnyEvent) => string | null
  /** Signalled by the dispatcher about once a second and not after each transaction, because the work is done in batches. */
  inBatches?: true
}

const isImportOfUpload = (event: AnyEvent): boolean =>
  event.kind === 'annotation_status.changed' && event.data.import === 'upload'

/** Excludes events for which an ended workflow would only start and end again. */
function concernsLifecycle(event: AnyEvent): boolean {
  if (event.kind === 'annotation.removed') return statusIsOpen(event.data.status)
  if (event.kind !== 'annotation_status.changed') return true
  if (isImportOfUpload(event)) return false
  const { from, to } = event.data
  return to !== 'purged' || (from !== null && statusIsOpen(from))
}

/** The end of a review: a confirmed annotation, which was not confirmed before. An import confirms without a user. */
function teaches({ from, to }: EventData['annotation_status.changed']): boolean {
  return CONFIRMED.includes(to) && from !== null && from !== 'importing' && !CONFIRMED.includes(from)
}

/** Each consumer with the kinds it subscribes to. It processes the events of one workflow in order, at its own pace. */
const RULES = {
  /** Unpacks and imports uploads. */
  intake: {
    kinds: ['upload.created', 'annotation_status.changed'],
    workflowId: (event) =>
      event.kind === 'upload.created' || isImportOfUpload(event) ? uploadWorkflowId(event.upload_id!) : null,
  },
  /** Processes an annotation after its first import, and shows its state. */
  lifecycle: {
    kinds: [
      'annotation_status.changed',
      'annotation.reopened',
      'annotation.assigned',
      'annotation.reviewer_changed',
      'annotation.approved',
      'annotation.moved',
      'annotation.removed',
    ],
    workflowId: (event) => (concernsLifecycle(event) ? annotationWorkflowId(event.annotation_id!) : null),
  },
  /** Calls hooks about a change of the status. Only events for which hooks are called are delivered (`planStatusCalls`). */
  hooks: {
    kinds: ['annotation_status.changed'],
    workflowId: (event) =>
      event.kind === 'annotation_status.changed' && event.data.from !== null
        ? annotationWorkflowId(event.annotation_id!)
        : null,
  },
  /** Builds functions. */
  functions: {
    kinds: ['hook.code_changed'],
    workflowId: (event) => (event.kind === 'hook.code_changed' ? functionWorkflowId(event.data.hook) : null),
  },
  /** Creates, changes and deletes the Temporal Schedules of hooks. */
  schedules: {
    kinds: ['hook.schedule_changed'],
    workflowId: (event) => (event.kind === 'hook.schedule_changed' ? hookScheduleWorkflowId(event.data.hook) : null),
  },
  /** Repeats calls of hooks. */
  redelivery: {
    kinds: ['hook.redelivery_requested'],
    workflowId: (event) => (event.kind === 'hook.redelivery_requested' ? redeliveryWorkflowId(event.data.run) : null),
  },
  /** Deletes queues. */
  deletion: {
    kinds: ['queue.deletion_requested', 'queue.deletion_reopened'],
    workflowId: (event) => queueDeletionWorkflowId(event.queue_id!),
  },
  /** Deletes what deletion requests have found. */
  deletions: {
    kinds: ['deletion.requested'],
    workflowId: (event) => (event.kind === 'deletion.requested' ? deletionWorkflowId(event.data.deletion) : null),
  },
  /** Converts the content of annotations to changed schemas. */
  schemas: {
    kinds: ['schema.reshape_requested'],
    workflowId: (event) => (event.kind === 'schema.reshape_requested' ? schemaWorkflowId(event.data.schema) : null),
  },
  /** Parses received messages and imports their files. */
  inbound: {
    kinds: ['email.received'],
    workflowId: (event) => (event.kind === 'email.received' ? incomingEmailWorkflowId(event.data.email) : null),
  },
  /** Sends messages through the mail server. */
  mail: {
    kinds: ['email.queued', 'letter.queued'],
    workflowId: (event) => {
      if (event.kind === 'email.queued') return emailWorkflowId(event.data.email)
      return event.kind === 'letter.queued' ? letterWorkflowId(event.data.letter) : null
    },
  },
  /** Sends the emails of rules and moves annotations to other queues. */
  rules: {
    kinds: ['annotation.rules_requested'],
    workflowId: (event) => rulesWorkflowId(event.annotation_id!),
  },
  /** Learns from annotations that users have confirmed. */
  learning: {
    kinds: ['annotation_status.changed'],
    workflowId: (event) =>
      event.kind === 'annotation_status.changed' && teaches(event.data) ? learningWorkflowId(event.queue_id!) : null,
    inBatches: true,
  },
  /** Counts documents and pages for usage and billing. */
  usage: { kinds: ['annotation.imported'], workflowId: () => USAGE_WORKFLOW_ID, inBatches: true },
} as const satisfies Record<string, ConsumerRule>

export type Consumer = keyof typeof RULES
export const CONSUMERS: Readonly<Record<Consumer, ConsumerRule>> = RULES

/** The route of an event to one consumer. */
export interface Route {
  consumer: Consumer
  workflow_id: string
}

/** Returns the consumers of an event and their workflows. */
export const routesOf = (event: AnyEvent): Route[] =>
  (Object.entries(CONSUMERS) as [Consumer, ConsumerRule][]).flatMap(([consumer, { kinds, workflowId }]) => {
    const workflow_id = kinds.includes(event.kind) ? workflowId(event) : null
    return workflow_id === null ? [] : [{ consumer, workflow_id }]
  })
