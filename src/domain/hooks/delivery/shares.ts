/**
 * Limits the concurrent calls of one organization in this process, and the payloads that they keep in memory, so that its slow or large calls
 * do not occupy all places of the worker.
 */

const MAX_SHARES = 25
/** A call with a larger payload takes several places; one larger than all places takes all of them. */
const CHARACTERS_PER_PLACE = 1_000_000
/**
 * Calls that end quickly soon give their places to others. Waiting for them here costs less than another attempt by Temporal, and is short
 * enough that it does not delay the calls of other organizations.
 */
const PATIENCE_MS = 250

interface Places {
  taken: number
  /** Calls that wait for a place, the oldest first. */
  waiting: (() => void)[]
}

const places = new Map<number, Places>()

/** The places of one call. */
export class Share {
  readonly #organization_id: number
  readonly #own: Places
  #taken = 1

  constructor(organization_id: number, own: Places) {
    this.#organization_id = organization_id
    this.#own = own
  }

  /** Takes the places for a payload of this length. Returns false if they stay in use for a moment. */
  async growTo(characters: number, patience_ms = PATIENCE_MS): Promise<boolean> {
    const wanted = Math.min(MAX_SHARES, Math.max(1, Math.ceil(characters / CHARACTERS_PER_PLACE)))
    while (this.#taken < wanted) {
      if (!(await take(this.#own, patience_ms))) return false
      this.#taken++
    }
    return true
  }

  release(): void {
    for (; this.#taken > 0; this.#taken--) {
      const next = this.#own.waiting.shift()
      if (next) next()
      else this.#own.taken--
    }
    if (this.#own.taken === 0) places.delete(this.#organization_id)
  }
}

/** Returns a place for one call of the organization; null if all of its places stay in use for a moment. */
export async function shareOf(organization_id: number, patience_ms = PATIENCE_MS): Promise<Share | null> {
  const own = places.get(organization_id) ?? { taken: 0, waiting: [] }
  places.set(organization_id, own)
  return (await take(own, patience_ms)) ? new Share(organization_id, own) : null
}

async function take(own: Places, patience_ms: number): Promise<boolean> {
  if (own.taken >= MAX_SHARES) return handedOver(own, patience_ms)
  own.taken++
  return true
}

/** Waits for a place of a call that ends. */
function handedOver({ waiting }: Places, patience_ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(accept), 1)
      resolve(false)
    }, patience_ms)
    const accept = () => {
      clearTimeout(timer)
      resolve(true)
    }
    waiting.push(accept)
  })
}
