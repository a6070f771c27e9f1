/** A client of the public REST API, as small as the commands need it. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import { Problem } from '../problem.ts'

export interface Rest {
  /** Base of the API, which ends in `/v1`. */
  api: string
  /** Of the caller. */
  token: string
  /** Yields the objects of a list, page by page. */
  pages<T>(path: string, query?: Record<string, string>): AsyncGenerator<T[]>
  /** Returns the objects of a list, at most the first `most`. */
  all<T>(path: string, query?: Record<string, string>, most?: number): Promise<T[]>
  /** Returns null if there is no such object. */
  find<T>(path: string): Promise<T | null>
  /** Sends JSON, or a form with files. Throws Refused if the service refuses the request. */
  send<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** Returns the response to a GET, whose body may be of any type and size. Throws Refused. */
  download(path: string): Promise<Response>
}

/** The path below the base of the API in a URL of an object: hosts may differ. */
export const pathIn = (url: string): string => url.slice(url.indexOf('/v1/') + '/v1/'.length)

/** The id at the end of a URL of an object. */
export const idIn = (url: string): number => Number(url.split('/').at(-1))

interface Page<T> {
  results: T[]
  pagination: { next: string | null }
}

/** The service refuses a request, with this status. */
export class Refused extends Problem {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const TIMEOUT_MS = 60_000
const MAX_WAITS = 3
/** A token of a login serves one command. */
const LIFETIME_S = 3600

/** Logs in if there is no token. Throws Problem for connections and credentials that do not work. */
export async function openRest({ api, login }: Connection): Promise<Rest> {
  const token = 'token' in login ? login.token : await tokenOf(api, login)
  const send = <T>(method: string, path: string, body?: unknown) => request<T>(`${api}/${path}`, method, token, body)
  const pages = async function* <T>(path: string, query: Record<string, string> = {}): AsyncGenerator<T[]> {
    const first = new URLSearchParams({ ...query, page_size: '100' })
    for (let search: string | null = `?${first.toString()}`; search !== null;) {
      const page: Page<T> = await send<Page<T>>('GET', path + search)
      yield page.results
      // Only the query of the next page is used: the token is sent to no other address than the caller's.
      search = page.pagination.next && new URL(page.pagination.next).search
    }
  }
  const all = async <T>(path: string, query: Record<string, string> = {}, most = Infinity): Promise<T[]> => {
    const found: T[] = []
    for await (const page of pages<T>(path, query)) {
      found.push(...page)
      if (found.length >= most) break
    }
    return found.slice(0, most)
  }
  const find = <T>(path: string) =>
    send<T>('GET', path).catch((error: unknown) =>
      error instanceof Refused && error.status === 404 ? null : Promise.reject(error),
    )
  const download = async (path: string) => {
    const url = `${api}/${path}`
    const response = await patiently(url, 'GET', token, undefined, true)
    if (!response.ok) await read(response, `GET ${url}`)
    return response
  }
  return { api, token, pages, all, find, send, download }
}

/** Returns a new token of a user. */
export async function tokenOf(
  api: string,
  login: { username: string; password: string },
  max_token_lifetime_s: number | null = LIFETIME_S,
): Promise<string> {
  const body = { ...login, ...(max_token_lifetime_s ? { max_token_lifetime_s } : {}) }
  return (await request<{ key: string }>(`${api}/auth/login`, 'POST', null, body)).key
}

async function request<T>(url: string, method: string, token: string | null, body: unknown): Promise<T> {
  return read<T>(await patiently(url, method, token, body), `${method} ${url}`)
}

/** Waits as long as the service demands, when a request exceeds the rate limit. */
async function patiently(
  url: string,
  method: string,
  token: string | null,
  body: unknown,
  isFile = body instanceof FormData,
): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData)
  for (let waits = 0; ; waits++) {
    const response = await ask(url, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(isJson ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      // Files may take long; a connection on which nothing is sent for five minutes ends all the same.
      ...(isFile ? {} : { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    })
    if (response.status !== 429 || waits >= MAX_WAITS) return response
    await response.body?.cancel()
    await wait(Math.min(60, Math.max(1, Number(response.headers.get('Retry-After')) || 1)) * 1000)
  }
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  try {
    // A redirect would turn POST into GET; the URL has to be the final one.
    return await fetch(url, { ...init, redirect: 'error' })
  } catch (error) {
    const start = 'Start it with "sheaf up" (in a clone: npm start), or name another with --url or SHEAF_URL.'
    throw new Problem(`The service at ${new URL(url).origin} does not respond. ${start}`, { cause: error })
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
  const { status } = response
  if (status === 401) throw new Refused(status, refusedLogin(new URL(response.url)))
  throw new Refused(status, errorLines(value).join('\n') || `${what}: the service responded with status ${status}.`)
}

function refusedLogin({ origin, pathname }: URL): string {
  if (pathname.endsWith('/auth/login')) return `The service at ${origin} does not accept this user name and password.`
  return `The service at ${origin} does not accept this token: it may have expired. Log in with "sheaf login".`
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
