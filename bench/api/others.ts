/** Finds the slowest list of each resource: every filter with every ordering, once each. */
import { resources } from '../../src/resources/index.ts'

export interface SlowList {
  resource: string
  query: string
  rows: number
}

/** The first of these that a filter accepts is used. */
const VALUES = ['1', 'true', '2024-06-01', 'x']

type Answer = { status: number; ms: number; total: number }

/** At most `most` pairs of each resource, spread over all of them. */
export async function slowestLists(api: string, headers: Record<string, string>, most: number): Promise<SlowList[]> {
  const get = async (path: string): Promise<Answer> => {
    const started = performance.now()
    const response = await fetch(`${api}/${path}`, { headers })
    const body = (await response.json()) as { pagination?: { total: number } }
    return { status: response.status, ms: performance.now() - started, total: body.pagination?.total ?? 0 }
  }
  const found: SlowList[] = []
  for (const resource of resources) {
    if (resource.path === 'annotations' || !resource.verbs.includes('list') || resource.path.includes(':')) continue
    const list = `${resource.path}?page_size=100`
    const all = await get(list)
    if (all.status !== 200) continue
    const filters = ['']
    for (const name of Object.keys(resource.filters)) {
      for (const value of VALUES) {
        if ((await get(`${list}&${name}=${value}`)).status !== 200) continue
        filters.push(`${name}=${value}`)
        break
      }
    }
    const orders = ['', ...Object.keys(resource.ordering).flatMap((key) => [`ordering=${key}`, `ordering=-${key}`])]
    const pairs = filters.flatMap((filter) => orders.map((order) => [filter, order].filter(Boolean).join('&')))
    let slowest = { query: '', ms: 0 }
    const step = Math.ceil(pairs.length / most)
    for (const query of pairs.filter((_, index) => index % step === 0)) {
      // The second response: the first may have waited for the disk.
      await get(`${list}&${query}`)
      const { ms } = await get(`${list}&${query}`)
      if (ms > slowest.ms) slowest = { query, ms }
    }
    found.push({ resource: resource.path, query: slowest.query, rows: all.total })
  }
  return found
}
