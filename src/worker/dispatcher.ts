import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { claimDue, makeDue, noteSignalled } from '../domain/outbox/deliveries.ts'
import { signalWorkflows } from '../domain/outbox/workflow-starter.ts'

/** Deliveries claimed in one go. */
const BATCH = 200
const IDLE_MS = 1_000
const MAX_PAUSE_MS = 15_000
const PATIENCE_MS = 10_000

/**
 * Signals the workflows of deliveries that are due: written while Temporal could not be reached, by a process that died before it could signal, for a consumer that
 * works in batches, or forgotten by Temporal. Answers how many workflows it signalled. Any number of dispatchers share the work, and no row is locked while Temporal is called.
 * Rejects while Temporal cannot be reached; what it had claimed is due again then.
 */
export async function dispatch(deps: Deps): Promise<number> {
  const workflowIds = await claimDue(deps.db, BATCH)
  if (workflowIds.length === 0) return 0
  try {
    await signalWorkflows(
      deps,
      workflowIds.map((workflowId) => ({ workflowId })),
      PATIENCE_MS,
    )
  } catch (error) {
    // Should this fail too, the claim runs out by itself.
    await makeDue(deps.db, workflowIds)
    throw error
  }
  await noteSignalled(deps.db, workflowIds)
  return workflowIds.length
}

/** Dispatches until stopped, with longer pauses while it fails. */
export function startDispatcher(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const pause = (ms: number) => wait(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  const run = async () => {
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        const signalled = await dispatch(deps)
        failures = 0
        if (signalled === 0) await pause(IDLE_MS)
      } catch (error) {
        failures++
        // Once per outage is enough for a log.
        deps.log[failures === 1 ? 'warn' : 'debug'](
          { err: error },
          'the dispatcher cannot signal workflows; it goes on trying',
        )
        await pause(Math.min(IDLE_MS * 2 ** (failures - 1), MAX_PAUSE_MS))
      }
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
