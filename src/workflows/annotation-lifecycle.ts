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
 * The lifecycle of one annotation, from its import to its end. The workflow stays open while users can work on the annotation: it waits for
 * signals, shows every move as a line of its history, and carries out requested work (importing again, exporting). It completes when the
 * annotation is exported, deleted, purged or removed, and fails with the reason if a user has to correct something. A later change of
 * status starts a new run.
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
    if (!work && !(isFirst && known)) work = await readDatabase()
    while (work) {
      const outcome = await carryOut(work)
      if (outcome.state) show(outcome.state)
      // Overtaken: the newer move has written its own events.
      work = outcome.state ? outcome.work : await readDatabase()
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

  /** Reads the database, shows new moves and returns the next work. One read covers all signals received before it. */
  async function readDatabase(): Promise<Work | null> {
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
    throw endAsFailed(status, failure ?? 'See the messages of the annotation for the reason.')
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
