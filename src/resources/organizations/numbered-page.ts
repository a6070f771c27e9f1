/** Pages of a list that is computed as a whole, such as the groups of a report: by number only. */
import type { Request } from '../framework/request.ts'
import { numberLinks, type Pagination } from '../framework/cursor.ts'

/** The page of `all` that the request's `page` selects (1-based), with its links. Throws 404 for a page beyond the last. */
export function numberedPage<T>(request: Request, all: T[], size: number): { pagination: Pagination; results: T[] } {
  const requested = Number([request.query.page].flat()[0] ?? 1)
  const page = Number.isInteger(requested) && requested >= 1 ? requested : 1
  const total_pages = Math.max(1, Math.ceil(all.length / size))
  return {
    pagination: { total: all.length, total_pages, ...numberLinks(request, page, total_pages) },
    results: all.slice((page - 1) * size, page * size),
  }
}
