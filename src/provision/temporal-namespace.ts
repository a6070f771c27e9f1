import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '@temporalio/client'
import { SEARCH_ATTRIBUTES } from './temporal-server.ts'

/** Numbers of Temporal's `IndexedValueType`. */
const VALUE_TYPES = { Text: 1, Keyword: 2, Int: 3, Datetime: 6, KeywordList: 7 } as const
const DAY_SECONDS = 86_400

/** gRPC status code. */
const ALREADY_EXISTS = 6
const isAlreadyThere = (error: unknown) => (error as { code?: number }).code === ALREADY_EXISTS

/**
 * Prepares a namespace for Sheaf: registers it and its search attributes if missing, and sets the retention of workflows that have ended.
 * Requires permission to do so; `docs/production.md` has the commands for clusters where an administrator does it.
 */
export async function prepareNamespace(
  connection: Connection,
  namespace: string,
  retentionDays: number,
): Promise<void> {
  // Typed as Long, but a number is accepted.
  const workflowExecutionRetentionPeriod = { seconds: retentionDays * DAY_SECONDS } as never
  await connection.workflowService
    .registerNamespace({ namespace, workflowExecutionRetentionPeriod })
    .catch(async (error: unknown) => {
      if (!isAlreadyThere(error)) throw error
      await connection.workflowService.updateNamespace({
        namespace,
        config: { workflowExecutionRetentionTtl: workflowExecutionRetentionPeriod },
      })
    })
  // A new namespace reaches the servers of a cluster with a delay.
  for (const end = Date.now() + 30_000; ; await wait(100)) {
    try {
      const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace })
      const missing = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => !customAttributes?.[name])
      if (missing.length === 0) return
      const searchAttributes = Object.fromEntries(missing.map(([name, type]) => [name, VALUE_TYPES[type]]))
      await connection.operatorService.addSearchAttributes({ namespace, searchAttributes })
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}
