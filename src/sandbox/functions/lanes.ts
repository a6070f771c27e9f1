/** Waiting calls, by organization: organizations take turns, so that the calls of one do not delay those of another. */
export class Lanes<Item> {
  /** In the order in which the organizations' turns come. */
  readonly #lanes = new Map<number, Item[]>()

  /** Returns false, without keeping the item, if `limit` items of the organization wait. */
  add(organizationId: number, item: Item, limit: number): boolean {
    const lane = this.#lanes.get(organizationId) ?? []
    if (lane.length >= limit) return false
    lane.push(item)
    this.#lanes.set(organizationId, lane)
    return true
  }

  get size(): number {
    return this.#lanes.size
  }

  /** Removes and returns the first item of the next organization, if `may` returns true for it. */
  next(may: (organizationId: number, first: Item) => boolean): Item | undefined {
    for (const [organizationId, lane] of this.#lanes) {
      if (!may(organizationId, lane[0]!)) continue
      this.#lanes.delete(organizationId)
      const item = lane.shift()
      if (lane.length) this.#lanes.set(organizationId, lane)
      return item
    }
    return undefined
  }

  /** Removes and returns all items. */
  clear(): Item[] {
    const items = [...this.#lanes.values()].flat()
    this.#lanes.clear()
    return items
  }
}
