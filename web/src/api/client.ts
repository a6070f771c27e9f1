/**
 * Requests to the public API. The screen has no other door: what it does, a program with the same credentials can do too.
 *
 * A signed-in browser sends its session cookie and, with requests that change something, the CSRF token. An embedded page holds the token of
 * its URL in memory and sends it as `Authorization`.
 */
import { signal } from '@preact/signals'
import { PREFIX } from './prefix.ts'

/** Path of the API on this origin. */
export const API = `${PREFIX}/api/v1`

/** The token of an embedded URL; null in a signed-in browser. Never stored. */
let token: string | null = null

export const useToken = (given: string): void => {
  token = given
}
export const isEmbedded = (): boolean => token !== null

/** True after a request was refused because the session or token has ended; signing in resets it. */
export const expired = signal(false)
/** True while the service cannot be reached. */
export const offline = signal(false)

/** A refusal of the API. `status` 0: the service could not be reached. */
export class ApiError extends Error {
  readonly status: number
  /** The body of the response: `detail`, `code`, or messages by field. */
  readonly body: Record<string, unknown>
  /** Seconds to wait, of `Retry-After`. */
  readonly retryAfter: number | null

  constructor(status: number, body: Record<string, unknown>, retryAfter: number | null = null) {
    super(textOf(body) || `HTTP ${status}`)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** Returns the messages of an error body as one text, with the names of fields. */
export function textOf(body: unknown, field = ''): string {
  if (typeof body === 'string') return field ? `${field}: ${body}` : body
  if (Array.isArray(body)) return body.map((one) => textOf(one, field)).join(' ')
  if (body === null || typeof body !== 'object') return ''
  const { detail, code: _, ...rest } = body as Record<string, unknown>
  if (typeof detail === 'string') return detail
  return Object.entries(rest)
    .map(([name, value]) => textOf(value, /^(\d+|non_field_errors)$/.test(name) ? field : name))
    .filter(Boolean)
    .join(' ')
}

export interface Options {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  /** Values of undefined, null and `''` are left out. */
  query?: Query
  /** Version of the object that the change is based on. A newer one is answered with 412. */
  ifMatch?: string | null
  signal?: AbortSignal
  /** Headers besides those of credentials. */
  headers?: Record<string, string>
}
export type Query = Record<string, string | number | boolean | null | undefined | readonly (string | number)[]>

/** Returns a path with its query. Absolute URLs of the API keep only their path: behind a proxy the origin can differ. */
export function pathOf(path: string, query: Query = {}): string {
  const own = /^https?:/.test(path) ? new URL(path).pathname + new URL(path).search : path
  const known = own.startsWith(API) ? own : `${API}${own.startsWith('/') ? '' : '/'}${own}`
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
      params.set(name, Array.isArray(value) ? value.join(',') : String(value))
  const text = params.toString()
  return text ? `${known}${known.includes('?') ? '&' : '?'}${text}` : known
}

/** Returns the id at the end of a URL of the API; `''` has none. */
export const idOf = (url: string | null | undefined): number => Number(/\/(\d+)\/?$/.exec(url ?? '')?.[1] ?? 0)

const csrfToken = (): string => /(?:^|;\s*)csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? ''

/** Headers with the credentials of this page. */
export function credentials(method: string): Record<string, string> {
  if (token !== null) return { Authorization: `Bearer ${token}` }
  return method === 'GET' ? {} : { 'X-CSRFToken': csrfToken() }
}

/** Ids of the latest requests of this page that may have changed something. */
const ownRequests: string[] = []
const MAX_REMEMBERED = 100

/** Whether an event was caused by a request of this page, which has been answered already. */
export const isOwnRequest = (id: unknown): boolean => typeof id === 'string' && ownRequests.includes(id)

function remember(response: Response): void {
  const id = response.headers.get('X-Request-Id')
  if (id) ownRequests.push(id)
  if (ownRequests.length > MAX_REMEMBERED) ownRequests.shift()
}

/** Sends a request and returns the response. Throws ApiError. */
export async function send(path: string, options: Options = {}): Promise<Response> {
  const { method = options.body === undefined ? 'GET' : 'POST', body, query, ifMatch, signal: abort, headers } = options
  const given: RequestInit = {
    method,
    credentials: token === null ? 'same-origin' : 'omit',
    headers: {
      Accept: 'application/json',
      ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
      ...(ifMatch ? { 'If-Match': ifMatch } : {}),
      ...credentials(method),
      ...headers,
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    ...(abort ? { signal: abort } : {}),
  }
  let response: Response
  try {
    response = await fetch(pathOf(path, query), given)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    offline.value = true
    throw new ApiError(0, {})
  }
  offline.value = false
  if (method !== 'GET') remember(response)
  if (response.ok) return response
  throw await errorOf(response)
}

/** Returns the error of a response. A refused credential marks the session as expired. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  const isMissing = response.status === 403 && /credentials were not provided/i.test(textOf(body))
  if ((response.status === 401 || isMissing) && !response.url.endsWith('/auth/login')) expired.value = true
  const seconds = Number(response.headers.get('Retry-After'))
  return new ApiError(isMissing ? 401 : response.status, body, seconds > 0 ? seconds : null)
}

/** Sends a request and returns the body of the response; undefined if it has none. */
export async function request<T>(path: string, options: Options = {}): Promise<T> {
  const response = await send(path, options)
  if (response.status === 204 || !response.headers.get('Content-Type')?.includes('json')) return undefined as T
  return (await response.json()) as T
}

/** Sends a request and returns the body with its version. */
export async function versioned<T>(path: string, options: Options = {}): Promise<{ value: T; etag: string | null }> {
  const response = await send(path, options)
  return { value: (await response.json()) as T, etag: response.headers.get('ETag') }
}

/** A page of a list. */
export interface List<T> {
  pagination: { next: string | null; previous: string | null; total?: number; total_pages?: number }
  results: T[]
}

/** Returns all objects of a list, page after page, at most `most`. */
export async function all<T>(path: string, query: Query = {}, most = 1000): Promise<T[]> {
  const found: T[] = []
  for (let next: string | null = pathOf(path, { page_size: 100, ...query }); next !== null && found.length < most;) {
    const page: List<T> = await request<List<T>>(next)
    found.push(...page.results)
    next = page.pagination.next
  }
  return found
}
