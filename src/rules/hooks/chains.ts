/** The order in which the hooks of one event run. */

/** The hook runs after this one, directly or through others. */
export interface RunsAfter {
  hook_id: number
  run_after_id: number
}

/**
 * Returns the calls in an order in which each follows its predecessors, with the ids of the calls that it has to wait for. A predecessor that
 * is not called for the event does not delay its successors, but its own predecessors do; so `order` must be transitive. Throws if the order
 * has a cycle, which cannot be saved.
 */
export function inChains<Call extends { run_id: number; hook_id: number }>(
  calls: readonly Call[],
  order: readonly RunsAfter[],
): (Call & { after: number[] })[] {
  const runs = new Map(calls.map(({ hook_id, run_id }) => [hook_id, run_id]))
  const waiting = calls.map((call) => ({
    ...call,
    after: order.flatMap(({ hook_id, run_after_id }) => {
      const run = hook_id === call.hook_id ? runs.get(run_after_id) : undefined
      return run === undefined ? [] : [run]
    }),
  }))
  const sorted: typeof waiting = []
  const placed = new Set<number>()
  for (let left = waiting; left.length;) {
    const free = left.filter(({ after }) => after.every((run) => placed.has(run)))
    if (!free.length) throw new Error(`The hooks ${left.map(({ hook_id }) => hook_id).join(', ')} wait for each other.`)
    sorted.push(...free)
    for (const { run_id } of free) placed.add(run_id)
    left = left.filter(({ run_id }) => !placed.has(run_id))
  }
  return sorted
}
