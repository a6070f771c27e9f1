import type { Client } from '@temporalio/client'
import { WORKER_QUEUES } from '../../config-settings.ts'
import type { Config } from '../../config.ts'
import { taskQueue, type WorkQueue } from '../../workflows/contract.ts'
import type { Problem } from './problems.ts'

/** Numbers of Temporal's `TaskQueueType`. */
const WORKFLOW = 1
const ACTIVITY = 2

/** What polls each queue. */
const TYPES: Record<WorkQueue, readonly number[]> = {
  orchestration: [WORKFLOW, ACTIVITY],
  documents: [ACTIVITY],
  hooks: [ACTIVITY],
}

/** An idle worker polls at least once a minute: Temporal answers a poll without a task after 60 seconds. */
const SILENT_MS = 90_000

type Temporal = Pick<Client, 'workflowService'>

/** Returns the time of the newest poll of a queue by a worker, in milliseconds since 1970; 0 if Temporal remembers none. */
async function lastPoll(
  { temporal, config }: { temporal: Temporal; config: Config },
  work: WorkQueue,
): Promise<number> {
  const { namespace, taskQueuePrefix } = config.temporal
  const newest = TYPES[work].map(async (taskQueueType) => {
    const name = taskQueue(taskQueuePrefix, work)
    const { pollers } = await temporal.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name },
      taskQueueType,
    })
    return Math.max(0, ...(pollers ?? []).map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000))
  })
  // A queue is served only if all of its tasks are.
  return Math.min(...(await Promise.all(newest)))
}

/** Returns the time of the newest poll of each queue, as `lastPoll`; null while Temporal does not answer. */
export async function lastPolls(deps: { temporal: Temporal; config: Config }): Promise<Map<WorkQueue, number | null>> {
  const polled = WORKER_QUEUES.map(async (work) => [work, await lastPoll(deps, work).catch(() => null)] as const)
  return new Map(await Promise.all(polled))
}

/** Checks that workers have polled each queue in the last minute. Nothing is reported while Temporal does not answer. */
export async function checkWorkers(deps: {
  temporal: Temporal
  config: Config
  clock: () => Date
}): Promise<Problem[]> {
  const since = deps.clock().getTime() - SILENT_MS
  const silent = [...(await lastPolls(deps))].flatMap(([work, at]) => (at !== null && at < since ? [work] : []))
  if (silent.length === 0) return []
  const queues = `the ${silent.length === 1 ? 'queue' : 'queues'} ${silent.join(', ')}`
  const sentence = `No worker has polled ${queues} for a minute, so documents wait. Start one with \`sheaf worker\`.`
  return [{ part: 'workers', sentence }]
}
