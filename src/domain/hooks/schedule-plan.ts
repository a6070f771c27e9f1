/** When a hook is called with `invocation.scheduled`. */
import type { Hook, RowOf } from '../../models/index.ts'
import { expandEvents } from '../../rules/hook-events.ts'

export interface SchedulePlan {
  cron: string
  active: boolean
  name: string
}

/** Returns the schedule of a hook; null if it has none, or does not listen to it. */
export function planOf(
  hook: Pick<RowOf<Hook>, 'config' | 'events' | 'active' | 'name'> | undefined,
): SchedulePlan | null {
  const schedule = hook?.config.schedule
  const cron = typeof schedule === 'object' && schedule !== null && 'cron' in schedule ? schedule.cron : undefined
  if (!hook || typeof cron !== 'string' || !expandEvents(hook.events).includes('invocation.scheduled')) return null
  return { cron, active: hook.active, name: hook.name }
}
