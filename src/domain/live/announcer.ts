/** Announces committed events to the live channels of all processes. */
import type { Knex } from 'knex'

/** What an event is about. */
export interface Change {
  queue_ids: number[]
  annotation_id: number | null
}

export const CHANNEL = 'sheaf_events'
/** Everything may have changed. */
export const ALL = '*'

/** Announcements wait this long for others: PostgreSQL lets only one transaction at a time commit a notification. */
const COLLECT_MS = 40
/** PostgreSQL refuses payloads from 8,000 bytes. */
const MAX_BYTES = 7_900

export interface Announcer {
  /** Returns immediately and never fails: a channel that misses an announcement reads again within seconds. */
  add(changes: readonly Change[]): void
  close(): Promise<void>
}

export function openAnnouncer({ db, onError }: { db: Knex; onError: (error: unknown) => void }): Announcer {
  const queues = new Set<number>()
  const annotations = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  let isClosed = false

  const send = async (): Promise<void> => {
    timer = undefined
    const payload = JSON.stringify({ queues: [...queues], annotations: [...annotations] } satisfies Announcement)
    queues.clear()
    annotations.clear()
    await db.raw('select pg_notify(?, ?)', [CHANNEL, payload.length > MAX_BYTES ? ALL : payload]).catch(onError)
  }

  return {
    add(changes) {
      if (isClosed || changes.length === 0) return
      for (const { queue_ids, annotation_id } of changes) {
        for (const id of queue_ids) queues.add(id)
        if (annotation_id !== null) annotations.add(annotation_id)
      }
      timer ??= setTimeout(() => {
        sending = send()
      }, COLLECT_MS).unref()
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      await sending
    },
  }
}

export interface Announcement {
  queues: number[]
  annotations: number[]
}
