/** Places for work that organizations share. */

interface Waiting {
  accept: () => void
}

export interface Turns {
  /**
   * Runs `work` when the organization has a place; null without running it if none becomes free within `patience_ms`. An organization
   * without work in progress gets one at once, whatever the others do.
   */
  take<T>(organization_id: number, patience_ms: number, work: () => Promise<T>): Promise<T | null>
}

/**
 * Returns `places` places. While all are taken, the next one that becomes free goes to the organization among the waiting ones that got one
 * the longest time ago. Each organization has at least one place, so that all of them together may have more than `places`.
 */
export function openTurns(places: number): Turns {
  const inProgress = new Map<number, number>()
  let total = 0
  /** In the order of their turns. */
  const waiting = new Map<number, Waiting[]>()

  const enter = (organization_id: number) => {
    total++
    inProgress.set(organization_id, (inProgress.get(organization_id) ?? 0) + 1)
  }
  const leave = (organization_id: number) => {
    total--
    const left = inProgress.get(organization_id)! - 1
    if (left) inProgress.set(organization_id, left)
    else {
      inProgress.delete(organization_id)
      admit(organization_id)
    }
    for (const [next] of waiting) {
      if (total >= places) break
      admit(next)
    }
  }
  /** Gives a place to the first waiting work of the organization, if there is any; its next turn comes after those of the others. */
  const admit = (organization_id: number) => {
    const lane = waiting.get(organization_id)
    const first = lane?.shift()
    if (!lane || !first) return
    waiting.delete(organization_id)
    if (lane.length) waiting.set(organization_id, lane)
    enter(organization_id)
    first.accept()
  }
  const admitted = (organization_id: number, patience_ms: number): Promise<boolean> => {
    const isFree = total < places && waiting.size === 0
    if (isFree || !inProgress.has(organization_id)) {
      enter(organization_id)
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const lane = waiting.get(organization_id) ?? []
      const own: Waiting = {
        accept: () => {
          clearTimeout(timer)
          resolve(true)
        },
      }
      const timer = setTimeout(() => {
        const at = lane.indexOf(own)
        lane.splice(at, 1)
        if (lane.length === 0) waiting.delete(organization_id)
        resolve(false)
      }, patience_ms)
      lane.push(own)
      waiting.set(organization_id, lane)
    })
  }

  return {
    async take(organization_id, patience_ms, work) {
      if (!(await admitted(organization_id, patience_ms))) return null
      try {
        return await work()
      } finally {
        leave(organization_id)
      }
    },
  }
}
