import { condition, setHandler, workflowInfo } from '@temporalio/workflow'
import { quick } from './activities.ts'
import { callHooks } from './call-hooks.ts'
import { lookSignal } from './contract.ts'
import type { HookInput } from './contract.ts'

/** Calls a hook with `invocation.scheduled`. Started by the Temporal Schedule of the hook; its run is one occasion. */
export async function scheduledHook({ hook_id }: HookInput): Promise<void> {
  await callHooks(await quick.planScheduled({ hook_id, occasion: workflowInfo().runId }))
}

/** Makes the Temporal Schedule of a hook what the database says. */
export async function syncSchedule({ hook_id }: HookInput): Promise<void> {
  let unseen = true
  setHandler(lookSignal, () => {
    unseen = true
  })
  while (unseen) {
    unseen = false
    await quick.syncSchedule({ hook_id })
    // A signal that arrived with the result is handled before the workflow ends.
    await condition(() => unseen, 1)
  }
}

/** Repeats one call of a hook, with the id and the payload of the first time. */
export async function redeliver({ run_id }: { run_id: number }): Promise<void> {
  // Signals only repeat the start of the workflow.
  setHandler(lookSignal, () => undefined)
  for (;;) {
    const calls = await quick.planRedelivery(run_id)
    if (calls.length === 0) return
    await callHooks(calls)
  }
}
