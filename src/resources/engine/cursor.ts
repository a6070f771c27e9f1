/** Pages of a list: signed keyset cursors, and page numbers for older clients. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import { badRequest, notFound } from '../../errors.ts'
import type { Request } from './request.ts'
import type { AnyRow } from './field.ts'
import type { SortKey } from './query.ts'

/** The order, the values of its keys in the row next to the page, and 1 for the page before that row. */
type Position = [order: string, at: string[], backwards: 0 | 1]

export interface Pagination {
  total: number
  total_pages: number
  next: string | null
  previous: string | null
}

const sign = (text: string, secret: string) =>
  createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)

function encode(position: Position, secret: string): string {
  const body = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${body}.${sign(body, secret)}`
}

function decode(cursor: string, secret: string): Position {
  const [body = '', signature = ''] = cursor.split('.')
  const expected = Buffer.from(sign(body, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw badRequest('Invalid cursor.')
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Position
}

/** `page_size` of the request; 20 unless it is a positive integer. */
export function pageSize(request: Request, maximum = 100): number {
  const requested = Number(request.query.page_size)
  return Number.isInteger(requested) && requested >= 1 ? Math.min(requested, maximum) : 20
}

/** The part of a list that a page reads. */
export interface Slice {
  table: string
  columns: string
  keys: SortKey[]
  /** Values of the keys in the row to continue from; null at the start of the list. */
  at: string[] | null
  backwards: boolean
  /** Number of rows to read from there, including those that a page number skips. */
  reach: number
}

/** Rows strictly beyond `at` in the direction of reading. One direction for all keys is one comparison, which an index serves. */
function beyond(query: Knex.QueryBuilder, { keys, backwards }: Slice, at: string[]): void {
  const comparison = (key: SortKey) => (key.descending !== backwards ? '<' : '>')
  const [first] = keys as [SortKey]
  const mixed = keys.some((key) => key.descending !== first.descending)
  // No index serves a comparison over two tables or in two directions, but one may serve its first part.
  if (mixed || first.join) void query.whereRaw(`${first.sql} ${comparison(first)}= ?::${first.type}`, [at[0]!])
  if (!mixed) {
    const left = keys.map((key) => key.sql).join(', ')
    const right = keys.map((key) => `?::${key.type}`).join(', ')
    return void query.whereRaw(`(${left}) ${comparison(first)} (${right})`, at)
  }
  const alternatives = keys.map((key, index) => {
    const equal = keys.slice(0, index).map(({ sql, type }) => `${sql} = ?::${type}`)
    return [...equal, `${key.sql} ${comparison(key)} ?::${key.type}`].join(' and ')
  })
  const bindings = keys.flatMap((_, index) => at.slice(0, index + 1))
  void query.whereRaw(`(${alternatives.join(' or ')})`, bindings)
}

/** The rows of the slice with the values of the keys as `__key0`, `__key1` and so on. */
function sorted(query: Knex.QueryBuilder, slice: Slice, db: Knex): Knex.QueryBuilder {
  const { columns, keys, at, backwards } = slice
  for (const join of new Set(keys.map((key) => key.join))) join?.(query)
  void query.select(columns)
  for (const [index, key] of keys.entries()) {
    void query.select(db.raw(`(${key.sql})::text as __key${index}`))
    void query.orderByRaw(`${key.sql} ${key.descending !== backwards ? 'desc' : 'asc'}`)
  }
  if (at) beyond(query, slice, at)
  return query
}

/**
 * One page of `query` (rows without order or limit) and its links. The caller counts `total`, concurrently unless the
 * order depends on it. Costs one query for any page; a `page` number beyond the last is 404.
 */
export async function readPage(
  request: Request,
  query: Knex.QueryBuilder,
  keys: SortKey[],
  options: { size: number; total: number | Promise<number>; table: string; columns: string },
): Promise<{ rows: AnyRow[]; pagination: Pagination }> {
  const { size, table, columns } = options
  // A bad cursor is refused before the count is awaited. Without a handler, a count that fails then would end the process.
  void Promise.resolve(options.total).catch(() => undefined)
  const secret = request.deps.config.secretKey
  const order = keys.map((key) => `${key.descending ? '-' : ''}${key.sql}`).join(',')
  const { cursor } = request.query
  const position = typeof cursor === 'string' && cursor ? decode(cursor, secret) : null
  if (position && position[0] !== order) throw badRequest('The cursor belongs to another ordering.')
  const page = position ? null : pageNumber(request)
  const backwards = position?.[2] === 1
  const offset = page === null ? 0 : (page - 1) * size

  const slice: Slice = { table, columns, keys, at: position?.[1] ?? null, backwards, reach: offset + size + 1 }
  const faster = keys[0]!.read?.(query, slice, await options.total, request)
  const ordered = faster ?? sorted(query, slice, request.db)
  const [total, found]: [number, AnyRow[]] = await Promise.all([options.total, ordered.offset(offset).limit(size + 1)])
  const total_pages = Math.max(1, Math.ceil(total / size))
  const rows = found.slice(0, size)
  if (backwards) rows.reverse()
  if (page !== null) return { rows, pagination: { total, total_pages, ...numberLinks(request, page, total_pages) } }

  const more = found.length > size
  const link = (row: AnyRow | undefined, direction: 0 | 1) => {
    const at = keys.map((_, index) => String(row?.[`__key${index}`]))
    return row ? linkTo(request, { cursor: encode([order, at, direction], secret) }) : null
  }
  const next = backwards || more ? link(rows.at(-1), 0) : null
  const previous = (backwards ? more : position) ? link(rows[0], 1) : null
  return { rows, pagination: { total, total_pages, next, previous } }
}

/** The 1-based `page`, or null when the client pages by cursor. */
function pageNumber(request: Request): number | null {
  const text = request.query.page
  if (text === undefined || text === '') return null
  const page = Number(text)
  if (!Number.isInteger(page) || page < 1) throw notFound('Page')
  return page
}

/** Links to the pages beside this one (1-based). Throws 404 for a page beyond the last. */
export function numberLinks(request: Request, page: number, last: number): Pick<Pagination, 'next' | 'previous'> {
  if (page > last) throw notFound('Page')
  const link = (number: number) => linkTo(request, { page: String(number) })
  return { next: page < last ? link(page + 1) : null, previous: page > 1 ? link(page - 1) : null }
}

/** The request's own URL with other paging parameters. */
function linkTo({ urls, path, query }: Request, parameters: Record<string, string>): string {
  const { cursor: _cursor, page: _page, ...others } = query
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries({ ...others, ...parameters }))
    for (const value of [values ?? []].flat()) search.append(name, value)
  return `${urls.root}${path.replace(/\/$/, '')}?${search.toString()}`
}
