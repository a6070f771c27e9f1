import {
  condition,
  allHandlersFinished,
  continueAsNew,
  patched,
  ParentClosePolicy,
  setHandler,
  startChild,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { WorkflowExecutionAlreadyStartedError, WorkflowIdReusePolicy } from '@temporalio/common'
import type { LifecycleState } from '../rules/temporal/lifecycle.ts'
import { annotationWorkflowId } from '../rules/temporal/workflow-ids.ts'
import { documents, quick } from './activities.ts'
import { callHooks } from './call-hooks.ts'
import { lookSignal, searchAttributes } from './contract.ts'
import type { ImportUploadInput, Outcome, Step, UploadEnd, UploadWork, Workflows } from './contract.ts'
import { endAsFailed, orElse } from './failures.ts'
import { importQuickly, importSlowly } from './import-step.ts'
import { searchAttributesOf, summaryOf } from './describe.ts'

/**
 * Number of documents imported before their lifecycles are started: enough to keep the readers busy, few enough that lists in Temporal's UI
 * are updated within half a second.
 */
const CHUNK = 10

/** An import that a user stopped sends no signal. */
const LOOK_AGAIN = '1 minute'

/**
 * Imports an upload until none of its annotations is `importing`: unpacks archives, imports every document, starts the lifecycle of each
 * annotation as a child that outlives this workflow, and closes the task. Fails with the reasons if nothing could be imported.
 */
export async function importUpload({ upload_id, steps, after }: ImportUploadInput): Promise<void> {
  let unseen = false
  setHandler(lookSignal, () => {
    unseen = true
  })
  const startNewRun = async (next: Pick<ImportUploadInput, 'after'>) => {
    await condition(allHandlersFinished)
    await continueAsNew<Workflows['importUpload']>({ upload_id, ...next })
  }
  const work = steps ? { archives: [], steps, ended: [] } : await unpackAll(upload_id, after)
  const end = await importAll(work, () => startNewRun(after === undefined ? {} : { after }))
  if (work.next !== undefined) await startNewRun({ after: work.next })
  close(end ?? (await finish()))

  /** The last import closes the upload. The lifecycles whose hooks have to be called first send a signal at their end. */
  async function finish(): Promise<UploadEnd> {
    for (;;) {
      unseen = false
      const end = await quick.finishUpload(upload_id)
      if (end) return end
      if (workflowInfo().continueAsNewSuggested && patched('wait-in-new-run')) await startNewRun({})
      await condition(() => unseen, LOOK_AGAIN)
    }
  }
}

function close(end: UploadEnd): void {
  const status = end.failure === null ? 'imported' : 'failed_import'
  upsertSearchAttributes([{ key: searchAttributes.status, value: status }])
  if (end.failure !== null) throw endAsFailed('failed_import', end.failure)
}

async function unpackAll(upload_id: number, after: number | undefined): Promise<UploadWork> {
  for (;;) {
    const work = await quick.startImport(upload_id, after)
    if (work.calls) {
      await callHooks(work.calls)
      continue
    }
    if (work.archives.length === 0) return work
    for (const document_id of work.archives)
      await orElse(
        () => documents.unpackArchive({ document_id }),
        () => quick.failArchive({ document_id }),
      )
  }
}

/** Returns the result of the upload if one of the imports finished it. Calls `startNewRun` when the history becomes too long. */
async function importAll({ steps, ended }: UploadWork, startNewRun: () => Promise<void>): Promise<UploadEnd | null> {
  let end: UploadEnd | null = null
  const settle = async (outcome: Outcome) => {
    end ??= outcome.upload ?? null
    if (outcome.state) await startLifecycle(outcome.state, outcome)
  }
  const slow: Promise<void>[] = []
  await Promise.all(ended.map((state) => startLifecycle(state)))
  for (let at = 0; at < steps.length; at += CHUNK) {
    const started = steps.slice(at, at + CHUNK).map(async (step: Step) => {
      const outcome = await importQuickly(step)
      if (outcome) await settle(outcome)
      else slow.push(importSlowly(step).then(settle))
    })
    await Promise.all(started)
    if (workflowInfo().continueAsNewSuggested && at + CHUNK < steps.length) {
      await Promise.all(slow)
      await startNewRun()
    }
  }
  await Promise.all(slow)
  return end
}

/**
 * Starts the annotation's own workflow, which runs until the annotation's end. If there has been one before, a change of the annotation has
 * started it. It has read a later state, and a run with `state` would show an older one and wait for a signal that was sent already.
 */
async function startLifecycle(state: LifecycleState, { work }: Pick<Outcome, 'work'> = { work: null }): Promise<void> {
  const { annotation_id } = state
  try {
    await startChild<Workflows['annotationLifecycle']>('annotationLifecycle', {
      workflowId: annotationWorkflowId(annotation_id),
      args: [{ annotation_id, state, work }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      typedSearchAttributes: searchAttributesOf(state),
      staticSummary: summaryOf(state),
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
