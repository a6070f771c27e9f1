/** Bytes that organizations hold at one time, limited for each and for all together. */

export interface Quota {
  /** Takes bytes for an organization; returns false, and takes none, if that would be more than is allowed. */
  take(organization_id: number, bytes: number): boolean
  give(organization_id: number, bytes: number): void
  /** Bytes that the organization holds. */
  held(organization_id: number): number
}

export function openQuota({ each, all }: { each: number; all: number }): Quota {
  const held = new Map<number, number>()
  let total = 0
  return {
    take(organization_id, bytes) {
      const own = (held.get(organization_id) ?? 0) + bytes
      if (own > each || total + bytes > all) return false
      held.set(organization_id, own)
      total += bytes
      return true
    },
    give(organization_id, bytes) {
      const left = (held.get(organization_id) ?? 0) - bytes
      if (left > 0) held.set(organization_id, left)
      else held.delete(organization_id)
      total -= bytes
    },
    held: (organization_id) => held.get(organization_id) ?? 0,
  }
}
