/** A stream of server-sent events, in the format of the HTML standard (section "Server-sent events"). */
import { Readable } from 'node:stream'
import { BATCH, currentPosition, eventsAfter, isKnown, type LiveEvent, type Position } from '../../domain/live/read.ts'
import type { Channels, Subject } from '../../domain/live/channels.ts'
import type { Knex } from 'knex'

export interface StreamOptions {
  db: Knex
  channels: Channels
  subject: Subject
  /** The `Last-Event-ID` of the client; `''` for none. */
  lastId: string
  show: (event: LiveEvent) => Record<string, unknown>
  /** Whether the caller may still see the object; checked before every heartbeat. */
  mayContinue: () => Promise<boolean>
  /** Called once when the stream ends. */
  onEnd: () => void
  times?: Partial<typeof TIMES>
}

export const TIMES = {
  /** Keeps proxies from closing the connection. */
  heartbeatMs: 15_000,
  /** Afterwards the client connects again, with its credentials of then. */
  lifetimeMs: 300_000,
  /** Time until events are read again that an open transaction holds back. */
  retryMs: 300,
}

/** A client that has missed more events reads the objects again instead. */
const MAX_REPLAYED = 5 * BATCH
/** A client that does not read is disconnected when this much waits for it. */
const MAX_WAITING = 1_000_000

/** Returns the position in an event id; undefined if it is not one of this service. */
export function positionOf(id: string): Position | undefined {
  const [, xact, number] = /^(\d{1,19})-(\d{1,15})$/.exec(id) ?? []
  return xact === undefined ? undefined : { xact, id: Number(number) }
}

const idOf = ({ xact, id }: Position) => `${xact}-${id}`

const frame = (event: string, id: string, data: unknown) =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`

/** Streams the events of an object from the last one that the client has received, or from now. */
export function streamEvents(options: StreamOptions): Readable {
  const { db, channels, subject, lastId, show, mayContinue, onEnd } = options
  const times = { ...TIMES, ...options.times }
  const stream = new Readable({ read: () => undefined })
  let position: Position | undefined
  let isReading = false
  let isStale = false
  let retry: NodeJS.Timeout | undefined

  const push = (text: string): void => {
    if (stream.destroyed || isOver) return
    if (stream.readableLength > MAX_WAITING) stream.destroy()
    else stream.push(text)
  }
  const fail = (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error)))

  const begin = async (): Promise<void> => {
    const wanted = positionOf(lastId)
    const isResumed = wanted !== undefined && (await isKnown(db, wanted))
    position = isResumed ? wanted : await currentPosition(db)
    push(frame('open', idOf(position), {}))
    // The position is of another database, or from before a restore: what happened since is not known.
    if (lastId !== '' && !isResumed) push(frame('resync', idOf(position), {}))
  }

  /** Sends what is new. One read at a time; what arrives meanwhile is read afterwards. */
  const send = async (): Promise<void> => {
    isStale = true
    if (isReading) return
    isReading = true
    try {
      if (!position) await begin()
      for (let sent = 0; isStale && !stream.destroyed;) {
        isStale = false
        const { events, isHeldBack } = await eventsAfter(db, subject, position!)
        for (const event of events) push(frame(event.kind, idOf(event), show(event)))
        position = events.at(-1) ?? position
        sent += events.length
        if (sent > MAX_REPLAYED) {
          position = await currentPosition(db)
          push(frame('resync', idOf(position), {}))
        } else if (events.length === BATCH) isStale = true
        if (isHeldBack) retry ??= setTimeout(wakeAgain, times.retryMs)
      }
    } catch (error) {
      fail(error)
    } finally {
      isReading = false
    }
  }
  const wake = (): void => void send()
  let isOver = false
  const end = (): void => {
    isOver = true
    stream.push(null)
  }
  const wakeAgain = (): void => {
    retry = undefined
    wake()
  }

  const beat = setInterval(() => {
    mayContinue().then((may) => {
      if (!may) return end()
      push(': \n\n')
      // An announcement may have been lost with the process that committed the event.
      wake()
    }, fail)
  }, times.heartbeatMs)
  const life = setTimeout(end, times.lifetimeMs)
  const unsubscribe = channels.subscribe(subject, { wake, end })
  stream.once('close', () => {
    clearInterval(beat)
    clearTimeout(life)
    clearTimeout(retry)
    unsubscribe()
    onEnd()
  })
  wake()
  return stream
}
