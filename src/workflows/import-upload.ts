import {
  condition,
  allHandlersFinished,
  continueAsNew,
  ParentClosePolicy,
  setHandler,
  startChild,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import type { LifecycleState } from '../rules/lifecycle.ts'
import { annotationWorkflowId } from '../rules/workflow-ids.ts'
import { documents, quick } from './activities.ts'
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

/**
 * Imports an upload until none of its annotations is `importing`: unpacks archives, imports every document, starts the lifecycle of each
 * annotation as a child that outlives this workflow, and closes the task. Fails with the reasons if nothing could be imported.
 */
export async function importUpload({ upload_id, steps }: ImportUploadInput): Promise<void> {
  // Signals only repeat the start of the workflow.
  setHandler(lookSignal, () => undefined)
  const work = steps ? { archives: [], steps, ended: [] } : await unpackAll(upload_id)
  const end = (await importAll(upload_id, work)) ?? (await quick.finishUpload(upload_id))
  const status = end.failure === null ? 'imported' : 'failed_import'
  upsertSearchAttributes([{ key: searchAttributes.status, value: status }])
  if (end.failure !== null) throw endAsFailed('failed_import', end.failure)
}

async function unpackAll(upload_id: number): Promise<UploadWork> {
  for (;;) {
    const work = await quick.startImport(upload_id)
    if (work.archives.length === 0) return work
    for (const document_id of work.archives)
      await orElse(
        () => documents.unpackArchive({ document_id }),
        () => quick.failArchive({ document_id }),
      )
  }
}

/** Returns the result of the upload if one of the imports finished it. */
async function importAll(upload_id: number, { steps, ended }: UploadWork): Promise<UploadEnd | null> {
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
      await condition(allHandlersFinished)
      await continueAsNew<Workflows['importUpload']>({ upload_id })
    }
  }
  await Promise.all(slow)
  return end
}

/**
 * Starts the annotation's own workflow, which runs until the annotation's end. A workflow that is already running has been signalled
 * before.
 */
async function startLifecycle(state: LifecycleState, { work }: Pick<Outcome, 'work'> = { work: null }): Promise<void> {
  const { annotation_id } = state
  try {
    await startChild<Workflows['annotationLifecycle']>('annotationLifecycle', {
      workflowId: annotationWorkflowId(annotation_id),
      args: [{ annotation_id, state, work }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      typedSearchAttributes: searchAttributesOf(state),
      staticSummary: summaryOf(state),
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}
