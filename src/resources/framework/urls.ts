/** Builds the URLs of objects and reads ids back from URLs that clients send. */
export interface Urls {
  /** `{base}/v1`, without a trailing slash. */
  root: string
  of(collection: string, id: number | string, tail?: string): string
  maybe(collection: string, id: number | string | null | undefined): string | null
}

/** The URLs below `base`, which ends in `/api`. */
export function urlsAt(base: string): Urls {
  const root = `${base.replace(/\/$/, '')}/v1`
  const of = (collection: string, id: number | string, tail = '') => `${root}/${collection}/${id}${tail}`
  return { root, of, maybe: (collection, id) => (id === null || id === undefined ? null : of(collection, id)) }
}

/** Other paths of collections, which older clients use in the URLs they send. */
const OLDER_PATHS: Record<string, string> = { webhooks: 'hooks' }

/**
 * The id in the URL of an object of `collection`, or null. Scheme, host and prefix are ignored, for clients behind proxies. Takes linear time:
 * a request may contain thousands of URLs of any length.
 */
export function idFromUrl(collection: string, url: unknown): number | null {
  if (typeof url !== 'string') return null
  const [path = ''] = url.split('?', 1)
  const last = /\/(\d{1,18})\/?$/.exec(path)
  const start = last ? path.lastIndexOf('/v1/', last.index) : -1
  if (!last || start < 0) return null
  const given = path.slice(start + '/v1/'.length, last.index)
  const named = OLDER_PATHS[given] ?? given
  const isOf = named === collection || (/^[a-z_/0-9]+$/.test(named) && named.endsWith(`/${collection}`))
  return isOf ? Number(last[1]) : null
}

/** A filter value: an id or the URL of an object, whose last numeric path segment is the id. */
export function idFromFilter(value: string): number | null {
  const match = /(?:^|\/)(\d{1,18})\/?$/.exec(value.trim())
  return match ? Number(match[1]) : null
}
