import { Context } from '@temporalio/activity'
import type { Deps } from '../deps.ts'
import type { Work } from '../workflows/contract.ts'
import { hookActivities } from './connectors.ts'
import { databaseActivities } from './database.ts'
import { documentActivities } from './documents.ts'
import { toFailure } from './failures.ts'

export type DatabaseActivities = ReturnType<typeof databaseActivities>
export type DocumentActivities = ReturnType<typeof documentActivities>
export type HookActivities = ReturnType<typeof hookActivities>

// An activity's arguments are its own business; here they are only passed on.
type Activity = (...parameters: never[]) => Promise<unknown>

/** All activities by the task queue that serves them, with every error told as `failures.ts` says. */
export function createActivities(deps: Deps): Record<Work, Record<string, Activity>> {
  return {
    orchestration: telling(deps, databaseActivities(deps)),
    documents: telling(deps, documentActivities(deps)),
    hooks: telling(deps, hookActivities(deps)),
  }
}

function telling<T extends Record<string, Activity>>(deps: Deps, activities: T): T {
  const told = Object.entries(activities).map(([name, activity]) => [
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
  return Object.fromEntries(told) as T
}
