/**
 * Sends entries to the service, one request at a time, and keeps them in the browser until they are stored. A lost connection is tried
 * again; a field that has changed meanwhile is compared; what the service refuses stays visible with the reason.
 */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { ApiError, expired, offline } from '../../../api/client.ts'
import type { Datapoint } from '../../../api/types.ts'
import { t } from '../../../i18n/index.ts'
import { readDrafts, mergeDrafts, writeDrafts, type Conflict, type Draft, type DraftStorage } from '../model/drafts.ts'
import { operationsOf, reasonsOf, type Entry } from './entries.ts'
import type { TaskQueue } from './queue.ts'
import type { Operation } from './types.ts'

export type { Entry } from './entries.ts'

/** A value that the service does not have, although the user has finished it; `nodeId` is its field. */
export class NotStored extends Error {
  readonly nodeId: number
  constructor(nodeId: number, message: string) {
    super(message)
    this.nodeId = nodeId
  }
}

export interface Saving {
  /** Entries by id of the node. */
  readonly values: ReadonlySignal<ReadonlyMap<number, Entry>>
  /** Entries that the service refused, with its reason. */
  readonly refused: Signal<ReadonlyMap<number, string>>
  /** Fields that have changed while the user was entering a value. */
  readonly conflicts: Signal<readonly Conflict[]>
  /** Entries whose field was removed. */
  readonly lost: Signal<readonly Draft[]>
  /** Number of entries of an earlier visit that were found in this browser. */
  readonly restored: Signal<number>
  /** Number of entries that wait to be sent. */
  readonly waiting: ReadonlySignal<number>
  /** False if the browser cannot keep entries. */
  readonly isKept: Signal<boolean>
  type(id: number, value: string): void
  accept(id: number, value?: string, place?: Pick<Entry, 'page' | 'position'>): void
  acceptAll(values: ReadonlyMap<number, string>): void
  /** Finishes values that are still being typed, as when the user confirms from within a field. */
  finish(): void
  /** Forgets the entry of a field, as after Escape. */
  discard(id: number): void
  /** Decides a conflict. */
  resolve(id: number, keepMine: boolean): void
  /** Compares the entries with the stored content after it has changed by another way. */
  reconcile(): void
  /** Sends what waits. Throws if that is not possible now. */
  send(): Promise<void>
  /** Sends what waits. Throws NotStored if an entry is refused or in conflict, and ApiError if the service cannot be reached. */
  settle(): Promise<void>
  close(): void
}

interface SavingOptions {
  userId: number
  annotationId: number
  storage: DraftStorage
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

export function createSaving(options: SavingOptions): Saving {
  const { userId, annotationId, storage, stored, queue } = options
  const entries = signal<ReadonlyMap<number, Entry>>(new Map())
  const bases = new Map<number, string>()
  const refused = signal<ReadonlyMap<number, string>>(new Map())
  const conflicts = signal<readonly Conflict[]>([])
  const lost = signal<readonly Draft[]>([])
  const isKept = signal(true)
  /** Fields whose drafts this window has written or removed. */
  const own = new Set<number>()
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isClosed = false

  const storedValue = (id: number): string | undefined => stored.value.get(id)?.content?.value
  const draftOf = ([id, entry]: [number, Entry]): Draft => ({
    id,
    schemaId: stored.value.get(id)?.schema_id ?? '',
    base: bases.get(id) ?? '',
    ...entry,
  })

  const keep = (): void => {
    // An entry that only confirms the stored value loses nothing if it is gone.
    const drafts = [...entries.value].filter(([id, { value }]) => value !== bases.get(id)).map(draftOf)
    isKept.value = writeDrafts(storage, [userId, annotationId], drafts, own)
  }

  const without = <V>(map: ReadonlyMap<number, V>, ids: ReadonlySet<number>): ReadonlyMap<number, V> =>
    [...ids].some((id) => map.has(id)) ? new Map([...map].filter(([id]) => !ids.has(id))) : map

  const put = (given: Iterable<readonly [number, Entry]>): void =>
    batch(() => {
      const next = new Map(entries.value)
      for (const [id, entry] of given) {
        if (!bases.has(id)) bases.set(id, storedValue(id) ?? '')
        next.set(id, entry)
        own.add(id)
      }
      entries.value = next
      refused.value = without(refused.value, new Set([...given].map(([id]) => id)))
      keep()
    })

  const drop = (ids: ReadonlySet<number>): void =>
    batch(() => {
      entries.value = without(entries.value, ids)
      refused.value = without(refused.value, ids)
      conflicts.value = conflicts.value.filter(({ draft }) => !ids.has(draft.id))
      for (const id of ids) bases.delete(id)
      keep()
    })

  /** Entries to send: finished, and neither refused nor in conflict. */
  const ready = (): [number, Entry][] => {
    const open = new Set(conflicts.value.map(({ draft }) => draft.id))
    return [...entries.value].filter(
      ([id, { isAccepted }]) => isAccepted && !refused.value.has(id) && !open.has(id) && stored.value.has(id),
    )
  }

  function reconcile(): void {
    const { kept, conflicts: found, lost: gone } = mergeDrafts([...entries.value].map(draftOf), storedValue)
    const stays = new Set([...kept, ...found.map(({ draft }) => draft)].map(({ id }) => id))
    batch(() => {
      lost.value = [...lost.value, ...gone.filter(({ value, base }) => value !== base)]
      drop(new Set([...entries.value.keys()].filter((id) => !stays.has(id))))
      conflicts.value = found
    })
  }

  /** Sends once what is ready. Returns the ids that were sent. */
  async function sendOnce(): Promise<number[]> {
    const sent = ready()
    try {
      await options.send(operationsOf(sent, stored.value))
    } catch (error) {
      await recover(error, sent)
      return []
    }
    failures = 0
    // What was entered while the request was under way waits for the next one.
    drop(new Set(sent.filter(([id, entry]) => entries.value.get(id) === entry).map(([id]) => id)))
    for (const [id] of sent) if (entries.value.has(id)) bases.set(id, storedValue(id) ?? '')
    return sent.map(([id]) => id)
  }

  /** Handles a failed request. Throws what is not repaired by sending again. */
  async function recover(error: unknown, sent: readonly [number, Entry][]): Promise<void> {
    if (!(error instanceof ApiError)) throw error
    const { status } = error
    if (status === 412) {
      await options.reload()
      return reconcile()
    }
    if (status === 409) options.onEnded()
    else if (status === 0 || status === 429 || status >= 500) tryLater(error.retryAfter)
    else if (status !== 401) {
      const same = sent.map(([id, entry]) => (entries.value.get(id) === entry ? id : null))
      refused.value = new Map([...refused.value, ...reasonsOf(error, same)])
      return
    }
    throw error
  }

  async function drain(): Promise<void> {
    const changed = new Set<number>()
    try {
      while (ready().length) for (const id of await sendOnce()) changed.add(id)
    } finally {
      if (changed.size) void options.validate([...changed])
    }
  }

  const send = async (): Promise<void> => {
    if (!ready().length) return queue.idle()
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

  const settle = async (): Promise<void> => {
    await options.ready()
    await queue.idle()
    await send()
    const [conflict] = conflicts.value
    if (conflict) throw new NotStored(conflict.draft.id, t('review.decideFirst'))
    const [refusal] = refused.value
    if (refusal) throw new NotStored(refusal[0], refusal[1])
  }

  const accept: Saving['accept'] = (id, value, place) => {
    const now = value ?? entries.value.get(id)?.value ?? storedValue(id)
    if (now === undefined) return
    put([[id, { value: now, isAccepted: true, ...place }]])
    if (offline.value) tryLater(null)
    else flush()
  }

  // What was entered in an earlier visit, or before the window was closed.
  const found = mergeDrafts(readDrafts(storage, userId, annotationId), storedValue)
  for (const { id, base, schemaId: _, ...entry } of [...found.kept, ...found.conflicts.map(({ draft }) => draft)]) {
    bases.set(id, base)
    own.add(id)
    entries.value = new Map(entries.value).set(id, entry)
  }
  conflicts.value = found.conflicts
  lost.value = found.lost
  for (const { id } of found.lost) own.add(id)
  const restored = signal(entries.value.size)

  // After a new sign-in, or when the connection is back, what waits is sent.
  const stopExpired = expired.subscribe((isExpired) => {
    if (!isExpired && ready().length) flush()
  })
  addEventListener('online', flush)

  return {
    values: entries,
    refused,
    conflicts,
    lost,
    restored,
    waiting: computed(() => ready().length),
    isKept,
    type: (id, value) => put([[id, { value, isAccepted: false }]]),
    accept,
    acceptAll: (values) => {
      put([...values].map(([id, value]) => [id, { value, isAccepted: true }] as const))
      flush()
    },
    finish: () => {
      const typed = [...entries.value].filter(([, { isAccepted }]) => !isAccepted)
      drop(new Set(typed.filter(([id, { value }]) => value === bases.get(id)).map(([id]) => id)))
      for (const [id] of typed) if (entries.value.has(id)) accept(id)
    },
    discard: (id) => drop(new Set([id])),
    resolve: (id, keepMine) => {
      const conflict = conflicts.value.find(({ draft }) => draft.id === id)
      if (!conflict) return
      if (!keepMine) return drop(new Set([id]))
      bases.set(id, conflict.theirs)
      conflicts.value = conflicts.value.filter((one) => one !== conflict)
      accept(id)
    },
    reconcile,
    send,
    settle,
    close: () => {
      isClosed = true
      clearTimeout(retry)
      stopExpired()
      removeEventListener('online', flush)
    },
  }
}
