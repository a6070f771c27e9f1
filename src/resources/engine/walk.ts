/**
 * Sorting by what follows from a column with few different values, e.g. by the name of a person. No index can hold such an
 * order, and sorting a million rows takes seconds; but the rows of one person come from an index in order of their ids, so
 * the page is read person after person until it is full.
 */
import type { Knex } from 'knex'
import type { Caller } from './request.ts'
import type { SortKey } from './query.ts'

export interface Groups {
  /** SQL of the value that the rows of a group share; an index serves (this, id). */
  column: string
  /** The groups as rows `value, key`: `key` is what the order key's SQL gives for the rows of the group. */
  of: (caller: Caller) => Knex.Raw
}

/** Fewer rows than this are sorted faster than many groups are looked into. */
const FROM = 20_000
const LAST_ID = '9223372036854775807'

/** The groups to walk for this order over so many rows, or null when sorting is the better way. */
export function groupsToWalk(keys: SortKey[], total: number): Groups | null {
  const [first, second, ...others] = keys
  const byId = second?.type === 'bigint' && second.sql.endsWith('.id') && others.length === 0
  return total >= FROM && byId && second.descending === first!.descending && first!.groups ? first!.groups : null
}

/**
 * The rows of `query` in the order of `keys`, with `__key0` and `__key1`. `at` are the values of the row to go on from,
 * `reach` how many rows are wanted counted from there.
 */
export function walkGroups(
  query: Knex.QueryBuilder,
  groups: Groups,
  walk: {
    table: string
    columns: string
    keys: SortKey[]
    at: (string | null)[] | null
    backwards: boolean
    reach: number
  },
  caller: Caller,
): Knex.QueryBuilder {
  const { table, at } = walk
  const down = walk.keys[0]!.descending !== walk.backwards
  const [sign, direction, start] = down ? ['<', 'desc', LAST_ID] : ['>', 'asc', '0']
  const inside = query.select(walk.columns).whereRaw(`${groups.column} = walked.value`)
  if (at) {
    void inside.whereRaw(
      `${table}.id ${sign} case when walked.key = ?::text then ?::bigint else ${start} end`,
      at as string[],
    )
  }
  void inside.orderByRaw(`${table}.id ${direction}`).limit(walk.reach)
  // Groups in their order, so that the database sorts group by group and stops when the page is full.
  const ahead = caller.db
    .from(caller.db.raw('(?) as found', [groups.of(caller)]))
    .select('value', 'key')
    .orderByRaw(`key ${direction}`)
  if (at) void ahead.whereRaw(`key ${sign}= ?`, [at[0] as string])
  const parts = [ahead, inside] as unknown as Knex.Raw[]
  return caller.db
    .select(`${table}.*`)
    .select(caller.db.raw(`walked.key::text as __key0, ${table}.id::text as __key1`))
    .from(caller.db.raw(`(?) as walked cross join lateral (?) as ${table}`, parts))
    .orderByRaw(`walked.key ${direction}, ${table}.id ${direction}`)
}
