import { setHandler, upsertSearchAttributes } from '@temporalio/workflow'
import { hooks, quick } from './activities.ts'
import { lookSignal, searchAttributes } from './contract.ts'
import type { HookInput } from './contract.ts'

/** Builds the function of a hook until the newest code is `ready` or `failed`. */
export async function buildFunction({ hook_id }: HookInput): Promise<void> {
  // The database says whether the code was changed again.
  setHandler(lookSignal, () => undefined)
  for (;;) {
    const status = await hooks.buildFunction(hook_id)
    upsertSearchAttributes([{ key: searchAttributes.status, value: status }])
    if (await quick.finishBuild({ hook_id })) return
  }
}
