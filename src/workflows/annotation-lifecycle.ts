import {
  allHandlersFinished,
  condition,
  continueAsNew,
  getExternalWorkflowHandle,
  isCancellation,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { describeState, statusIsFailure, statusIsOpen, type LifecycleState } from '../rules/temporal/lifecycle.ts'
import { uploadWorkflowId } from '../rules/temporal/workflow-ids.ts'
import { hooks, noteMove, quick } from './activities.ts'
import { Approvals } from './approvals.ts'
import { callHooks, HookCalls } from './call-hooks.ts'
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
  approval,
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
  const calls = new HookCalls()
  const approvals = new Approvals(approval)
  if (known) await approvals.follow(known)
  let work = first ?? null
  for (let isFirst = true; ; isFirst = false) {
    if (!work && !(isFirst && known)) work = await readDatabase()
    while (work) {
      const outcome = await carryOut(work)
      if (outcome.state) show(outcome.state)
      if (outcome.state) await approvals.follow(outcome.state)
      // Overtaken: the newer move has written its own events.
      work = outcome.state ? outcome.work : await readDatabase()
    }
    if (!unseen) {
      if (isOver(state) && calls.areFinished) return end(state!)
      await condition(() => unseen || (isOver(state) && calls.areFinished))
    }
    if (workflowInfo().continueAsNewSuggested) {
      await condition(() => allHandlersFinished() && calls.areFinished)
      await continueAsNew<Workflows['annotationLifecycle']>({ annotation_id, ...approvals.input })
    }
  }

  /** Reads the database, shows new moves and returns the next work. One read covers all signals received before it. */
  async function readDatabase(): Promise<Work | null> {
    unseen = false
    const found = await quick.look(annotation_id)
    if (found.more) unseen = true
    for (const { step, line } of found.moves) await noteMove(step, line)
    show(found.state)
    await approvals.follow(found.state)
    calls.start(found.calls ?? [])
    if (found.more_calls)
      void calls.settled().then(() => {
        unseen = true
      })
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

function carryOut(work: Work): Promise<Outcome> {
  switch (work.do) {
    case 'import':
      return importAgain(work)
    case 'initialize':
      return initialize(work)
    case 'export':
      return exportAnnotation(work)
  }
}

const importAgain = async (work: Work): Promise<Outcome> => (await importQuickly(work)) ?? importSlowly(work)

/** Calls the hooks of `annotation_content.initialize`, and then finishes the import. */
async function initialize(work: Work): Promise<Outcome> {
  await callHooks(work.calls ?? [])
  const outcome = await orElse(
    () => quick.finishImport(work),
    () => quick.failImport(work),
  )
  const { state } = outcome
  if (work.consumer === 'intake' && state?.upload_id && !outcome.work?.calls) await notify(state.upload_id)
  return outcome
}

/** The workflow of the upload waits for its last document. It may have ended if the import was resumed. */
async function notify(upload_id: number): Promise<void> {
  try {
    await getExternalWorkflowHandle(uploadWorkflowId(upload_id)).signal(lookSignal)
  } catch (error) {
    if (isCancellation(error)) throw error
  }
}

const exportAnnotation = (work: Work): Promise<Outcome> =>
  orElse(
    async () => {
      let outcome = await quick.finishExport(work)
      while (outcome.calls) {
        await callHooks(outcome.calls)
        outcome = await quick.finishExport(work)
      }
      return outcome.call_connector ? hooks.saveToConnector(work) : outcome
    },
    () => quick.failExport(work),
  )
