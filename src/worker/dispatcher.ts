import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { describeOutage } from '../domain/readiness/index.ts'
import { claimDue, makeDue, noteSignalled } from '../domain/outbox/deliveries.ts'
import { signalWorkflows } from '../domain/outbox/workflow-starter.ts'

/** Deliveries claimed per batch. */
const BATCH = 200
const IDLE_MS = 1_000
const MAX_PAUSE_MS = 15_000
const TIMEOUT_MS = 10_000

/**
 * Signals the workflows of due deliveries. A delivery is due if it was written while Temporal was unavailable, if the writing process died
 * before it could signal, if its consumer works in batches, or if Temporal has lost its workflow. Returns the number of workflows
 * signalled. Any number of dispatchers share the work, and no row is locked during a call to Temporal. Rejects while Temporal is
 * unavailable; claimed deliveries then become due again.
 */
export async function dispatch(deps: Deps): Promise<number> {
  const due = await claimDue(deps.db, BATCH)
  if (due.length === 0) return 0
  const workflowIds = [...new Set(due.map(({ workflow_id }) => workflow_id))]
  try {
    await signalWorkflows(
      deps,
      workflowIds.map((workflowId) => ({ workflowId })),
      TIMEOUT_MS,
    )
  } catch (error) {
    // If this fails too, the claim expires.
    await makeDue(deps.db, due)
    throw error
  }
  await noteSignalled(deps.db, due)
  return workflowIds.length
}

/** Runs `dispatch` until stopped, with increasing pauses while it fails. */
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
        // Logged once per outage.
        const { context, sentence } = describeOutage(error, 'the dispatcher cannot signal workflows')
        deps.log[failures === 1 ? 'warn' : 'debug'](context, sentence)
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
