import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { findTargets, markWoken, tellAll } from '../domain/outbox/workflow-starter.ts'

const BATCH = 100
/** Who wrote an event tells its workflow at once; only what that has missed is told from here. */
const GRACE = '1 second'
/** Told so long ago and still not handled: told again, in case Temporal has lost the workflow. */
const FORGOTTEN = '1 hour'
const IDLE_MS = 1_000
const LOOK_FOR_FORGOTTEN_MS = 60_000
const MAX_PAUSE_MS = 15_000
const PATIENCE_MS = 10_000

/**
 * Wakes the workflows of events that nobody has told of: written while Temporal was away, or by a process that died before
 * it could. Answers how many events it told. Any number of dispatchers share the work; rejects while Temporal is away.
 */
export async function dispatch(deps: Deps, { forgotten = false } = {}): Promise<number> {
  return deps.db.transaction(async (trx) => {
    const query = trx('events').where('needs_work', true).orderBy('id').limit(BATCH).forUpdate().skipLocked()
    if (forgotten) query.whereNull('handled_at').whereRaw(`woken_at < now() - interval '${FORGOTTEN}'`)
    else query.whereNull('woken_at').whereRaw(`created_at < now() - interval '${GRACE}'`)
    const ids = (await query.pluck('id')) as number[]
    if (ids.length === 0) return 0
    const targets = await findTargets(trx, (events) => events.whereIn('e.id', ids))
    await tellAll(deps, targets, PATIENCE_MS)
    await markWoken(trx, ids)
    return ids.length
  })
}

/** Dispatches until stopped, with longer pauses while it fails. */
export function startDispatcher(deps: Deps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const pause = (ms: number) => wait(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  const run = async () => {
    let failures = 0
    let lookForForgottenAt = 0
    while (!stopping.signal.aborted) {
      try {
        const told = await dispatch(deps)
        if (Date.now() >= lookForForgottenAt) {
          await dispatch(deps, { forgotten: true })
          lookForForgottenAt = Date.now() + LOOK_FOR_FORGOTTEN_MS
        }
        failures = 0
        if (told < BATCH) await pause(IDLE_MS)
      } catch (error) {
        failures++
        // Once per outage is enough for a log.
        deps.log[failures === 1 ? 'warn' : 'debug'](
          { err: error },
          'the dispatcher cannot wake workflows; it goes on trying',
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
