/** Stores the histories of workflows that a recording ran. */
import { writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { ScheduleHandle } from '@temporalio/client'
import { described, until, type Harness } from './harness.ts'
import { folder, History } from './histories.ts'

// RECORD_ONLY=<start of a name> keeps only the histories whose names start so, such as those of a new workflow.
const only = process.env['RECORD_ONLY'] ?? ''

/** Waits until a workflow has ended, or waits for a user, and stores its history under the name. */
export type Keep = (workflowId: string, name: string) => Promise<void>

/** Returns the function that stores histories, with `label` added to their names. */
export const keepWith =
  (stack: Harness, label: string): Keep =>
  (workflowId, name) =>
    keepHistory(stack, workflowId, `${name}.${label}`)

/** Triggers a schedule; returns the id of the workflow that it starts. */
export async function triggered(schedule: ScheduleHandle): Promise<string> {
  await schedule.trigger()
  const { info } = await until(
    () => schedule.describe(),
    (found) => found.info.recentActions.length > 0,
  )
  return info.recentActions[0]!.action.workflow.workflowId
}

async function keepHistory(stack: Harness, workflowId: string, name: string): Promise<void> {
  const handle = stack.deps.temporal.workflow.getHandle(workflowId)
  // Lifecycles stay open during review.
  const isOpen = (status: string, length: number) =>
    workflowId.startsWith('annotation/') && status === 'RUNNING' && length > 3
  await described(
    stack.deps,
    workflowId,
    ({ status: { name }, historyLength }) => ['COMPLETED', 'FAILED'].includes(name) || isOpen(name, historyLength),
  )
  // The next course can need the end of this one.
  if (!name.startsWith(only)) return
  const options = { longs: String, enums: String, bytes: String }
  const history = History.toObject(History.fromObject(await handle.fetchHistory()), options)
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(history, hideMachine, 1)}\n`)
}

/** Removes names and folders of the recording machine; replaying does not need them. */
function hideMachine(key: string, value: unknown): unknown {
  if (key === 'identity') return 'recorder'
  if (key === 'stackTrace') return ''
  return typeof value === 'string' ? value.replaceAll(hostname(), 'recorder') : value
}
