/** Wakes the live channels of this process when something about their object was committed anywhere. */
import { listen, type Listening } from '../../../db/listen.ts'
import { ALL, CHANNEL, type Announcement } from './announcer.ts'

/** The object whose events a channel sends. */
export interface Subject {
  kind: 'queue' | 'annotation'
  id: number
}

export interface Subscriber {
  /** Called after changes of the object, and whenever changes may have been missed. */
  wake(): void
  /** Called when the process stops. */
  end(): void
}

export interface Channels {
  /** Returns a function that ends the subscription. After `close`, a subscriber ends at once. */
  subscribe(subject: Subject, subscriber: Subscriber): () => void
  close(): Promise<void>
}

const nameOf = ({ kind, id }: Subject) => `${kind}/${id}`

/** Opens the channels of this process; they share one connection, which the first subscriber opens. */
export function openChannels({ url, onError }: { url: string; onError: (error: unknown) => void }): Channels {
  const subscribers = new Map<string, Set<Subscriber>>()
  let listening: Listening | undefined
  let isClosed = false

  const wakeAll = () => {
    for (const group of subscribers.values()) for (const one of group) one.wake()
  }
  const receive = (payload: string) => {
    if (payload === ALL) return wakeAll()
    const { queues, annotations }: Announcement = JSON.parse(payload)
    const names = [
      ...queues.map((id) => nameOf({ kind: 'queue', id })),
      ...annotations.map((id) => nameOf({ kind: 'annotation', id })),
    ]
    for (const name of names) for (const one of subscribers.get(name) ?? []) one.wake()
  }

  return {
    subscribe(subject, subscriber) {
      if (isClosed) setImmediate(() => subscriber.end())
      const name = nameOf(subject)
      const group = subscribers.get(name) ?? new Set()
      subscribers.set(name, group.add(subscriber))
      if (!isClosed)
        listening ??= listen({
          url,
          channel: CHANNEL,
          onMessage: receive,
          onConnect: wakeAll,
          onError,
        })
      return () => {
        group.delete(subscriber)
        if (group.size === 0) subscribers.delete(name)
      }
    },
    async close() {
      isClosed = true
      for (const group of subscribers.values()) for (const one of [...group]) one.end()
      await listening?.close()
    },
  }
}
