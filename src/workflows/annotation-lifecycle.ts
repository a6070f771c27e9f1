import {
  allHandlersFinished,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { describeState, statusIsFailure, statusIsOpen, type LifecycleState } from '../rules/lifecycle.ts'
import { hooks, noteMove, quick } from './activities.ts'
import { lookSignal, searchAttributes, stateQuery } from './contract.ts'
import type { AnnotationLifecycleInput, Outcome, Work, Workflows } from './contract.ts'
import { endAsFailed, orElse } from './failures.ts'
import { importQuickly, importSlowly } from './import-step.ts'

/**
 * One annotation from its import to the end of its life. Open while people have it: then it waits for signals, shows every move as a line of its
 * history, and does what a move asks for (reading again, exporting). Ends when the annotation is exported, deleted, purged or removed, and as failed,
 * with the reason, when a person has to correct something. Taking the annotation up again starts a new run.
 */
export async function annotationLifecycle({
  annotation_id,
  state: known,
  work: first,
}: AnnotationLifecycleInput): Promise<void> {
  let state: LifecycleState | null = null
  let unseen = false
  setHandler(stateQuery, () => state)
  setHandler(lookSignal, () => {
    unseen = true
  })
  const show = (next: LifecycleState) => {
    state = next
    publish(next)
    setCurrentDetails(describeState(next))
  }
  if (known) show(known)
  let work = first ?? null
  for (let isFirst = true; ; isFirst = false) {
    if (!work && !(isFirst && known)) work = await lookAround()
    while (work) {
      const outcome = await carryOut(work)
      if (outcome.state) show(outcome.state)
      // Overtaken: the transaction that moved the annotation has written events.
      work = outcome.state ? outcome.work : await lookAround()
    }
    if (!unseen) {
      if (isOver(state)) return end(state!)
      await condition(() => unseen)
    }
    if (workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished)
      await continueAsNew<Workflows['annotationLifecycle']>({ annotation_id })
    }
  }

  /** Reads the database, shows what has happened, and answers what is to be done. A look answers all signals that came before it. */
  async function lookAround(): Promise<Work | null> {
    unseen = false
    const found = await quick.look(annotation_id)
    for (const { step, line } of found.moves) await noteMove(step, line)
    show(found.state)
    return found.work
  }
}

/** Upserts the search attributes that have changed. */
function publish({ status, queue_id }: LifecycleState): void {
  const published = workflowInfo().typedSearchAttributes
  const changed = [
    ...(published.get(searchAttributes.status) === status ? [] : [{ key: searchAttributes.status, value: status }]),
    ...(published.get(searchAttributes.queue) === queue_id ? [] : [{ key: searchAttributes.queue, value: queue_id }]),
  ]
  if (changed.length > 0) upsertSearchAttributes(changed)
}

const isOver = (state: LifecycleState | null): boolean =>
  state !== null && (state.status === 'removed' || !statusIsOpen(state.status))

function end({ status, failure }: LifecycleState): void {
  if (status !== 'removed' && statusIsFailure(status))
    throw endAsFailed(status, failure ?? 'The reason is in the messages of the annotation.')
}

const carryOut = (work: Work): Promise<Outcome> => (work.do === 'import' ? importAgain(work) : exportAnnotation(work))

const importAgain = async (work: Work): Promise<Outcome> => (await importQuickly(work)) ?? importSlowly(work)

const exportAnnotation = (work: Work): Promise<Outcome> =>
  orElse(
    async () => {
      const outcome = await quick.finishExport(work)
      return outcome.call_connector ? hooks.saveToConnector(work) : outcome
    },
    () => quick.failExport(work),
  )
