import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import type { PendingWork } from '../domain/annotations/next-event.ts'
import { documents, quick } from './activities.ts'
import { LOOK, searchAttributes } from './messages.ts'
import type { AnnotationLifecycleInput } from './messages.ts'

/**
 * Does what the events of one annotation ask for, in their order, and ends when nothing is left; the next event starts it
 * again. Signals carry nothing: they only make it look once more.
 */
export async function annotationLifecycle({ annotation_id }: AnnotationLifecycleInput): Promise<void> {
  let unseen = true
  setHandler(defineSignal(LOOK), () => {
    unseen = true
  })
  while (unseen) {
    unseen = false
    for (let work = await quick.nextWork(annotation_id); work; work = await quick.nextWork(annotation_id)) {
      const status = await handle(annotation_id, work)
      if (status) upsertSearchAttributes([{ key: searchAttributes.status, value: status }])
      if (workflowInfo().continueAsNewSuggested) {
        await condition(allHandlersFinished)
        await continueAsNew<typeof annotationLifecycle>({ annotation_id })
      }
    }
  }
}

interface Step {
  annotation_id: number
  event_id: number
}

/** Answers the status the annotation has then, or null when it was moved on by somebody else meanwhile. */
const handle = (annotation_id: number, { event_id, status }: PendingWork): Promise<string | null> =>
  status === 'importing'
    ? importAnnotation({ annotation_id, event_id })
    : orElse(
        () => quick.finishExport({ annotation_id, event_id }),
        () => quick.failExport({ annotation_id, event_id }),
      )

const importAnnotation = (step: Step): Promise<string | null> =>
  orElse(
    async () => {
      const outcome = await documents.readDocument(step)
      if (outcome === 'overtaken') return null
      return outcome === 'failed' ? 'failed_import' : quick.finishImport(step)
    },
    () => quick.failImport(step),
  )

/** Faults that pass are retried by the activities for as long as it takes; what arrives here comes back every time. */
async function orElse<T>(work: () => Promise<T>, giveUp: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isCancellation(error)) throw error
    return giveUp()
  }
}
