/** Sends finished entries to the service, one request at a time, and again after a lost connection, a new sign-in or a changed content. */
import type { ReadonlySignal } from '@preact/signals'
import { ApiError, expired } from '../../../api/client.ts'
import type { Datapoint } from '../../../api/types.ts'
import { t } from '../../../i18n/index.ts'
import { operationsOf } from './entries.ts'
import type { Kept, KeptEntries } from './kept-entries.ts'
import type { TaskQueue } from './queue.ts'
import type { Operation } from './types.ts'

/** A value that the service does not have, although the user has finished it; `nodeId` is its field. */
export class NotStored extends Error {
  readonly nodeId: number
  constructor(nodeId: number, message: string) {
    super(message)
    this.nodeId = nodeId
  }
}

export interface Sending {
  /** Sends what waits. Throws if that is not possible now. */
  send(): Promise<void>
  /** Sends what waits, and ignores a failure. */
  flush(): void
  /** Sends after the given seconds; without them after a time that grows with each failure. */
  tryLater(seconds: number | null): void
  /** Sends what waits. Throws NotStored if an entry is refused or in conflict, and ApiError if the service cannot be reached. */
  settle(): Promise<void>
  close(): void
}

export interface SendingOptions {
  /** The stored fields by id. */
  stored: ReadonlySignal<ReadonlyMap<number, Datapoint>>
  queue: TaskQueue
  /** Resolves when the content may be changed; rejects with the reason why it may not. */
  ready: () => Promise<void>
  send: (operations: Operation[]) => Promise<void>
  /** Reads the stored content again. */
  reload: () => Promise<void>
  validate: (ids: readonly number[]) => Promise<void>
  /** The annotation is no longer in review by this user. */
  onEnded: () => void
}

const RETRY_MS = [1000, 2000, 5000, 10_000]

export function createSending(entries: KeptEntries, options: SendingOptions): Sending {
  const { stored, queue } = options
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isClosed = false

  const isWaiting = (): boolean => entries.ready.value.length > 0

  /** Sends once what is ready. Returns the ids that were sent. */
  async function sendOnce(): Promise<number[]> {
    const sent = entries.ready.value
    try {
      await options.send(operationsOf(sent, stored.value))
    } catch (error) {
      await recover(error, sent)
      return []
    }
    failures = 0
    // What was entered while the request was under way waits for the next one.
    entries.settleSent(sent)
    return sent.map(([id]) => id)
  }

  /** Handles a failed request. Throws what is not repaired by sending again. */
  async function recover(error: unknown, sent: readonly Kept[]): Promise<void> {
    if (!(error instanceof ApiError)) throw error
    const { status } = error
    if (status === 412) {
      await options.reload()
      return entries.reconcile()
    }
    if (status === 409) options.onEnded()
    else if (status === 0 || status === 429 || status >= 500) tryLater(error.retryAfter)
    else if (status !== 401) return entries.refuse(error, sent)
    throw error
  }

  async function drain(): Promise<void> {
    const changed = new Set<number>()
    try {
      while (isWaiting()) for (const id of await sendOnce()) changed.add(id)
    } finally {
      if (changed.size) void options.validate([...changed])
    }
  }

  const send = async (): Promise<void> => {
    if (!isWaiting()) return queue.idle()
    await options.ready()
    await queue.add(drain)
  }

  const flush = (): void => {
    if (!isClosed) send().catch(() => undefined)
  }

  function tryLater(seconds: number | null): void {
    clearTimeout(retry)
    const wait = seconds ? seconds * 1000 : RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]!
    if (!isClosed) retry = setTimeout(flush, wait)
  }

  // After a new sign-in, or when the connection is back, what waits is sent.
  const stopExpired = expired.subscribe((isExpired) => {
    if (!isExpired && isWaiting()) flush()
  })
  addEventListener('online', flush)

  return {
    send,
    flush,
    tryLater,
    settle: async () => {
      await options.ready()
      await queue.idle()
      await send()
      const [conflict] = entries.conflicts.value
      if (conflict) throw new NotStored(conflict.draft.id, t('review.decideFirst'))
      const [refusal] = entries.refused.value
      if (refusal) throw new NotStored(refusal[0], refusal[1])
    },
    close: () => {
      isClosed = true
      clearTimeout(retry)
      stopExpired()
      removeEventListener('online', flush)
    },
  }
}
