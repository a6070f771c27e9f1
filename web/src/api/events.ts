/** Server-sent events of an annotation or a queue. Read with `fetch`, because EventSource cannot send the token of an embedded URL. */
import { credentials, errorOf, expired, pathOf } from './client.ts'

export interface LiveEvent {
  /** Kind of event, such as `annotation_content.changed`; `resync` asks to read the objects again. */
  event: string
  data: Record<string, unknown>
}

/** Returns the complete events of a text, and the rest that has not ended yet (format of the HTML standard). */
export function parseEvents(text: string): { events: (LiveEvent & { id: string })[]; rest: string } {
  const frames = text.split('\n\n')
  const rest = frames.pop()!
  const events = frames.flatMap((frame) => {
    const fields = new Map(
      frame.split('\n').flatMap((line) => {
        const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
        return name === undefined ? [] : [[name, value!] as const]
      }),
    )
    const [event, data] = [fields.get('event'), fields.get('data')]
    if (event === undefined || data === undefined) return []
    return [{ event, id: fields.get('id') ?? '', data: JSON.parse(data) as Record<string, unknown> }]
  })
  return { events, rest }
}

/**
 * Calls `on` for each event until the returned function is called. Connects again after interruptions, from the last event received.
 * A gap arrives as `resync`: one that the service cannot fill, and the time between the reading of the objects and the first connection.
 */
export function follow(path: string, on: (event: LiveEvent) => void): () => void {
  const abort = new AbortController()
  let connection = new AbortController()
  let lastId = ''
  let failures = 0
  let wasOpen = false

  const read = async (): Promise<void> => {
    const response = await fetch(pathOf(path), {
      headers: { Accept: 'text/event-stream', ...(lastId ? { 'Last-Event-ID': lastId } : {}), ...credentials('GET') },
      signal: connection.signal,
    })
    if (!response.ok || !response.body) throw await errorOf(response)
    failures = 0
    const decoder = new TextDecoder()
    let text = ''
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) return
      const { events, rest } = parseEvents(text + decoder.decode(value, { stream: true }))
      text = rest
      for (const { event, id, data } of events) {
        lastId = id || lastId
        if (event !== 'open') on({ event, data })
        else if (!wasOpen) on({ event: 'resync', data })
        wasOpen = true
      }
    }
  }

  const run = async (): Promise<void> => {
    while (!abort.signal.aborted) {
      await visible(abort.signal)
      connection = new AbortController()
      if (abort.signal.aborted) return
      await read().catch(() => (failures += 1))
      if (abort.signal.aborted) return
      // A session that has ended stays ended until the user signs in again; asking less often is enough.
      await pause(expired.value ? 5000 : Math.min(500 * 2 ** failures, 15_000), abort.signal)
    }
  }
  // Browsers open few connections to one service over HTTP/1.1: hidden windows must not hold them. A window that is shown again receives
  // what it has missed.
  const release = () => document.hidden && connection.abort()
  document.addEventListener('visibilitychange', release)
  void run()
  return () => {
    document.removeEventListener('visibilitychange', release)
    abort.abort()
    connection.abort()
  }
}

/** Resolves when the window is visible, or at the end. */
const visible = (abort: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (document.hidden && !abort.aborted) return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    abort.addEventListener('abort', check, { once: true })
    check()
  })

const pause = (ms: number, abort: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    abort.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
