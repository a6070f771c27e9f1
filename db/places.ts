/** Which of several groups of callers gets the next connection of a pool, so that none takes all of them. */

/** A group of callers that shares its places: an organization. `undefined` is the service itself, and callers that are not known yet. */
export type Lane = number | undefined

interface Waiting {
  accept: () => void
}

export interface Places {
  /**
   * Takes a place for the lane; `leave` gives it back. Returns whether it had to wait. Rejects with the error of `late` if there is none
   * within `patience_ms`.
   */
  enter(lane: Lane, patience_ms: number, late: () => Error): Promise<boolean>
  leave(lane: Lane): void
}

/** Others count as active for so long after their last place. */
const ACTIVE_MS = 60_000
/** Of all places, for one lane while others are active. */
const MAX_OF_ONE = 0.6
/** Places only for lanes that have none, so that a lane that begins does not wait for the end of slow work of others. */
const RESERVED = 2

/**
 * Divides `total` places. While others were active in the last minute, a lane has at most 60 % of the places, and the last two are for lanes
 * that have none. A place that becomes free goes to the waiting lane that got one the longest time ago. The lane `undefined`, whose work is
 * short, may use all. `now` returns milliseconds of a clock that only advances.
 */
export function openPlaces(total: number, now: () => number = () => performance.now()): Places {
  const held = new Map<Lane, number>()
  /** In the order of their turns. */
  const waiting = new Map<Lane, Waiting[]>()
  /** When each lane got its last place, oldest first. */
  const active = new Map<Lane, number>()
  let taken = 0

  const hasOthers = (lane: Lane): boolean => {
    for (const [other, at] of active) {
      if (at > now() - ACTIVE_MS) break
      active.delete(other)
    }
    for (const lanes of [active, waiting])
      for (const other of lanes.keys()) if (other !== lane && other !== undefined) return true
    return false
  }
  const mayEnter = (lane: Lane): boolean => {
    if (taken >= total) return false
    const own = held.get(lane) ?? 0
    if (lane === undefined || own === 0) return true
    if (taken >= total - RESERVED) return false
    return own < (hasOthers(lane) ? Math.ceil(total * MAX_OF_ONE) : total)
  }
  const take = (lane: Lane) => {
    taken++
    held.set(lane, (held.get(lane) ?? 0) + 1)
    if (lane === undefined) return
    active.delete(lane)
    active.set(lane, now())
  }
  /** Gives places to the first in the lanes, a lane that got one goes to the end. */
  const admit = () => {
    for (const [lane, line] of waiting) {
      if (!mayEnter(lane)) continue
      waiting.delete(lane)
      const first = line.shift()
      if (line.length > 0) waiting.set(lane, line)
      take(lane)
      first?.accept()
    }
  }

  return {
    enter(lane, patience_ms, late) {
      if (!waiting.has(lane) && mayEnter(lane)) {
        take(lane)
        return Promise.resolve(false)
      }
      return new Promise((resolve, reject) => {
        const line = waiting.get(lane) ?? []
        const own: Waiting = {
          accept: () => {
            clearTimeout(timer)
            resolve(true)
          },
        }
        const timer = setTimeout(() => {
          line.splice(line.indexOf(own), 1)
          if (line.length === 0 && waiting.get(lane) === line) waiting.delete(lane)
          reject(late())
        }, patience_ms)
        line.push(own)
        waiting.set(lane, line)
      })
    },
    leave(lane) {
      taken--
      const left = held.get(lane)! - 1
      if (left > 0) held.set(lane, left)
      else held.delete(lane)
      admit()
    },
  }
}
