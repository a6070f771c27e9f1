/** Signals workflows right after a commit, beside the request. The dispatcher catches up on what this misses. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { noteSignalled } from './deliveries.ts'
import type { NewDelivery, Signals } from './transaction.ts'
import { signalWorkflows, type Starter, type Target } from './workflow-starter.ts'

/** How long one call to Temporal may take. */
const PATIENCE_MS = 5_000
/** After a failure Temporal is left alone for this long; the dispatcher signals what is written meanwhile. */
const PAUSE_MS = 2_000
/** Workflows signalled in one go. */
const BATCH = 16
/** More than this waiting means that Temporal is slower than the commits: the dispatcher takes the rest. */
const MAX_WAITING = 2_000
/** An upload with more documents asks the database itself what to import. */
const MAX_STEPS = 200
/** Most deliveries are finished so soon that there is nothing to note about them. */
const NOTE_AFTER_MS = 300

export interface Signaller extends Signals {
  /** Resolves when everything sent so far has been tried. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** A signaller of this process. */
export function openSignaller(deps: Starter): Signaller {
  const waiting = new Map<string, Target>()
  const signalled = new Set<string>()
  let pausedUntil = 0
  let running: Promise<void> | undefined
  let noting: NodeJS.Timeout | undefined
  let isClosed = false

  const note = async () => {
    clearTimeout(noting)
    noting = undefined
    const ids = [...signalled]
    signalled.clear()
    // Should this fail, the dispatcher signals them once more.
    await noteSignalled(deps.db, ids).catch((error: unknown) =>
      deps.log.debug({ err: error }, 'signals were not noted'),
    )
  }

  const run = async () => {
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, BATCH)
      for (const { workflowId } of batch) waiting.delete(workflowId)
      try {
        await signalWorkflows(deps, batch, PATIENCE_MS)
        for (const { workflowId } of batch) signalled.add(workflowId)
        noting ??= setTimeout(() => void note(), NOTE_AFTER_MS).unref()
      } catch (error) {
        waiting.clear()
        pausedUntil = Date.now() + PAUSE_MS
        deps.log.warn({ err: error }, 'Temporal cannot be reached; the dispatcher will signal the workflows')
      }
    }
    running = undefined
  }

  return {
    send(deliveries) {
      if (isClosed || Date.now() < pausedUntil) return
      const inContext: NonNullable<Target['inContext']> = AsyncLocalStorage.snapshot()
      for (const target of targetsOf(deliveries))
        if (waiting.size < MAX_WAITING) waiting.set(target.workflowId, { ...target, inContext })
      running ??= run()
    },
    settled: async () => running,
    async close() {
      isClosed = true
      await running
      if (noting) await note()
    },
  }
}

/** One target for each workflow. A new upload is given its steps when all of its annotations are to be imported. */
function targetsOf(deliveries: readonly NewDelivery[]): Target[] {
  return [...Map.groupBy(deliveries, ({ workflow_id }) => workflow_id)].map(([workflowId, group]) => {
    const documents = group.filter(({ consumer, annotation_id }) => consumer === 'intake' && annotation_id !== null)
    const isKnown = documents.length > 0 && documents.length <= MAX_STEPS && documents.every(({ asks }) => asks)
    if (!isKnown) return { workflowId }
    return {
      workflowId,
      steps: documents.map(({ annotation_id, event_id, consumer }) => ({
        annotation_id: annotation_id!,
        event_id,
        consumer,
      })),
    }
  })
}
