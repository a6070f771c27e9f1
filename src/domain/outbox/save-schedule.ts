import { ScheduleAlreadyRunning, type ScheduleOptions } from '@temporalio/client'
import type { Deps } from '../../deps.ts'

/**
 * Creates a schedule, or updates it if it exists. A pause is changed only if `state` has one, so that a schedule paused by an operator stays
 * paused. Returns whether it was created.
 */
export async function saveSchedule({ temporal }: Pick<Deps, 'temporal'>, options: ScheduleOptions): Promise<boolean> {
  const { scheduleId, spec, policies, action, state: wanted } = options
  try {
    await temporal.schedule.create(options)
    return true
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    await temporal.schedule
      .getHandle(scheduleId)
      .update(({ state }) => ({ spec, policies, action, state: { ...state, ...wanted } }))
    return false
  }
}
