/** Limits what the hooks of one organization can write into the log per day, so that one organization does not fill the disk of all. */

/** Characters of outputs, payloads and responses, per organization, day and process: years of messages, and minutes of a flood. */
const DAILY = 500_000_000
const DAY_MS = 86_400_000

export class LogQuota {
  readonly #daily: number
  #day = 0
  readonly #used = new Map<number, number>()

  constructor(daily = DAILY) {
    this.#daily = daily
  }

  /** Counts texts, and returns whether they may be stored. */
  admits(organization_id: number, texts: readonly (string | null)[], at: Date): boolean {
    const day = Math.floor(at.getTime() / DAY_MS)
    if (day !== this.#day) {
      this.#day = day
      this.#used.clear()
    }
    const used = this.#used.get(organization_id) ?? 0
    const size = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
    if (used + size > this.#daily) return false
    this.#used.set(organization_id, used + size)
    return true
  }
}
