/** Pages of a list that is made in one go, such as groups of a report: by number only. */
import { notFound } from '../../errors.ts'
import type { Ctx } from '../../api/state.ts'
import type { Pagination } from './cursor.ts'

/** The page that `page` asks for (1-based), with the links beside it; 404 beyond the last. */
export function numberedPage<T>(ctx: Ctx, all: T[], size: number): { pagination: Pagination; results: T[] } {
  const asked = Number([ctx.query.page].flat()[0] ?? 1)
  const page = Number.isInteger(asked) && asked >= 1 ? asked : 1
  const total_pages = Math.max(1, Math.ceil(all.length / size))
  if (page > total_pages) throw notFound('Page')
  const link = (number: number): string | null => {
    if (number < 1 || number > total_pages) return null
    const search = new URLSearchParams(ctx.querystring)
    search.set('page', String(number))
    return `${ctx.state.urls.root}${ctx.path.replace(/^\/api\/v1/, '')}?${search}`
  }
  return {
    pagination: { total: all.length, total_pages, next: link(page + 1), previous: link(page - 1) },
    results: all.slice((page - 1) * size, page * size),
  }
}
