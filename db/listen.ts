/** Notifications of PostgreSQL, over a connection of their own: a pool would give it to the next query. */
import pg from 'pg'
import { endClient } from './end-client.ts'
import { connectionLimits, PATIENCE } from './patience.ts'

export interface Listening {
  close(): Promise<void>
}

export interface ListenOptions {
  url: string
  channel: string
  /** Called with the payload of each notification. */
  onMessage: (payload: string) => void
  /** Called after every connection: notifications before it were missed. */
  onConnect: () => void
  onError: (error: unknown) => void
}

const MIN_PAUSE_MS = 200
const MAX_PAUSE_MS = 10_000

/** Listens to a channel until `close`; connects again if the connection is lost. */
export function listen({ url, channel, onMessage, onConnect, onError }: ListenOptions): Listening {
  let client: pg.Client | undefined
  let pause = MIN_PAUSE_MS
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const connect = async (): Promise<void> => {
    const own = new pg.Client({
      connectionString: url,
      application_name: 'sheaf live',
      ...connectionLimits('requests'),
      query_timeout: PATIENCE.requests.connectMs,
    })
    client = own
    let isLost = false
    const lose = (error?: unknown): void => {
      if (isLost || isClosed) return
      isLost = true
      if (error) onError(error)
      void endClient(own)
      timer = setTimeout(() => void connect(), pause)
      pause = Math.min(2 * pause, MAX_PAUSE_MS)
    }
    own.on('error', lose)
    own.on('end', () => lose())
    own.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await own.connect()
      await own.query(`listen ${pg.escapeIdentifier(channel)}`)
      pause = MIN_PAUSE_MS
      onConnect()
    } catch (error) {
      lose(error)
    }
  }
  const connecting = connect()

  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      await connecting
      if (client) await endClient(client)
    },
  }
}
