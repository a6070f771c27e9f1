/** When a hook is called with `invocation.scheduled`. */
import type { Hook, RowOf } from '../../models/index.ts'
import { cronOf } from '../../rules/hooks/schedule.ts'
import { expandEvents } from '../../rules/hooks/events.ts'

export interface SchedulePlan {
  cron: string
  active: boolean
  name: string
}

/** Returns the schedule of a hook; null if it has none, or does not listen to it. */
export function planOf(
  hook: Pick<RowOf<Hook>, 'config' | 'events' | 'active' | 'name'> | undefined,
): SchedulePlan | null {
  const cron = cronOf(hook?.config.schedule)
  if (!hook || cron === null || !expandEvents(hook.events).includes('invocation.scheduled')) return null
  return { cron, active: hook.active, name: hook.name }
}
