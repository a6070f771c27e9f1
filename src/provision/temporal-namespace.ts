import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from '@temporalio/client'
import { SEARCH_ATTRIBUTES } from './temporal-server.ts'

/** Numbers of Temporal's `IndexedValueType`. */
const VALUE_TYPES = { Keyword: 2, Int: 3 } as const
const DAY_SECONDS = 86_400

/** The status of a gRPC answer. */
const ALREADY_EXISTS = 6
const isAlreadyThere = (error: unknown) => (error as { code?: number }).code === ALREADY_EXISTS

/**
 * Makes a namespace usable for Sheaf: registers it and its search attributes when they are missing. Needs the right to
 * do so; `docs/production.md` has the commands for clusters where an administrator does it.
 */
export async function prepareNamespace(connection: Connection, namespace: string, retentionDays = 7): Promise<void> {
  await connection.workflowService
    .registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: retentionDays * DAY_SECONDS } as never, // typed as a Long, taken as a number
    })
    .catch((error: unknown) => {
      if (!isAlreadyThere(error)) throw error
    })
  // The servers of a cluster hear of a new namespace one after another.
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
