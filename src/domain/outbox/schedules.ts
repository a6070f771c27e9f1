import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client'
import type { ScheduleOptions } from '@temporalio/client'
import type { Workflows } from '../../workflows/contract.ts'
import { taskQueue } from '../../workflows/contract.ts'
import type { Runner } from './workflow-starter.ts'

// What is due by the clock and not by an event: Temporal Schedules, made by every worker that starts.

const PATIENCE_MS = 10_000

/** Named by the prefix of the task queues: installations that share a namespace each have their own. */
export const reviewSweepId = ({ config }: Pick<Runner, 'config'>): string =>
  `sweep/${config.temporal.taskQueuePrefix}/reviews`

/**
 * Makes the schedules, or brings those that are there to what this version says; one that an operator has paused stays paused.
 * Rejects while Temporal is away.
 */
export async function ensureSweeps(deps: Pick<Runner, 'config' | 'temporal'>): Promise<void> {
  const scheduleId = reviewSweepId(deps)
  const options = {
    scheduleId,
    // The contract says every 10 minutes.
    spec: { intervals: [{ every: '10 minutes' }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '10 minutes' },
    action: {
      type: 'startWorkflow',
      workflowType: 'sweepReviews',
      workflowId: scheduleId,
      taskQueue: taskQueue(deps.config.temporal.taskQueuePrefix, 'orchestration'),
      args: [] as [],
      staticSummary: 'Reviews whose session has timed out',
    },
  } satisfies ScheduleOptions
  const { schedule } = deps.temporal
  await deps.temporal.withDeadline(Date.now() + PATIENCE_MS, async () => {
    try {
      await schedule.create<Workflows['sweepReviews']>(options)
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error
      const { spec, policies, action } = options
      await schedule
        .getHandle(scheduleId)
        .update<Workflows['sweepReviews']>(({ state }) => ({ spec, policies, action, state }))
    }
  })
}
