/**
 * A thread that sends one kind of load to an API on this machine until it is asked to stop, so that its clients do not share the thread of the
 * probe. Its number of connections is fixed, and each sends one request after the other.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export const LOADS = ['reads', 'patches', 'unread', 'sideload', 'open'] as const
export type LoadName = (typeof LOADS)[number]

export interface LoadData {
  load: LoadName
  /** Root of the API, on the loopback interface. */
  root: string
  token: string
  annotation_id: number
  node_ids: number[]
}

export interface LoadEnd {
  requests: number
  refused: number
}

const stopping = new AbortController()
const end: LoadEnd = { requests: 0, refused: 0 }

function run({ load, root, token, annotation_id, node_ids }: LoadData): Promise<unknown> {
  if (new URL(root).hostname !== '127.0.0.1') throw new Error('The load is for this machine only.')
  const content = `/annotations/${annotation_id}/content`
  const node = (n: number) => `${content}/${node_ids[n % node_ids.length]}`
  const authorized = { Authorization: `Bearer ${token}` }
  const ask = async (path: string, init: RequestInit = {}): Promise<void> => {
    const answer = await fetch(path.startsWith('/api/') ? new URL(path, root) : `${root}${path}`, {
      headers: authorized,
      ...init,
      signal: stopping.signal,
    })
    end.requests++
    if (!answer.ok) end.refused++
    for await (const _ of answer.body ?? []) continue
    const pause = Number(answer.headers.get('retry-after') ?? 0)
    if (pause > 0) await wait(pause * 1000, undefined, { signal: stopping.signal })
  }
  const json = (method: string, body: object, headers: object = authorized) => ({
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const connections = (count: number, request: (n: number) => Promise<void>) =>
    Promise.all(
      Array.from({ length: count }, async (_, connection) => {
        for (let n = connection; !stopping.signal.aborted; n++) {
          // A connection that the service closes is an answer as well.
          await request(n).catch(() => wait(50))
        }
      }),
    )
  switch (load) {
    case 'reads':
      return connections(4, (n) => ask(n % 2 ? content : node(n)))
    case 'patches':
      return connections(4, (n) => ask(node(n), json('PATCH', { content: { value: `v${n}` } })))
    case 'unread':
      return connections(20, () => leaveUnread(root, content, token))
    case 'sideload':
      return connections(2, () => ask('/annotations?sideload=content&page_size=100'))
    case 'open':
      return connections(4, (n) =>
        n % 2
          ? ask('/auth/password/score', json('POST', { password: `some long words ${n} and more of them` }, {}))
          : ask('/api/openapi.json', { headers: { 'Accept-Encoding': 'gzip' } }),
      )
  }
}

/** Requests the content and reads nothing of the answer until the service closes the connection. */
function leaveUnread(root: string, path: string, token: string): Promise<void> {
  const { hostname, port, pathname } = new URL(root)
  end.requests++
  return new Promise((resolve) => {
    const socket: Socket = connect(Number(port), hostname)
    socket.pause()
    const stop = () => socket.destroy()
    stopping.signal.addEventListener('abort', stop, { once: true })
    socket.once('error', () => undefined)
    socket.once('close', () => {
      stopping.signal.removeEventListener('abort', stop)
      resolve()
    })
    socket.write(
      `GET ${pathname}${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
  })
}

if (parentPort) {
  parentPort.once('message', () => stopping.abort())
  await run(workerData as LoadData)
  parentPort.postMessage(end)
}
