/** Sums of bytes that limits compare, such as the stored files of an organization, without a query per request. */
import type { Knex } from 'knex'

/** A sum is reused for this time, so a limit can be exceeded by what is added in a minute. */
const REUSED_MS = 60_000
/** With more owners, all sums are forgotten. */
const MAX_OWNERS = 10_000

interface CachedSums {
  /** Returns the sum of the owner, at most a minute old. */
  of(db: Knex, owner: number): Promise<number>
  /** Adds to the sum of the owner if it is known. */
  add(db: Knex, owner: number, bytes: number): void
}

/** Returns the sums that `query` reads, by owner (the id of a user or an organization) and database. */
export function cachedSums(query: (db: Knex, owner: number) => Promise<number>): CachedSums {
  const databases = new WeakMap<Knex, Map<number, { bytes: number; until: number }>>()
  return {
    async of(db, owner) {
      const sums = databases.get(db) ?? new Map<number, { bytes: number; until: number }>()
      databases.set(db, sums)
      const known = sums.get(owner)
      if (known && known.until > performance.now()) return known.bytes
      const bytes = await query(db, owner)
      if (sums.size >= MAX_OWNERS) sums.clear()
      sums.set(owner, { bytes, until: performance.now() + REUSED_MS })
      return bytes
    },
    add(db, owner, bytes) {
      const known = databases.get(db)?.get(owner)
      if (known) known.bytes += bytes
    },
  }
}
