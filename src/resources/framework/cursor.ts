/** Pages of a list: opaque keyset cursors, and page numbers for older clients. */
import type { Knex } from 'knex'
import { invalid, notFound } from '../../errors.ts'
import type { Request } from './request.ts'
import type { AnyRow } from './field.ts'
import type { SortKey } from './query.ts'
import { openCursor, sealCursor } from './sealed-cursor.ts'

export interface Pagination {
  total: number
  total_pages: number
  next: string | null
  previous: string | null
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
  const { secretKey: secret, secretKeyPrevious } = request.deps.config
  const secrets = [secret, ...(secretKeyPrevious ? [secretKeyPrevious] : [])]
  const order = keys.map((key) => `${key.descending ? '-' : ''}${key.sql}`).join(',')
  const { cursor } = request.query
  if (Array.isArray(cursor)) throw invalid({ cursor: ['Invalid cursor.'] })
  const position = cursor ? openCursor(cursor, order, secrets) : null
  const page = position ? null : pageNumber(request)
  const backwards = position?.backwards ?? false
  const offset = page === null ? 0 : (page - 1) * size

  const slice: Slice = { table, columns, keys, at: position?.at ?? null, backwards, reach: offset + size + 1 }
  const faster = keys[0]!.read?.(query, slice, await options.total, request)
  const ordered = faster ?? sorted(query, slice, request.db)
  const [total, found]: [number, AnyRow[]] = await Promise.all([options.total, ordered.offset(offset).limit(size + 1)])
  const total_pages = Math.max(1, Math.ceil(total / size))
  const rows = found.slice(0, size)
  if (backwards) rows.reverse()
  if (page !== null) return { rows, pagination: { total, total_pages, ...numberLinks(request, page, total_pages) } }

  const more = found.length > size
  const link = (row: AnyRow | undefined, before: boolean) => {
    const at = keys.map((_, index) => String(row?.[`__key${index}`]))
    return row ? linkTo(request, { cursor: sealCursor(order, { at, backwards: before }, secret) }) : null
  }
  const next = backwards || more ? link(rows.at(-1), false) : null
  const previous = (backwards ? more : position) ? link(rows[0], true) : null
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

/**
 * With COMPAT_LIST_NEXT `next` at the top level of a list, for requests that page by cursor: they have `page_size` or `cursor`. Some older
 * clients read the link only there. Others follow `pagination.next` and append every other key of the pages to lists, which fails for null: a last page that was
 * requested without `page_size` has no `next`.
 */
export const nextBeside = ({ query, config }: Request, { next }: Pagination): { next?: string | null } =>
  config.compat.listNext && (query.page_size || (query.cursor && next)) ? { next } : {}

/** The request's own URL with other paging parameters. */
function linkTo({ urls, path, query }: Request, parameters: Record<string, string>): string {
  const { cursor: _cursor, page: _page, ...others } = query
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries({ ...others, ...parameters }))
    for (const value of [values ?? []].flat()) search.append(name, value)
  return `${urls.root}${path.replace(/\/$/, '')}?${search.toString()}`
}
