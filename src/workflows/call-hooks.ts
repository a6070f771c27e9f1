import { sleep } from '@temporalio/workflow'
import { hooks, quick } from './activities.ts'
import type { HookCall } from './contract.ts'
import { orElse } from './failures.ts'

const MAX_WAIT_MS = 30_000

/** Calls the hooks of one event, each after the hooks that it waits for. Retries and polling wait in timers of the server. */
export async function callHooks(calls: readonly HookCall[]): Promise<void> {
  const finished = new Map<number, Promise<unknown>>()
  for (const call of calls) finished.set(call.run_id, callAfter(call, finished, []))
  await Promise.all(finished.values())
}

/**
 * Calls hooks in the background: those of one event in their order, and each hook for one event after the other. A call that is already
 * known is not started again.
 */
export class HookCalls {
  readonly #finished = new Map<number, Promise<unknown>>()
  /** The newest call of each hook. */
  readonly #newest = new Map<number, Promise<unknown>>()

  get areFinished(): boolean {
    return this.#finished.size === 0
  }

  /** Resolves when the calls that are known now are finished. */
  async settled(): Promise<void> {
    await Promise.all(this.#finished.values())
  }

  start(calls: readonly HookCall[]): void {
    for (const call of calls) {
      if (this.#finished.has(call.run_id)) continue
      const before = this.#newest.get(call.hook_id)
      const done = callAfter(call, this.#finished, before ? [before] : []).then(() => {
        this.#finished.delete(call.run_id)
        if (this.#newest.get(call.hook_id) === done) this.#newest.delete(call.hook_id)
      })
      this.#finished.set(call.run_id, done)
      this.#newest.set(call.hook_id, done)
    }
  }
}

async function callAfter(
  call: HookCall,
  others: ReadonlyMap<number, Promise<unknown>>,
  more: readonly Promise<unknown>[],
): Promise<void> {
  await Promise.all([...call.after.map((run) => others.get(run)), ...more])
  for (let waits = 0; ;) {
    const { status, again_in_ms } = await orElse(
      () => hooks.callHook(call),
      () => quick.failCall(call.run_id),
    )
    if (again_in_ms === undefined) return
    // A call that is not made yet, for example because its function is being built, waits longer each time, so that the history stays short.
    waits = status === 'waiting' ? waits + 1 : 0
    await sleep(waits > 1 ? Math.min(again_in_ms * 2 ** Math.min(waits - 1, 10), MAX_WAIT_MS) : again_in_ms)
  }
}
