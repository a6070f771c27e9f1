/** Pages of a list that is made in one go, such as groups of a report: by number only. */
import { notFound } from '../../errors.ts'
import type { Request } from './request.ts'
import { linkTo, type Pagination } from './cursor.ts'

/** The page that `page` asks for (1-based), with the links beside it; 404 beyond the last. */
export function numberedPage<T>(request: Request, all: T[], size: number): { pagination: Pagination; results: T[] } {
  const asked = Number([request.query.page].flat()[0] ?? 1)
  const page = Number.isInteger(asked) && asked >= 1 ? asked : 1
  const total_pages = Math.max(1, Math.ceil(all.length / size))
  if (page > total_pages) throw notFound('Page')
  const link = (number: number): string | null =>
    number < 1 || number > total_pages ? null : linkTo(request, { page: String(number) })
  return {
    pagination: { total: all.length, total_pages, next: link(page + 1), previous: link(page - 1) },
    results: all.slice((page - 1) * size, page * size),
  }
}
