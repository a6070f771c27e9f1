/** What is due by the clock and not by an event: Temporal Schedules, made by every worker that starts. */
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client'
import type { ScheduleOptions } from '@temporalio/client'
import type { Deps } from '../../deps.ts'
import { SWEEPS, taskQueue, type Sweep, type Workflows } from '../../workflows/contract.ts'

const PATIENCE_MS = 10_000

const RHYTHM: Record<Sweep, { every: '10 minutes' | '1 hour'; summary: string }> = {
  // The contract says every 10 minutes.
  reviews: { every: '10 minutes', summary: 'Release reviews past their session timeout' },
  expired: {
    every: '1 hour',
    summary: 'Delete expired tokens, tasks, downloads, keys, audit logs, events and abandoned files',
  },
}

type Scheduler = Pick<Deps, 'config' | 'temporal'>

/** Named by the prefix of the task queues: installations that share a namespace each have their own. */
export const sweepId = ({ config }: Pick<Deps, 'config'>, sweep: Sweep): string =>
  `sweep/${config.temporal.taskQueuePrefix}/${sweep}`

/**
 * Makes the schedules, or brings existing ones to what this version says; one that an operator has paused stays paused. Rejects while Temporal
 * cannot be reached.
 */
export async function ensureSchedules(deps: Scheduler): Promise<void> {
  await deps.temporal.withDeadline(Date.now() + PATIENCE_MS, async () => {
    for (const sweep of SWEEPS) await ensure(deps, sweep)
  })
}

async function ensure(deps: Scheduler, sweep: Sweep): Promise<void> {
  const scheduleId = sweepId(deps, sweep)
  const { every, summary } = RHYTHM[sweep]
  const args: [{ sweep: Sweep }] = [{ sweep }]
  const options = {
    scheduleId,
    spec: { intervals: [{ every }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: every },
    action: {
      type: 'startWorkflow',
      workflowType: 'sweep',
      workflowId: scheduleId,
      taskQueue: taskQueue(deps.config.temporal.taskQueuePrefix, 'orchestration'),
      args,
      staticSummary: summary,
    },
  } satisfies ScheduleOptions
  const { schedule } = deps.temporal
  try {
    await schedule.create<Workflows['sweep']>(options)
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    const { spec, policies, action } = options
    await schedule.getHandle(scheduleId).update<Workflows['sweep']>(({ state }) => ({ spec, policies, action, state }))
  }
}
