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
import type { Settled } from '../domain/intake/finish-import.ts'
import { documents, hooks, quick } from './activities.ts'
import { LOOK, searchAttributes } from './contract.ts'
import type { AnnotationLifecycleInput, PendingWork } from './contract.ts'

/**
 * Does what the events of one annotation ask for, in their order, and ends when nothing is left; the next event starts it
 * again. Signals carry nothing: they only make it look once more.
 */
export async function annotationLifecycle({
  annotation_id,
  work: known,
  at_once = false,
}: AnnotationLifecycleInput): Promise<void> {
  let unseen = false
  setHandler(defineSignal(LOOK), () => {
    unseen = true
  })
  // Every look at the database answers all signals that came before it; those that come during it ask for another.
  const looking = <T>(look: () => Promise<T>): Promise<T> => {
    unseen = false
    return look()
  }
  const next = async () => {
    let work: PendingWork | null
    do work = await looking(() => quick.nextWork(annotation_id))
    while (!work && unseen)
    return work
  }
  let work = known ?? (await next())
  while (work) {
    const step = { annotation_id, event_id: work.event_id }
    const settled = await (work.status === 'importing'
      ? importAnnotation(step, looking, at_once)
      : exportAnnotation(step, looking))
    if (settled) upsertSearchAttributes([{ key: searchAttributes.status, value: settled.status }])
    work = settled && !unseen ? settled.next : await next()
    if (work && workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished)
      await continueAsNew<typeof annotationLifecycle>({ annotation_id, at_once })
    }
  }
}

interface Step {
  annotation_id: number
  event_id: number
}
type Looking = <T>(look: () => Promise<T>) => Promise<T>

const exportAnnotation = (step: Step, looking: Looking): Promise<Settled> =>
  orElse(
    async () => {
      const settled = await looking(() => quick.finishExport(step))
      return settled.call_connector ? looking(() => hooks.saveToConnector(step)) : settled
    },
    () => looking(() => quick.failExport(step)),
  )

/** Answers where the annotation is then, or null when somebody else has moved it on meanwhile. */
const importAnnotation = (step: Step, looking: Looking, atOnce: boolean): Promise<Settled | null> =>
  orElse(
    async () => {
      const settled = atOnce ? await looking(() => quick.importAtOnce(step)) : null
      if (settled) return settled
      const outcome = await documents.readDocument(step)
      if (outcome === 'overtaken') return null
      return outcome === 'failed' ? { status: 'failed_import', next: null } : looking(() => quick.finishImport(step))
    },
    () => looking(() => quick.failImport(step)),
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
