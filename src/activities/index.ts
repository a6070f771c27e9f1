import { Context } from '@temporalio/activity'
import type { Deps } from '../deps.ts'
import type { WorkQueue } from '../workflows/contract.ts'
import { batchActivities, databaseActivities } from './database.ts'
import { documentActivities } from './documents.ts'
import { toFailure } from './failures.ts'
import { hookActivities } from './hooks.ts'

// The arguments of an activity are only passed on here, so their types do not matter.
type Activity = (...parameters: never[]) => Promise<unknown>

/** Returns all activities by the task queue that serves them, with every error mapped by `failures.ts`. */
export function createActivities(deps: Deps): Record<WorkQueue, Record<string, Activity>> {
  return {
    orchestration: withFailures(deps, { ...databaseActivities(deps), ...batchActivities(deps) }),
    documents: withFailures(deps, { ...documentActivities(deps) }),
    hooks: withFailures(deps, { ...hookActivities(deps) }),
  }
}

function withFailures(deps: Deps, activities: Record<string, Activity>): Record<string, Activity> {
  const wrapped = Object.entries(activities).map(([name, activity]): [string, Activity] => [
    name,
    async (...parameters: never[]) => {
      try {
        return await activity(...parameters)
      } catch (error) {
        const { attempt, workflowExecution } = Context.current().info
        deps.log.warn(
          { err: error, activity: name, attempt, workflow: workflowExecution?.workflowId },
          'activity failed',
        )
        throw toFailure(error, attempt)
      }
    },
  ])
  return Object.fromEntries(wrapped)
}
