/** A client of the public API: uses HTTP and a token only. */
import { DEMO_PASSWORD, DEMO_USER } from '../../domain/people/demo.ts'
import { DemoError } from './problem.ts'

interface List<T> {
  results: T[]
}

export interface AnswerError {
  status: number
  detail: string
}

export interface Client {
  /** Start of the API's URLs, e.g. http://127.0.0.1:8090/api/v1 */
  root: string
  /** Accepts paths below `root`, and complete URLs as found in objects. */
  get<T>(path: string): Promise<T>
  list<T>(path: string): Promise<T[]>
  post(path: string, body?: object): Promise<void>
  /** Uploads a file; returns the response, or the error if the server rejects it. */
  upload(path: string, name: string, bytes: Buffer): Promise<{ url: string } | { error: AnswerError }>
  download(path: string): Promise<Buffer>
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const cause = (error as { cause?: Error }).cause?.message ?? (error as Error).message
    throw new DemoError(`The API at ${new URL(url).origin} does not respond (${cause}).`)
  }
}

async function errorOf(answer: Response): Promise<AnswerError> {
  const body = (await answer.json().catch(() => ({}))) as { detail?: string }
  return { status: answer.status, detail: body.detail ?? answer.statusText }
}

async function must(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  const { status, detail } = await errorOf(answer)
  throw new DemoError(`${new URL(answer.url).pathname} returned ${status}: ${detail}`)
}

/** Logs in as the demo's administrator. */
export async function logIn(api: string): Promise<Client> {
  const root = `${api}/v1`
  const login = await reach(`${root}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: DEMO_USER, password: DEMO_PASSWORD }),
  })
  if (login.status === 401) {
    throw new DemoError(`The demo login (${DEMO_USER}) does not work here; use another SHEAF_HOME for the demo.`)
  }
  const { key } = (await (await must(login)).json()) as { key: string }
  const headers = { Authorization: `Bearer ${key}` }
  const at = (path: string) => (path.startsWith('http') ? path : `${root}/${path}`)
  const get = async <T>(path: string) => (await must(await reach(at(path), { headers }))).json() as Promise<T>
  return {
    root,
    get,
    list: async <T>(path: string) => (await get<List<T>>(path)).results,
    post: async (path, body = {}) => {
      const json = { ...headers, 'Content-Type': 'application/json' }
      await must(await reach(at(path), { method: 'POST', headers: json, body: JSON.stringify(body) }))
    },
    upload: async (path, name, bytes) => {
      const form = new FormData()
      form.set('content', new Blob([new Uint8Array(bytes)]), name)
      const answer = await reach(at(path), { method: 'POST', headers, body: form })
      return answer.ok ? ((await answer.json()) as { url: string }) : { error: await errorOf(answer) }
    },
    download: async (path) => Buffer.from(await (await must(await reach(at(path), { headers }))).arrayBuffer()),
  }
}
