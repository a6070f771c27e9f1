/** Work that is due by time and not by an event: Temporal Schedules, created by every worker at startup and after a loss. */
import { ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client'
import type { Deps } from '../../deps.ts'
import { ensureHookSchedules } from '../hooks/schedules.ts'
import { saveSchedule } from './save-schedule.ts'
import { taskQueue, type Workflows } from '../../workflows/contract.ts'

const TIMEOUT_MS = 10_000

/** A workflow with its arguments and how often it starts; Temporal's UI shows `summary`. */
type Plan = { every: '1 minute' | '10 minutes' | '1 hour' | '1 day'; summary: string } & {
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
  lifetimes: {
    every: '1 hour',
    workflow: 'sweep',
    args: [{ sweep: 'lifetimes' }],
    summary: 'Purge annotations past the document_lifetime of their queue; the details announce the next',
  },
  mailboxes: {
    every: '1 minute',
    workflow: 'sweep',
    args: [{ sweep: 'mailboxes' }],
    summary: 'Receive the messages of outside mailboxes',
  },
  exports: {
    every: '1 minute',
    workflow: 'sweep',
    args: [{ sweep: 'exports' }],
    summary: 'Plan the deliveries of export profiles that are due, and start their workflows',
  },
  expired: {
    every: '1 hour',
    workflow: 'sweep',
    args: [{ sweep: 'expired' }],
    summary: 'Delete rows past their retention and files of interrupted writes',
  },
}

type Scheduler = Pick<Deps, 'db' | 'config' | 'temporal'>

/** The id contains the prefix of the task queues, so that installations that share a namespace have separate schedules. */
export const sweepId = ({ config }: Pick<Deps, 'config'>, name: string): string =>
  `sweep/${config.temporal.taskQueuePrefix}/${name}`

/**
 * Creates the schedules, or updates existing ones to this version. A schedule paused by an operator stays paused. Returns the ids of those
 * that it has created. Rejects while Temporal is unavailable.
 */
export async function ensureSchedules(deps: Scheduler): Promise<string[]> {
  const created: string[] = []
  await deps.temporal.withDeadline(Date.now() + TIMEOUT_MS, async () => {
    for (const [name, plan] of Object.entries(SCHEDULES))
      if (await ensure(deps, sweepId(deps, name), plan)) created.push(sweepId(deps, name))
  })
  return [...created, ...(await ensureHookSchedules(deps))]
}

/** Returns whether Temporal has all schedules. Rejects while it is unavailable. */
export async function schedulesExist(deps: Scheduler): Promise<boolean> {
  try {
    await deps.temporal.withDeadline(Date.now() + TIMEOUT_MS, async () => {
      for (const name of Object.keys(SCHEDULES)) await deps.temporal.schedule.getHandle(sweepId(deps, name)).describe()
    })
    return true
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false
    throw error
  }
}

function ensure(deps: Scheduler, scheduleId: string, { every, summary, workflow, args }: Plan): Promise<boolean> {
  return saveSchedule(deps, {
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
  })
}
