/** A client of the public REST API, as small as the commands need it. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import { Problem } from './problem.ts'

export interface Rest {
  /** Base of the API, which ends in `/v1`. */
  api: string
  /** Of the caller. */
  token: string
  /** Returns the objects of a list, at most the first `most`. */
  all<T>(path: string, query?: Record<string, string>, most?: number): Promise<T[]>
  /** Returns null if there is no such object. */
  find<T>(path: string): Promise<T | null>
  send<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T>
}

interface Page<T> {
  results: T[]
  pagination: { next: string | null }
}

/** The service has no such object. */
class Missing extends Problem {}

const TIMEOUT_MS = 60_000
const MOST_WAITS = 3
/** A token of a login serves one command. */
const LIFETIME_S = 3600

/** Logs in if there is no token. Throws Problem for connections and credentials that do not work. */
export async function openRest({ api, login }: Connection): Promise<Rest> {
  const token = 'token' in login ? login.token : await tokenOf(api, login)
  const send = <T>(method: string, path: string, body?: unknown) => request<T>(`${api}/${path}`, method, token, body)
  const all = async <T>(path: string, query: Record<string, string> = {}, most = Infinity): Promise<T[]> => {
    const found: T[] = []
    const first = new URLSearchParams({ ...query, page_size: '100' })
    for (let search: string | null = `?${first.toString()}`; search !== null && found.length < most;) {
      const page: Page<T> = await send<Page<T>>('GET', path + search)
      found.push(...page.results)
      // Only the query of the next page is used: the token is sent to no other address than the caller's.
      search = page.pagination.next && new URL(page.pagination.next).search
    }
    return found.slice(0, most)
  }
  const find = <T>(path: string) =>
    send<T>('GET', path).catch((error: unknown) => (error instanceof Missing ? null : Promise.reject(error)))
  return { api, token, all, find, send }
}

async function tokenOf(api: string, login: { username: string; password: string }): Promise<string> {
  const body = { ...login, max_token_lifetime_s: LIFETIME_S }
  return (await request<{ key: string }>(`${api}/auth/login`, 'POST', null, body)).key
}

/** Waits as long as the service demands, when a request exceeds the rate limit. */
async function request<T>(url: string, method: string, token: string | null, body: unknown): Promise<T> {
  for (let waits = 0; ; waits++) {
    const response = await ask(url, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (response.status === 429 && waits < MOST_WAITS) {
      await response.body?.cancel()
      await wait(Math.min(60, Math.max(1, Number(response.headers.get('Retry-After')) || 1)) * 1000)
      continue
    }
    return read<T>(response, `${method} ${url}`)
  }
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  try {
    // A redirect would turn POST into GET; the URL has to be the final one.
    return await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    throw new Problem(`The service at ${new URL(url).origin} does not respond.`, { cause: error })
  }
}

async function read<T>(response: Response, what: string): Promise<T> {
  const text = await response.text()
  let value: unknown
  try {
    value = text ? JSON.parse(text) : null
  } catch {
    throw new Problem(`${what}: the response with status ${response.status} is not JSON. Is the URL that of the API?`)
  }
  if (response.ok) return value as T
  if (response.status === 404) throw new Missing(errorLines(value).join('\n') || `${what}: there is no such object.`)
  if (response.status === 401) throw new Problem('The service does not accept these credentials.')
  throw new Problem(errorLines(value).join('\n') || `${what}: the service responded with status ${response.status}.`)
}

/** The errors of a response, one line each: `config.url: Enter a valid URL.` */
export function errorLines(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return [path.length ? `${path.join('.')}: ${value}` : value]
  if (Array.isArray(value)) return value.flatMap((one) => errorLines(one, path))
  if (typeof value !== 'object' || value === null) return []
  const { detail } = value as { detail?: unknown }
  if (typeof detail === 'string') return errorLines(detail, path)
  return Object.entries(value).flatMap(([name, one]) => errorLines(one, [...path, name]))
}
