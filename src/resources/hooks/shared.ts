/** Hooks and connectors that also serve queues which the caller does not see. */
import type { ModelClass } from '../../models/index.ts'
import { ownQueues } from '../access.ts'
import { linkedIds, linkOf, visibleIds } from '../framework/relations.ts'
import type { Caller } from '../framework/request.ts'

/** Returns true if the hook or connector serves queues that the caller does not see. */
export async function servesOthers(model: ModelClass, id: number, caller: Caller): Promise<boolean> {
  if (!ownQueues(caller)) return false
  const served = await linkedIds(linkOf(model, 'queues'), [id], caller)
  return (await visibleIds('queues', served, caller)).length < new Set(served).size
}
