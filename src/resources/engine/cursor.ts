/** Pages of a list: signed keyset cursors, and `page` for older clients. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { badRequest, notFound } from '../../errors.ts'
import type { Caller, Request } from './request.ts'
import type { AnyRow } from './relations.ts'
import { applyJoins, type SortKey } from './query.ts'
import { groupsToWalk, walkGroups } from './walk.ts'

interface Position {
  /** The order it belongs to: a cursor used with another one is refused. */
  order: string
  /** Values of the sort keys of the row next to the page. */
  at: (string | null)[]
  backwards: boolean
}

export interface Pagination {
  total: number
  total_pages: number
  next: string | null
  previous: string | null
}

const sign = (text: string, secret: string) =>
  createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)

function encode(position: Position, secret: string): string {
  const body = Buffer.from(JSON.stringify([position.order, position.at, position.backwards ? 1 : 0])).toString(
    'base64url',
  )
  return `${body}.${sign(body, secret)}`
}

function decode(cursor: string, secret: string): Position {
  const [body = '', signature = ''] = cursor.split('.')
  const expected = Buffer.from(sign(body, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw badRequest('Invalid cursor.')
  const [order, at, backwards] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    string,
    (string | null)[],
    number,
  ]
  return { order, at, backwards: backwards === 1 }
}

export function pageSize(request: Request, maximum = 100): number {
  const asked = Number(request.query.page_size)
  return Number.isInteger(asked) && asked >= 1 ? Math.min(asked, maximum) : 20
}

/** Rows strictly beyond `at` in the direction of reading. One direction throughout is one comparison an index serves. */
function beyond(query: Knex.QueryBuilder, keys: SortKey[], at: (string | null)[], backwards: boolean): void {
  const comparison = (key: SortKey) => (key.descending !== backwards ? '<' : '>')
  const [first] = keys as [SortKey]
  const mixed = keys.some((key) => key.descending !== first.descending)
  // No index serves a comparison over two tables or in two directions, but one may serve its first part.
  if (mixed || first.join) void query.whereRaw(`${first.sql} ${comparison(first)}= ?::${first.type}`, [at[0] as string])
  if (!mixed) {
    const left = keys.map((key) => key.sql).join(', ')
    const right = keys.map((key) => `?::${key.type}`).join(', ')
    void query.whereRaw(`(${left}) ${comparison(first)} (${right})`, at as string[])
    return
  }
  void query.where((either) => {
    for (const [index, key] of keys.entries()) {
      void either.orWhere((all) => {
        for (const [before, equal] of keys.slice(0, index).entries()) {
          void all.whereRaw(`${equal.sql} = ?::${equal.type}`, [at[before] as string])
        }
        void all.whereRaw(`${key.sql} ${comparison(key)} ?::${key.type}`, [at[index] as string])
      })
    }
  })
}

/** The rows of `query` beyond `at` in the order of `keys`, with the values of the keys as `__key0`, `__key1`… */
function sorted(
  query: Knex.QueryBuilder,
  {
    columns,
    keys,
    at,
    backwards,
  }: { columns: string; keys: SortKey[]; at: (string | null)[] | null; backwards: boolean },
  { db }: Caller,
): Knex.QueryBuilder {
  applyJoins(query, keys)
  void query.select(columns)
  for (const [index, key] of keys.entries()) {
    void query.select(db.raw(`(${key.sql})::text as __key${index}`))
    void query.orderByRaw(`${key.sql} ${key.descending !== backwards ? 'desc' : 'asc'}`)
  }
  if (at) beyond(query, keys, at, backwards)
  return query
}

export interface ListPage {
  rows: AnyRow[]
  pagination: Pagination
}

/**
 * One page of `query` (rows without order or limit) and its links. `total` is counted by the caller, at the same time
 * unless the order depends on it. Costs one query whatever the page; a `page` number beyond the last is 404.
 */
export async function readPage(
  request: Request,
  query: Knex.QueryBuilder,
  keys: SortKey[],
  options: { size: number; total: number | Promise<number>; table: string; columns: string },
): Promise<ListPage> {
  const { size, table, columns } = options
  // A bad cursor is refused before the count is waited for; should that fail as well, nobody would take note of it, which ends the process.
  void Promise.resolve(options.total).catch(() => undefined)
  const secret = request.deps.config.secretKey
  const order = keys.map((key) => `${key.descending ? '-' : ''}${key.sql}`).join(',')
  const position =
    typeof request.query.cursor === 'string' && request.query.cursor ? decode(request.query.cursor, secret) : null
  if (position && position.order !== order) throw badRequest('The cursor belongs to another ordering.')
  const page = position ? null : pageNumber(request)
  const backwards = position?.backwards ?? false
  const at = position?.at ?? null
  const offset = page === null ? 0 : (page - 1) * size

  const groups = keys[0]!.groups ? groupsToWalk(keys, await options.total) : null
  const walk = { table, columns, keys, at, backwards, reach: offset + size + 1 }
  const ordered = groups ? walkGroups(query, groups, walk, request) : sorted(query, walk, request)
  const [total, found] = (await Promise.all([options.total, ordered.offset(offset).limit(size + 1)])) as [
    number,
    AnyRow[],
  ]
  const totalPages = Math.max(1, Math.ceil(total / size))
  if (page !== null && page > totalPages) throw notFound('Page')
  const more = found.length > size
  const rows = found.slice(0, size)
  if (backwards) rows.reverse()
  const link = (row: AnyRow | undefined, back: boolean) =>
    row
      ? linkTo(request, {
          cursor: encode({ order, at: keys.map((_, i) => row[`__key${i}`] as string | null), backwards: back }, secret),
        })
      : null

  if (page !== null) {
    return {
      rows,
      pagination: {
        total,
        total_pages: totalPages,
        next: page < totalPages ? linkTo(request, { page: String(page + 1) }) : null,
        previous: page > 1 ? linkTo(request, { page: String(page - 1) }) : null,
      },
    }
  }
  const hasNext = backwards ? true : more
  const hasPrevious = backwards ? more : position !== null
  return {
    rows,
    pagination: {
      total,
      total_pages: totalPages,
      next: hasNext ? link(rows.at(-1), false) : null,
      previous: hasPrevious ? link(rows[0], true) : null,
    },
  }
}

/** The 1-based `page`, or null when the client pages by cursor. */
function pageNumber(request: Request): number | null {
  const text = request.query.page
  if (text === undefined || text === '') return null
  const page = Number(text)
  if (!Number.isInteger(page) || page < 1) throw notFound('Page')
  return page
}

/** The request's own URL with paging parameters replaced. */
export function linkTo({ urls, path, query }: Request, parameters: Record<string, string>): string {
  const given = Object.entries(query).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  )
  const search = new URLSearchParams(given.filter(([name]) => name !== 'cursor' && name !== 'page'))
  for (const [name, value] of Object.entries(parameters)) search.set(name, value)
  return `${urls.root}${path.replace(/\/$/, '')}?${search.toString()}`
}
