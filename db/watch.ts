/**
 * Notices connections whose server has stopped answering. The limits of PostgreSQL on statements do not help then: the frozen server
 * would have to enforce them, and TCP keeps a connection for a quarter of an hour. A long statement looks the same, so a new connection
 * asks the server.
 */
import { Socket } from 'node:net'
import { finished, Readable, Writable } from 'node:stream'
import pg from 'pg'
import { endClient } from './end-client.ts'
import { type Patience } from './patience.ts'

/** Limits are counted in ticks: a process whose thread was busy has not listened, and must not blame the server. */
const TICK_MS = 250

const ticks = (ms: number) => Math.ceil(ms / TICK_MS)

export interface WatchOptions {
  url: string
  patience: Pick<Patience, 'silentMs' | 'answerMs'>
  /** After so long without a byte a statement has failed even if the server answers others, because PostgreSQL ends it earlier; default never. */
  longestMs?: number
}

export interface Watch {
  /** Watches the statements of a connection from now on, until it ends. */
  add(client: pg.Client): void
}

interface Watched {
  /** Statements that have not ended. */
  running: number
  /** Bytes received, and sent as far as the system has accepted them. */
  moved: number
  /** Ticks without progress since then, and since the server was last asked. */
  silent: number
  unasked: number
}

/** The error of statements on a connection that is given up. */
const noAnswer = (): Error => Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' })

/** Sockets of TLS connections are sockets too. A COPY into the database makes progress by sending. */
const movedOf = ({ connection: { stream } }: pg.Client): number =>
  stream instanceof Socket ? stream.bytesRead + stream.bytesWritten - stream.writableLength : 0

/** Watches connections to one server. Nothing runs while no statement does. */
export function watchConnections({ url, patience, longestMs = Infinity }: WatchOptions): Watch {
  const silentTicks = ticks(patience.silentMs)
  const longestTicks = ticks(longestMs)
  const clients = new Map<pg.Client, Watched>()
  let timer: NodeJS.Timeout | undefined
  let isAsking = false

  const lose = (client: pg.Client) => {
    clients.delete(client)
    client.connection.stream.destroy(noAnswer())
  }

  const ask = async () => {
    isAsking = true
    const before = new Map([...clients.keys()].map((client) => [client, movedOf(client)]))
    const isAnswering = await answers(url, ticks(patience.answerMs))
    isAsking = false
    if (isAnswering) return
    // Idle connections too: the next statement would wait on them.
    for (const [client, moved] of before) if (clients.has(client) && movedOf(client) === moved) lose(client)
  }

  const look = () => {
    const busy = [...clients].filter(([, { running }]) => running > 0)
    if (busy.length === 0) {
      clearInterval(timer)
      timer = undefined
      return
    }
    let isSilent = false
    for (const [client, watched] of busy) {
      const moved = movedOf(client)
      if (moved !== watched.moved) Object.assign(watched, { moved, silent: 0, unasked: 0 })
      watched.silent++
      watched.unasked++
      if (watched.silent > longestTicks) lose(client)
      else if (watched.unasked > silentTicks) isSilent = true
    }
    if (!isSilent || isAsking) return
    for (const [, watched] of busy) watched.unasked = 0
    void ask()
  }

  return {
    add(client) {
      const watched: Watched = { running: 0, moved: 0, silent: 0, unasked: 0 }
      clients.set(client, watched)
      client.once('end', () => clients.delete(client))
      const begin = () => {
        if (watched.running++ === 0) Object.assign(watched, { moved: movedOf(client), silent: 0, unasked: 0 })
        // Pending statements keep the process running anyway.
        timer ??= setInterval(look, TICK_MS).unref()
      }
      client.query = afterEach(client.query, begin, () => void watched.running--)
    },
  }
}

/** Returns a function like `query` that calls `begin` before, and `end` when the statement has ended. */
function afterEach<T extends pg.Client['query']>(query: T, begin: () => void, end: () => void): T {
  const wrap = (given: unknown): unknown =>
    typeof given === 'function'
      ? (...results: unknown[]): unknown => {
          end()
          return Reflect.apply(given, undefined, results)
        }
      : given
  return new Proxy(query, {
    apply(target, self, given: unknown[]): unknown {
      begin()
      const result: unknown = Reflect.apply(target, self, given.map(wrap))
      // COPY.
      if (result instanceof Readable || result instanceof Writable) finished(result, end)
      else if (result instanceof Promise) result.then(end, end)
      return result
    },
  })
}

/** Codes of the network that say that no server is there. Others, such as a failed resolution of its name, say nothing about it. */
const GONE = /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/

/** Returns whether the server answers a new connection within so many ticks; a refusal is an answer. */
async function answers(url: string, patience: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'sheaf watch' })
  client.on('error', () => undefined)
  let passed = 0
  const timer = setInterval(() => ++passed > patience && client.connection.stream.destroy(noAnswer()), TICK_MS)
  try {
    await client.connect()
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && typeof error.code === 'string' && GONE.test(error.code))
  } finally {
    clearInterval(timer)
    void endClient(client)
  }
}
