/** A client of the API for tests: `as(root, token).get('/queues')`. */

import { recordAnswer } from './answers.ts'

/** Parsed JSON of a request or response, as the standard library types it; tests assert its shape instead of declaring it. */
export type Json = ReturnType<typeof JSON.parse>

export interface Answer {
  status: number
  body: Json
  headers: Headers
}

export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string, headers?: Record<string, string>): Promise<Answer>
  send(method: string, path: string, init?: { body?: unknown; headers?: Record<string, string> }): Promise<Answer>
}

/** Returns the bytes of a response. Of an event stream, which has no end, only the first chunk; the stream is closed. */
export async function bytesOf(response: Response): Promise<Buffer> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    return Buffer.from(await response.arrayBuffer())
  }
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return Buffer.from(value ?? [])
}

/** Creates a client. `path` is relative to the root, or a complete URL from a response. */
export function as(root: string, token?: string): Client {
  const send: Client['send'] = async (method, path, { body, headers = {} } = {}) => {
    const raw =
      body instanceof FormData ||
      body instanceof Uint8Array ||
      typeof body === 'string' ||
      body instanceof URLSearchParams
    const response = await fetch(path.startsWith('http') ? path : root + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body !== undefined && !raw ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: raw ? (body as NonNullable<Parameters<typeof fetch>[1]>['body']) : JSON.stringify(body) }),
    })
    const bytes = await bytesOf(response)
    const json = response.headers.get('content-type')?.includes('json')
    const answer: Answer = {
      status: response.status,
      body: json && bytes.length ? JSON.parse(bytes.toString('utf8')) : bytes.length ? bytes : null,
      headers: response.headers,
    }
    recordAnswer(root, method, path, answer)
    return answer
  }
  return {
    send,
    get: (path, headers) => send('GET', path, { ...(headers ? { headers } : {}) }),
    post: (path, body, headers) => send('POST', path, { body, ...(headers ? { headers } : {}) }),
    put: (path, body, headers) => send('PUT', path, { body, ...(headers ? { headers } : {}) }),
    patch: (path, body, headers) => send('PATCH', path, { body, ...(headers ? { headers } : {}) }),
    delete: (path, headers) => send('DELETE', path, { ...(headers ? { headers } : {}) }),
  }
}
