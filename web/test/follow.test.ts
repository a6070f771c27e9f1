import './support/browser.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { follow, type LiveEvent } from '../src/api/events.ts'

const headersOf: Record<string, string>[] = []
let connections: ReadableStreamDefaultController<Uint8Array>[]
let end: () => void = () => undefined

beforeEach(() => {
  connections = []
  headersOf.length = 0
  Object.assign(document, { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined })
  vi.useFakeTimers()
  vi.stubGlobal('fetch', (_path: string, { headers }: { headers: Record<string, string> }) => {
    headersOf.push(headers)
    return Promise.resolve(new Response(new ReadableStream({ start: (stream) => void connections.push(stream) })))
  })
})

afterEach(() => {
  end()
  vi.useRealTimers()
})

const send = (event: string, id: string) =>
  connections.at(-1)!.enqueue(new TextEncoder().encode(`event: ${event}\nid: ${id}\ndata: {}\n\n`))

it('asks to read the objects again once it is connected: they may have changed since they were read', async () => {
  const received: LiveEvent[] = []
  end = follow('/queues/1/events', (event) => received.push(event))
  await vi.waitFor(() => expect(connections).toHaveLength(1))
  expect(received).toEqual([])
  send('open', '7-1')
  send('annotation.moved', '7-2')
  await vi.waitFor(() => expect(received.map(({ event }) => event)).toEqual(['resync', 'annotation.moved']))
})

it('continues a lost connection from the last event, without reading everything again', async () => {
  const received: string[] = []
  end = follow('/queues/1/events', ({ event }) => received.push(event))
  await vi.waitFor(() => expect(connections).toHaveLength(1))
  send('open', '7-1')
  await vi.waitFor(() => expect(received).toEqual(['resync']))
  connections[0]!.close()
  await vi.advanceTimersByTimeAsync(1000)
  await vi.waitFor(() => expect(connections).toHaveLength(2))
  send('open', '7-1')
  send('annotation.moved', '7-2')
  await vi.waitFor(() => expect(received).toEqual(['resync', 'annotation.moved']))
  expect(headersOf.map((headers) => headers['Last-Event-ID'])).toEqual([undefined, '7-1'])
})
