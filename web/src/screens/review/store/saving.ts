/**
 * Sends entries to the service, one request at a time, and keeps them in the browser until they are stored. A lost connection is tried
 * again; a version that another person has changed is read and compared; what the service refuses stays visible with the reason.
 */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { ApiError, expired, offline } from '../../../api/client.ts'
import type { AnnotationContentOperationsBody, Section } from '../../../api/types.ts'
import { datapointOf } from '../model/content.ts'
import { mergeDrafts, readDrafts, writeDrafts, type Conflict, type Draft } from '../model/drafts.ts'

type Operation = AnnotationContentOperationsBody['operations'][number]

/** An entry that is not stored yet. */
export interface Entry {
  value: string
  /** The user has finished it; otherwise it is still being typed. */
  isAccepted: boolean
  page?: number | null
  position?: readonly number[] | null
}

export interface Saving {
  /** Entries by id of the node. */
  readonly values: ReadonlySignal<ReadonlyMap<number, Entry>>
  /** Entries that the service refused, with its reason. */
  readonly refused: Signal<ReadonlyMap<number, string>>
  /** Fields that another person has changed meanwhile. */
  readonly conflicts: Signal<readonly Conflict[]>
  /** Entries of an earlier visit that were found in this browser. */
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
  /** Decides a conflict. */
  resolve(id: number, keepMine: boolean): void
  /** Sends what waits. Rejects if that is not possible now. */
  settle(): Promise<void>
  /** Waits until no request is under way. */
  idle(): Promise<void>
  /** Sends what has waited for the review to start. */
  resume(): Promise<void>
  close(): void
}

interface SavingOptions {
  userId: number
  annotationId: number
  stored: ReadonlySignal<readonly Section[]>
  /** Whether the content may be changed now. */
  may: () => boolean
  send: (operations: Operation[]) => Promise<void>
  /** Reads the stored content again. */
  reload: () => Promise<void>
  validate: (ids: readonly number[]) => Promise<void>
  /** The annotation is no longer in review by this user. */
  onEnded: () => void
}

const RETRY_MS = [1000, 2000, 5000, 10_000]

export function createSaving(options: SavingOptions): Saving {
  const { userId, annotationId, stored } = options
  const entries = signal<ReadonlyMap<number, Entry>>(new Map())
  const bases = new Map<number, string>()
  const refused = signal<ReadonlyMap<number, string>>(new Map())
  const conflicts = signal<readonly Conflict[]>([])
  const isKept = signal(true)
  let running: Promise<void> | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const storedValue = (id: number): string | undefined => datapointOf(stored.value, id)?.content?.value

  const keep = (): void => {
    const drafts = [...entries.value].flatMap(([id, { value }]): Draft[] => {
      const node = datapointOf(stored.value, id)
      return node && value !== bases.get(id) ? [{ id, schemaId: node.schema_id, base: bases.get(id) ?? '', value }] : []
    })
    isKept.value = writeDrafts(localStorage, userId, annotationId, drafts)
  }

  const put = (id: number, entry: Entry): void => {
    if (!bases.has(id)) bases.set(id, storedValue(id) ?? '')
    entries.value = new Map(entries.value).set(id, entry)
    if (refused.value.has(id)) refused.value = new Map([...refused.value].filter(([one]) => one !== id))
  }

  const drop = (ids: readonly number[]): void => {
    entries.value = new Map([...entries.value].filter(([id]) => !ids.includes(id)))
    for (const id of ids) bases.delete(id)
  }

  /** Entries to send: finished, and not refused. */
  const ready = (): [number, Entry][] =>
    [...entries.value].filter(
      ([id, { isAccepted }]) =>
        isAccepted && !refused.value.has(id) && !conflicts.value.some(({ draft }) => draft.id === id),
    )

  /** Whether another person has changed the field since the entry began. */
  const isOutdated = ([id, { value }]: [number, Entry]): boolean => {
    const theirs = storedValue(id)
    return bases.has(id) && theirs !== bases.get(id) && theirs !== value
  }

  /** Sends once what is ready. Returns the ids that were stored. */
  async function sendOnce(): Promise<number[]> {
    const sent = ready()
    const operations = sent.flatMap(([id, { value, page, position }]): Operation[] => {
      const node = datapointOf(stored.value, id)
      if (!node) return []
      const content = {
        ...(value === node.content?.value ? {} : { value }),
        ...(position === undefined ? {} : { page: page ?? null, position: position && [...position] }),
      }
      return [{ op: 'replace', id, value: { content, validation_sources: ['human'] } }]
    })
    if (operations.length) await options.send(operations)
    // What was entered while the request was under way waits for the next one.
    const done = sent.filter(([id, entry]) => entries.value.get(id) === entry).map(([id]) => id)
    for (const [id] of sent) if (!done.includes(id)) bases.set(id, storedValue(id) ?? '')
    batch(() => drop(done))
    keep()
    return sent.map(([id]) => id)
  }

  async function run(): Promise<void> {
    const changed = new Set<number>()
    while (ready().length && options.may()) {
      try {
        // An event may have brought a newer version, which the request would be based on: it would not be refused.
        if (ready().some(isOutdated)) compare()
        for (const id of await sendOnce()) changed.add(id)
        failures = 0
      } catch (error) {
        await recover(error)
      }
    }
    if (changed.size) void options.validate([...changed])
  }

  /** Handles a failed request. Throws what the caller cannot repair by sending again. */
  async function recover(error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 412) {
      await options.reload()
      return compare()
    }
    if (error.status === 400) return refuse(error)
    if (error.status === 409) options.onEnded()
    if (error.status === 0 || error.status >= 429) tryLater(error.retryAfter)
    throw error
  }

  function compare(): void {
    const drafts = [...entries.value].map(([id, { value }]): Draft => {
      return { id, schemaId: '', base: bases.get(id) ?? '', value }
    })
    const { conflicts: found, lost } = mergeDrafts(drafts, storedValue)
    batch(() => {
      conflicts.value = found
      drop(lost.map(({ id }) => id))
    })
  }

  /** Marks the entries that a refusal names; all of them if it names none, because they were sent together. */
  function refuse(error: ApiError): void {
    const sent = ready()
    const named = Object.entries(Object(error.body.operations ?? {}) as Record<string, unknown>)
    const reasons = new Map(refused.value)
    for (const [index, reason] of named) {
      const entry = sent[Number(index)]
      if (entry) reasons.set(entry[0], textOf(reason))
    }
    if (!named.length) for (const [id] of sent) reasons.set(id, error.message)
    refused.value = reasons
  }

  function tryLater(seconds: number | null): void {
    clearTimeout(retry)
    const wait = seconds ? seconds * 1000 : RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]!
    retry = setTimeout(flush, wait)
  }

  function flush(): void {
    running ??= run()
      .catch(() => undefined)
      .finally(() => (running = null))
  }

  const settle = async (): Promise<void> => {
    while (running) await running
    if (!ready().length) return
    running = run().finally(() => (running = null))
    await running
  }

  const accept: Saving['accept'] = (id, value, place) => {
    const now = value ?? entries.value.get(id)?.value ?? storedValue(id)
    if (now === undefined) return
    put(id, { value: now, isAccepted: true, ...place })
    keep()
    if (!offline.value) flush()
    else tryLater(null)
  }

  // What was entered in an earlier visit, or before the window was closed.
  const found = mergeDrafts(readDrafts(localStorage, userId, annotationId), storedValue)
  for (const { id, base, value } of found.kept) {
    bases.set(id, base)
    entries.value = new Map(entries.value).set(id, { value, isAccepted: true })
  }
  for (const { draft } of found.conflicts) {
    bases.set(draft.id, draft.base)
    entries.value = new Map(entries.value).set(draft.id, { value: draft.value, isAccepted: true })
  }
  conflicts.value = found.conflicts
  const restored = signal(found.kept.length + found.conflicts.length)

  // After a new sign-in, or when the connection is back, what waits is sent.
  const stopExpired = expired.subscribe((isExpired) => !isExpired && ready().length && flush())
  const goOnline = () => flush()
  addEventListener('online', goOnline)

  return {
    values: entries,
    refused,
    conflicts,
    restored,
    waiting: computed(() => [...entries.value.values()].filter(({ isAccepted }) => isAccepted).length),
    isKept,
    type: (id, value) => {
      put(id, { value, isAccepted: false })
      keep()
    },
    accept,
    acceptAll: (values) => {
      batch(() => {
        for (const [id, value] of values) put(id, { value, isAccepted: true })
      })
      keep()
      flush()
    },
    finish: () => {
      for (const [id, { isAccepted }] of entries.value) if (!isAccepted) accept(id)
    },
    resolve: (id, keepMine) => {
      const conflict = conflicts.value.find(({ draft }) => draft.id === id)
      if (!conflict) return
      batch(() => {
        conflicts.value = conflicts.value.filter((one) => one !== conflict)
        if (keepMine) bases.set(id, conflict.theirs)
        else drop([id])
      })
      keep()
      flush()
    },
    settle,
    idle: async () => {
      while (running) await running
    },
    resume: () => settle(),
    close: () => {
      clearTimeout(retry)
      stopExpired()
      removeEventListener('online', goOnline)
    },
  }
}

const textOf = (reason: unknown): string =>
  typeof reason === 'string'
    ? reason
    : Object.values(Object(reason) as object)
        .map(textOf)
        .join(' ')
