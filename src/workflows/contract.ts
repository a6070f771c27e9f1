import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'

// What the workflows and those who start them agree on. Only names and small shapes: imported on both sides.

/** The only signal: "look at the database". It carries nothing, so losing, doubling or delaying one does no harm. */
export const LOOK = 'look'

export interface ImportUploadInput {
  upload_id: number
}

export interface DeleteQueueInput {
  queue_id: number
}

/** Something an annotation's lifecycle has to do: the event that asks for it, and the status whose arrival it reports. */
export interface PendingWork {
  event_id: number
  status: 'importing' | 'exporting'
}

export interface AnnotationLifecycleInput {
  annotation_id: number
  /** What whoever starts it knows to be first; it may be out of date, and without it the workflow asks. */
  work?: PendingWork
  /** Try `importAtOnce` before `readDocument`. Runs that were started before there was such a thing lack it. */
  at_once?: boolean
}

/** Columns of Temporal's lists (registered by src/provision/temporal-server.ts). */
export const searchAttributes = {
  organization: defineSearchAttributeKey('SheafOrganization', SearchAttributeType.INT),
  queue: defineSearchAttributeKey('SheafQueue', SearchAttributeType.INT),
  annotation: defineSearchAttributeKey('SheafAnnotation', SearchAttributeType.INT),
  status: defineSearchAttributeKey('SheafStatus', SearchAttributeType.KEYWORD),
} as const

/** What a worker can do; WORKER_QUEUES lists the ones it serves. */
export const WORK = ['orchestration', 'documents', 'hooks'] as const
export type Work = (typeof WORK)[number]

/** The name of a task queue. The prefix keeps installations (and tests) that share a Temporal namespace apart. */
export const taskQueue = (prefix: string, work: Work): string => `${prefix}-${work}`

/** The queue for other work beside a workflow's own, which is always `orchestration`. */
export const siblingQueue = (own: string, work: Work): string => own.replace(/-orchestration$/, `-${work}`)

/** The workflows by name, for those who start them. */
export interface Workflows {
  annotationLifecycle: (input: AnnotationLifecycleInput) => Promise<void>
  deleteQueue: (input: DeleteQueueInput) => Promise<void>
  importUpload: (input: ImportUploadInput) => Promise<void>
  sweepReviews: () => Promise<void>
}
