/**
 * Sorts by the name of a person without sorting all annotations. No index can contain that order, and sorting a million rows takes seconds.
 * But the rows of one person come from an index in the order of their ids, so a page is read person by person until it is full.
 */
import type { Knex } from 'knex'
import type { OrderKey } from '../framework/define.ts'
import type { Caller } from '../framework/request.ts'

/** Below this number of rows, sorting is faster than reading the rows of many people. */
const FROM = 20_000
const LAST_ID = '9223372036854775807'

/** The people in a column, found one after the other in its index, as rows `value, key`. */
const peopleIn = (column: string, key: string, { db, who }: Caller): Knex.Raw =>
  db.raw(
    `with recursive people(id) as (
       (select ${column} from annotations where organization_id = ? order by 1 limit 1)
       union all
       select (select ${column} from annotations where organization_id = ? and ${column} > people.id order by 1 limit 1)
       from people where people.id is not null)
     select people.id as value, ${key} as key from people left join users on users.id = people.id where people.id is not null`,
    [who.organization_id, who.organization_id],
  )

/**
 * Reads a slice of annotations in the order of `key`, an expression over `users`, for the person in `column`; an index serves
 * (`column`, id). The rows contain `__key0` and `__key1`. Returns null where sorting is faster.
 */
export const readByPerson =
  (column: string, key: string): NonNullable<OrderKey['read']> =>
  (query, { table, columns, keys, at, backwards, reach }, total, caller) => {
    const { db } = caller
    const [first, second, ...others] = keys
    const byId = second?.type === 'bigint' && second.sql.endsWith('.id') && others.length === 0
    if (total < FROM || !byId || second.descending !== first!.descending) return null
    const [sign, direction, start] = second.descending !== backwards ? ['<', 'desc', LAST_ID] : ['>', 'asc', '0']
    const rows = query.select(columns).whereRaw(`${column} = walked.value`)
    // People in their order, so that the database sorts person by person and stops when the page is full.
    const people = db
      .from(db.raw('(?) as found', [peopleIn(column, key, caller)]))
      .select('value', 'key')
      .orderByRaw(`key ${direction}`)
    if (at) {
      const after = `${table}.id ${sign} case when walked.key = ?::text then ?::bigint else ${start} end`
      void rows.whereRaw(after, at)
      void people.whereRaw(`key ${sign}= ?`, [at[0]!])
    }
    void rows.orderByRaw(`${table}.id ${direction}`).limit(reach)
    const parts = [people, rows] as unknown as Knex.Raw[]
    return db
      .select(`${table}.*`)
      .select(db.raw(`walked.key::text as __key0, ${table}.id::text as __key1`))
      .from(db.raw(`(?) as walked cross join lateral (?) as ${table}`, parts))
      .orderByRaw(`walked.key ${direction}, ${table}.id ${direction}`)
  }
