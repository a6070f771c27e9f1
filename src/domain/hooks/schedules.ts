/** The Temporal Schedules of hooks: created, changed, paused and deleted as the database says. */
import { ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client'
import type { Deps } from '../../deps.ts'
import { Hook } from '../../models/index.ts'
import { calendarsOf } from '../../rules/hooks/schedule.ts'
import { hookScheduleWorkflowId } from '../../rules/temporal/workflow-ids.ts'
import { shorten } from '../../rules/temporal/workflow-summary.ts'
import { taskQueue, type HookCall, type HookInput } from '../../workflows/contract.ts'
import { saveSchedule } from '../outbox/save-schedule.ts'
import { transact } from '../outbox/transaction.ts'
import { planCallOf } from './delivery/plan.ts'
import { planOf, type SchedulePlan } from './schedule-plan.ts'

type Scheduler = Pick<Deps, 'db' | 'config' | 'temporal'>

const TIMEOUT_MS = 10_000
const SUMMARY_BYTES = 400
/** Of the runs that were missed while Temporal was stopped, the newest happens: the first one that starts makes the others overlap. */
const CATCH_UP = '1 day'

/** The id of the Temporal Schedule of a hook. The prefix separates installations that share a namespace. */
export const hookScheduleId = ({ config }: Pick<Deps, 'config'>, hook_id: number) =>
  config.temporal.taskQueuePrefix === 'sheaf' ? `hook/${hook_id}` : `hook/${config.temporal.taskQueuePrefix}/${hook_id}`

/** Makes the schedule of one hook what the database says, and finishes the events that requested it. Idempotent. */
export async function syncHookSchedule(deps: Scheduler, { hook_id }: HookInput): Promise<void> {
  const { db } = deps
  const requests = { workflow_id: hookScheduleWorkflowId(hook_id), consumer: 'schedules', state: 'pending' }
  const events: number[] = await db('deliveries').where(requests).pluck('event_id')
  await applyPlan(deps, hook_id, planOf(await Hook.query(db).findById(hook_id)))
  await db('deliveries').where(requests).whereIn('event_id', events).update({ state: 'done', finished_at: db.fn.now() })
}

/** Creates the schedules of all hooks again, after Temporal lost its data. Returns the ids of those that were missing. */
export async function ensureHookSchedules(deps: Scheduler): Promise<string[]> {
  const created: string[] = []
  const hooks = await Hook.query(deps.db).whereRaw(`config->'schedule'->>'cron' is not null`).orderBy('id')
  for (const hook of hooks) {
    const plan = planOf(hook)
    if (plan && (await applyPlan(deps, hook.id, plan))) created.push(hookScheduleId(deps, hook.id))
  }
  return created
}

/** Returns whether a schedule was created. */
async function applyPlan(deps: Scheduler, hook_id: number, plan: SchedulePlan | null): Promise<boolean> {
  return deps.temporal.withDeadline(Date.now() + TIMEOUT_MS, () =>
    plan ? put(deps, hook_id, plan) : remove(deps, hook_id),
  )
}

async function put(deps: Scheduler, hook_id: number, { cron, active, name }: SchedulePlan): Promise<boolean> {
  const id = hookScheduleId(deps, hook_id)
  return saveSchedule(deps, {
    scheduleId: id,
    spec: { calendars: calendarsOf(cron) },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: CATCH_UP },
    state: { paused: !active },
    action: {
      type: 'startWorkflow',
      workflowType: 'scheduledHook',
      workflowId: `${id}/run`,
      taskQueue: taskQueue(deps.config.temporal.taskQueuePrefix, 'orchestration'),
      args: [{ hook_id }],
      staticSummary: shorten(`Hook ${hook_id}, ${name}: invocation.scheduled`, SUMMARY_BYTES),
    },
  })
}

async function remove(deps: Scheduler, hook_id: number): Promise<false> {
  try {
    await deps.temporal.schedule.getHandle(hookScheduleId(deps, hook_id)).delete()
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error
  }
  return false
}

/** Plans the call of one run of a schedule. Idempotent by occasion. A hook without this schedule is not called. */
export async function planScheduled(
  deps: Pick<Deps, 'db' | 'signals'>,
  { hook_id, occasion }: HookInput & { occasion: string },
): Promise<HookCall[]> {
  const hook = await Hook.query(deps.db).findById(hook_id)
  if (!hook?.active || !planOf(hook)) return []
  return transact(deps, (tx) =>
    planCallOf(tx, hook, { cause: `schedule:${occasion}`, event: 'invocation', action: 'scheduled' }),
  )
}
