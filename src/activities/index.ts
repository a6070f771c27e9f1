/** All activities: the effects of workflows, bound to the dependencies of the worker. */
import { Context } from '@temporalio/activity'
import type { Deps } from '../deps.ts'
import type { WorkQueue } from '../workflows/contract.ts'
import { batchActivities, databaseActivities } from './database.ts'
import { documentActivities } from './documents.ts'
import { openFailureLog, toFailure } from './failures.ts'
import { hookActivities } from './hooks.ts'

// The arguments of an activity are only passed on here, so their types do not matter.
type Activity = (...parameters: never[]) => Promise<unknown>

/** Returns all activities by the task queue that serves them, with every error mapped by `failures.ts`. */
export function createActivities(deps: Deps): Record<WorkQueue, Record<string, Activity>> {
  const logFailure = openFailureLog(deps.log)
  return {
    orchestration: withFailures(logFailure, { ...databaseActivities(deps), ...batchActivities(deps) }),
    documents: withFailures(logFailure, { ...documentActivities(deps) }),
    hooks: withFailures(logFailure, { ...hookActivities(deps) }),
  }
}

function withFailures(
  logFailure: ReturnType<typeof openFailureLog>,
  activities: Record<string, Activity>,
): Record<string, Activity> {
  const wrapped = Object.entries(activities).map(([name, activity]): [string, Activity] => [
    name,
    async (...parameters: never[]) => {
      try {
        return await activity(...parameters)
      } catch (error) {
        const { attempt, workflowExecution } = Context.current().info
        const failure = toFailure(error, attempt)
        logFailure(error, failure, { activity: name, attempt, workflow: workflowExecution?.workflowId })
        throw failure
      }
    },
  ])
  return Object.fromEntries(wrapped)
}
