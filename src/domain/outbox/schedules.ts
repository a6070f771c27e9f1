/** Work that is due by time and not by an event: Temporal Schedules, created by every worker at startup. */
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client'
import type { ScheduleOptions } from '@temporalio/client'
import type { Deps } from '../../deps.ts'
import { SWEEPS, taskQueue, type Sweep, type Workflows } from '../../workflows/contract.ts'

const TIMEOUT_MS = 10_000

const RHYTHM: Record<Sweep, { every: '10 minutes' | '1 hour'; summary: string }> = {
  // The API contract requires 10 minutes.
  reviews: { every: '10 minutes', summary: 'Return reviews past their session timeout to to_review' },
  expired: {
    every: '1 hour',
    summary: 'Delete expired tokens, tasks, downloads, idempotency keys, audit logs, events and abandoned files',
  },
}

type Scheduler = Pick<Deps, 'config' | 'temporal'>

/** The id contains the prefix of the task queues, so that installations that share a namespace have separate schedules. */
export const sweepId = ({ config }: Pick<Deps, 'config'>, sweep: Sweep): string =>
  `sweep/${config.temporal.taskQueuePrefix}/${sweep}`

/**
 * Creates the schedules, or updates existing ones to this version. A schedule paused by an operator stays paused. Rejects while Temporal is
 * unavailable.
 */
export async function ensureSchedules(deps: Scheduler): Promise<void> {
  await deps.temporal.withDeadline(Date.now() + TIMEOUT_MS, async () => {
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
