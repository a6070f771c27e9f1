/** Work that is due by time and not by an event: Temporal Schedules, created by every worker at startup. */
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client'
import type { ScheduleOptions } from '@temporalio/client'
import type { Deps } from '../../deps.ts'
import { taskQueue, type Workflows } from '../../workflows/contract.ts'

const TIMEOUT_MS = 10_000

/** A workflow with its arguments and how often it starts; Temporal's UI shows `summary`. */
type Plan = { every: '10 minutes' | '1 hour' | '1 day'; summary: string } & {
  [Type in keyof Workflows]: { workflow: Type; args: Parameters<Workflows[Type]> }
}[keyof Workflows]

/** The schedules by name. */
const SCHEDULES: Record<string, Plan> = {
  reviews: {
    // The API contract requires 10 minutes.
    every: '10 minutes',
    workflow: 'sweep',
    args: [{ sweep: 'reviews' }],
    summary: 'Return reviews past their session timeout to to_review',
  },
  expired: {
    every: '1 hour',
    workflow: 'sweep',
    args: [{ sweep: 'expired' }],
    summary: 'Delete expired tokens, tasks, downloads, idempotency keys, audit logs, events and abandoned files',
  },
}

type Scheduler = Pick<Deps, 'config' | 'temporal'>

/** The id contains the prefix of the task queues, so that installations that share a namespace have separate schedules. */
export const sweepId = ({ config }: Pick<Deps, 'config'>, name: string): string =>
  `sweep/${config.temporal.taskQueuePrefix}/${name}`

/**
 * Creates the schedules, or updates existing ones to this version. A schedule paused by an operator stays paused. Rejects while Temporal is
 * unavailable.
 */
export async function ensureSchedules(deps: Scheduler): Promise<void> {
  await deps.temporal.withDeadline(Date.now() + TIMEOUT_MS, async () => {
    for (const [name, plan] of Object.entries(SCHEDULES)) await ensure(deps, sweepId(deps, name), plan)
  })
}

async function ensure(deps: Scheduler, scheduleId: string, { every, summary, workflow, args }: Plan): Promise<void> {
  const options = {
    scheduleId,
    spec: { intervals: [{ every }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: every },
    action: {
      type: 'startWorkflow',
      workflowType: workflow,
      workflowId: scheduleId,
      taskQueue: taskQueue(deps.config.temporal.taskQueuePrefix, 'orchestration'),
      args,
      staticSummary: summary,
    },
  } satisfies ScheduleOptions
  const { schedule } = deps.temporal
  try {
    await schedule.create(options)
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    const { spec, policies, action } = options
    await schedule.getHandle(scheduleId).update(({ state }) => ({ spec, policies, action, state }))
  }
}
