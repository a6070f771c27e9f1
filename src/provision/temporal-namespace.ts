import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '@temporalio/client'
import { SEARCH_ATTRIBUTES } from './temporal-server.ts'

/** Numbers of Temporal's `IndexedValueType`. */
const VALUE_TYPES = { Text: 1, Keyword: 2, Int: 3, Datetime: 6, KeywordList: 7 } as const
const DAY_SECONDS = 86_400

/** gRPC status codes. */
const NOT_FOUND = 5
const ALREADY_EXISTS = 6
const PERMISSION_DENIED = 7
const UNAUTHENTICATED = 16
/** Errors that a repetition does not change. */
const FINAL = [PERMISSION_DENIED, UNAUTHENTICATED]
const codeOf = (error: unknown) => (error as { code?: number }).code

/**
 * Prepares a namespace for Sheaf: registers it and its search attributes if missing, and sets the retention of workflows that have ended.
 * Returns what it changed, one sentence each. Requires permission to do so; `docs/production.md` has the commands for clusters where an
 * administrator does it.
 */
export async function prepareNamespace(
  connection: Connection,
  namespace: string,
  retentionDays: number,
): Promise<string[]> {
  const named = `namespace "${namespace}" of Temporal`
  const changes: string[] = []
  const days = await retentionOf(connection, namespace)
  // Typed as Long, but a number is accepted.
  const retention = { seconds: retentionDays * DAY_SECONDS } as never
  if (days === null) {
    await connection.workflowService
      .registerNamespace({ namespace, workflowExecutionRetentionPeriod: retention })
      .then(() => changes.push(`Registered the ${named}.`))
      .catch((error: unknown) => {
        // Registered by another process in the meantime.
        if (codeOf(error) !== ALREADY_EXISTS) throw error
      })
  } else if (days !== retentionDays) {
    await connection.workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: retention },
    })
    changes.push(`The ${named} now keeps ended workflows for ${retentionDays} days instead of ${days}.`)
  }
  const added = await addSearchAttributes(connection, namespace)
  if (added.length > 0) changes.push(`Added the search attributes ${added.join(', ')} to the ${named}.`)
  return changes
}

/** Returns for how many days a namespace keeps ended workflows; null if it does not exist. */
async function retentionOf({ workflowService }: Connection, namespace: string): Promise<number | null> {
  try {
    const { config } = await workflowService.describeNamespace({ namespace })
    return Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / DAY_SECONDS
  } catch (error) {
    if (codeOf(error) === NOT_FOUND) return null
    throw error
  }
}

/** Returns the names of those that were missing. */
async function addSearchAttributes({ operatorService }: Connection, namespace: string): Promise<string[]> {
  const added = new Set<string>()
  // A new namespace reaches the servers of a cluster with a delay.
  for (const end = Date.now() + 30_000; ; await wait(100)) {
    try {
      const { customAttributes } = await operatorService.listSearchAttributes({ namespace })
      const missing = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => !customAttributes?.[name])
      if (missing.length === 0) return [...added]
      const searchAttributes = Object.fromEntries(missing.map(([name, type]) => [name, VALUE_TYPES[type]]))
      await operatorService.addSearchAttributes({ namespace, searchAttributes })
      for (const [name] of missing) added.add(name)
    } catch (error) {
      if (Date.now() > end || FINAL.includes(codeOf(error) ?? -1)) throw error
    }
  }
}
