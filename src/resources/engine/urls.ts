/** Builds the URLs of objects and reads ids back from URLs that clients send. */
export interface Urls {
  /** `{base}/v1`, without a trailing slash. */
  root: string
  of(collection: string, id: number | string, tail?: string): string
  maybe(collection: string, id: number | string | null | undefined): string | null
}

/** `base` ends in `/api`; a configured PUBLIC_BASE_URL wins over what the request says. */
export function urlsAt(base: string): Urls {
  const root = `${base.replace(/\/$/, '')}/v1`
  const of = (collection: string, id: number | string, tail = '') => `${root}/${collection}/${id}${tail}`
  return { root, of, maybe: (collection, id) => (id === null || id === undefined ? null : of(collection, id)) }
}

/** The base URL the client called: `{scheme}://{host}/api` honouring the usual proxy headers. */
export function requestBase(headers: Record<string, string | string[] | undefined>, encrypted: boolean): string {
  const first = (name: string) => {
    const value = headers[name]
    return (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim()
  }
  const scheme = first('x-forwarded-proto') ?? (encrypted ? 'https' : 'http')
  const host = first('x-forwarded-host') ?? first('host') ?? 'localhost'
  return `${scheme}://${host}/api`
}

/**
 * The id at the end of an object URL of `collection`; scheme, host and prefix do not matter, so that clients behind
 * proxies work. Null when the text is no such URL.
 */
export function idFromUrl(collection: string, url: unknown): number | null {
  if (typeof url !== 'string') return null
  const match = /\/v1\/([a-z_/0-9]+)\/(\d{1,18})\/?(?:\?.*)?$/.exec(url)
  return match && (match[1] === collection || match[1]!.endsWith(`/${collection}`)) ? Number(match[2]) : null
}

/** A filter value: an id or the URL of an object, whose last numeric path segment is the id. */
export function idFromFilter(value: string): number | null {
  const match = /(?:^|\/)(\d{1,18})\/?$/.exec(value.trim())
  return match ? Number(match[1]) : null
}
