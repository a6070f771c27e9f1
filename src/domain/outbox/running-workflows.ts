import type { Deps } from '../../deps.ts'
import { taskQueue } from '../../workflows/contract.ts'

/** Workflows per page, the most that Temporal returns. */
const PAGE = 1_000

/**
 * Returns the ids of the running workflows on this installation's task queue that satisfy the condition, written in Temporal's query
 * language. Temporal updates its lists with a delay.
 */
export async function listRunning(
  { temporal, config }: Pick<Deps, 'temporal' | 'config'>,
  condition?: string,
): Promise<Set<string>> {
  const queue = taskQueue(config.temporal.taskQueuePrefix, 'orchestration')
  const query = [`ExecutionStatus = 'Running'`, `TaskQueue = '${queue}'`, ...(condition ? [condition] : [])].join(
    ' and ',
  )
  const ids = new Set<string>()
  for await (const { workflowId } of temporal.workflow.list({ query, pageSize: PAGE })) ids.add(workflowId)
  return ids
}
