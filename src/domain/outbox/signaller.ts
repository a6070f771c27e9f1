/** Signals workflows right after a commit, outside of the request. The dispatcher signals what this misses. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { openAnnouncer } from '../live/announcer.ts'
import { detailOf } from '../readiness/problems.ts'
import { noteSignalled, type DeliveryKey } from './deliveries.ts'
import type { NewDelivery, Signals } from './transaction.ts'
import { signalWorkflows, type Starter, type Target } from './workflow-starter.ts'

/** Timeout of one call to Temporal. */
const TIMEOUT_MS = 5_000
/** Pause after a failed call to Temporal; the dispatcher signals what is written in the meantime. */
const PAUSE_MS = 2_000
/** Workflows signalled per batch. */
const BATCH = 16
/** With more workflows waiting, Temporal is slower than the commits, and the dispatcher signals the rest. */
const MAX_WAITING = 2_000
/** The workflow of an upload with more documents reads from the database what to import. */
const MAX_STEPS = 200
/** Most deliveries finish within this time, and their signals need not be recorded. */
const NOTE_AFTER_MS = 300

export interface Signaller extends Signals {
  /** Resolves after everything sent so far has been attempted. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Creates the signaller of this process. */
export function openSignaller(deps: Starter): Signaller {
  const waiting = new Map<string, Waiting>()
  let signalled: DeliveryKey[] = []
  let pausedUntil = 0
  let running: Promise<void> | undefined
  let noting: NodeJS.Timeout | undefined
  let isClosed = false
  const announcer = openAnnouncer({
    db: deps.db,
    onError: (err) => deps.log.debug({ err }, 'live channels could not be woken; they read again within seconds'),
  })

  const note = async () => {
    clearTimeout(noting)
    noting = undefined
    const deliveries = signalled
    signalled = []
    // If this fails, the dispatcher signals them again.
    await noteSignalled(deps.db, deliveries).catch((error: unknown) =>
      deps.log.debug({ err: error }, 'sent signals could not be recorded'),
    )
  }

  const run = async () => {
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, BATCH)
      for (const { workflowId } of batch) waiting.delete(workflowId)
      try {
        await signalWorkflows(deps, batch, TIMEOUT_MS)
        signalled = signalled.concat(batch.flatMap(({ deliveries }) => deliveries))
        noting ??= setTimeout(() => void note(), NOTE_AFTER_MS).unref()
      } catch (error) {
        waiting.clear()
        pausedUntil = performance.now() + PAUSE_MS
        deps.log.warn({ detail: detailOf(error) }, 'Temporal is unavailable; the dispatcher will signal the workflows')
      }
    }
    running = undefined
  }

  return {
    send(deliveries, changes) {
      announcer.add(changes)
      if (isClosed || performance.now() < pausedUntil) return
      const inContext: NonNullable<Target['inContext']> = AsyncLocalStorage.snapshot()
      for (const target of targetsOf(deliveries)) {
        if (waiting.size >= MAX_WAITING) continue
        const before = waiting.get(target.workflowId)?.deliveries ?? []
        waiting.set(target.workflowId, { ...target, deliveries: [...before, ...target.deliveries], inContext })
      }
      running ??= run()
    },
    settled: async () => running,
    async close() {
      isClosed = true
      await announcer.close()
      await running
      if (noting) await note()
    },
  }
}

/** A workflow to be signalled, with the deliveries that were committed before the signal. */
type Waiting = Target & { deliveries: readonly DeliveryKey[] }

/** Returns one target for each workflow. A new upload gets its steps if all of its annotations are to be imported. */
function targetsOf(deliveries: readonly NewDelivery[]): Waiting[] {
  return [...Map.groupBy(deliveries, ({ workflow_id }) => workflow_id)].map(([workflowId, group]) => {
    const documents = group.filter(({ consumer, annotation_id }) => consumer === 'intake' && annotation_id !== null)
    const isKnown =
      documents.length > 0 && documents.length <= MAX_STEPS && documents.every(({ requestsWork }) => requestsWork)
    if (!isKnown) return { workflowId, deliveries: group }
    return {
      workflowId,
      deliveries: group,
      steps: documents.map(({ annotation_id, event_id, consumer }) => ({
        annotation_id: annotation_id!,
        event_id,
        consumer,
      })),
    }
  })
}
