/** What the user has entered and the service has not stored yet, kept in the browser and compared with the stored content. */
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ApiError } from '../../../api/client.ts'
import type { Datapoint } from '../../../api/types.ts'
import { readDrafts, mergeDrafts, writeDrafts, type Conflict, type Draft, type DraftStorage } from '../model/drafts.ts'
import { reasonsOf, type Entry } from './entries.ts'

/** An entry with the id of its node. */
export type Kept = readonly [number, Entry]

export interface KeptEntries {
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
  /** False if the browser cannot keep entries. */
  readonly isKept: Signal<boolean>
  /** Entries to send: finished, and neither refused nor in conflict. */
  readonly ready: ReadonlySignal<readonly Kept[]>
  /** Returns the value that the user has entered, or else the stored one. */
  valueOf(id: number): string | undefined
  put(entries: readonly Kept[]): void
  drop(ids: ReadonlySet<number>): void
  /** Drops entries that are still being typed and change nothing. Returns the ids of the others. */
  dropUnchanged(): number[]
  /** Drops entries that the service has stored, except those that were changed since they were sent. */
  settleSent(sent: readonly Kept[]): void
  /** Keeps entries with the reason why the service refused them. */
  refuse(error: ApiError, sent: readonly Kept[]): void
  /** Decides a conflict. Returns true if the entry stays. */
  decide(id: number, keepMine: boolean): boolean
  /** Compares the entries with the stored content after it has changed by another way. */
  reconcile(): void
}

export interface KeptOptions {
  userId: number
  annotationId: number
  storage: DraftStorage
  /** The stored fields by id. */
  stored: ReadonlySignal<ReadonlyMap<number, Datapoint>>
}

/** Begins with what was entered in an earlier visit, or before the window was closed. */
export function createKeptEntries({ userId, annotationId, storage, stored }: KeptOptions): KeptEntries {
  const storedValue = (id: number): string | undefined => stored.value.get(id)?.content?.value
  const found = mergeDrafts(readDrafts(storage, userId, annotationId), storedValue)
  const remembered = [...found.kept, ...found.conflicts.map(({ draft }) => draft)]
  const values = signal<ReadonlyMap<number, Entry>>(
    new Map(remembered.map(({ id, base: _base, schemaId: _schema, ...entry }) => [id, entry])),
  )
  /** The stored value with which each entry was begun. */
  const bases = new Map(remembered.map(({ id, base }) => [id, base]))
  /** Fields whose drafts this window has written or removed. */
  const own = new Set([...remembered, ...found.lost].map(({ id }) => id))
  const refused = signal<ReadonlyMap<number, string>>(new Map())
  const conflicts = signal<readonly Conflict[]>(found.conflicts)
  const lost = signal<readonly Draft[]>(found.lost)
  const isKept = signal(true)

  const ready = computed((): readonly Kept[] => {
    const open = new Set(conflicts.value.map(({ draft }) => draft.id))
    return [...values.value].filter(
      ([id, { isAccepted }]) => isAccepted && !refused.value.has(id) && !open.has(id) && stored.value.has(id),
    )
  })

  const draftOf = ([id, entry]: Kept): Draft => ({
    id,
    schemaId: stored.value.get(id)?.schema_id ?? '',
    base: bases.get(id) ?? '',
    ...entry,
  })

  const write = (): void => {
    // An entry that only confirms the stored value loses nothing if it is gone.
    const drafts = [...values.value].filter(([id, { value }]) => value !== bases.get(id)).map(draftOf)
    isKept.value = writeDrafts(storage, [userId, annotationId], drafts, own)
  }

  const put = (entries: readonly Kept[]): void =>
    batch(() => {
      const next = new Map(values.value)
      for (const [id, entry] of entries) {
        if (!bases.has(id)) bases.set(id, storedValue(id) ?? '')
        next.set(id, entry)
        own.add(id)
      }
      values.value = next
      refused.value = without(refused.value, new Set(entries.map(([id]) => id)))
      write()
    })

  const drop = (ids: ReadonlySet<number>): void =>
    batch(() => {
      values.value = without(values.value, ids)
      refused.value = without(refused.value, ids)
      conflicts.value = conflicts.value.filter(({ draft }) => !ids.has(draft.id))
      for (const id of ids) bases.delete(id)
      write()
    })

  /** The entry is the one that was sent. */
  const isSame = ([id, entry]: Kept): boolean => values.value.get(id) === entry

  return {
    values,
    refused,
    conflicts,
    lost,
    restored: signal(values.value.size),
    isKept,
    ready,
    valueOf: (id) => values.value.get(id)?.value ?? storedValue(id),
    put,
    drop,
    dropUnchanged: () => {
      const typed = [...values.value].filter(([, { isAccepted }]) => !isAccepted)
      drop(new Set(typed.filter(([id, { value }]) => value === bases.get(id)).map(([id]) => id)))
      return typed.flatMap(([id]) => (values.value.has(id) ? [id] : []))
    },
    settleSent: (sent) => {
      drop(new Set(sent.filter(isSame).map(([id]) => id)))
      for (const [id] of sent) if (values.value.has(id)) bases.set(id, storedValue(id) ?? '')
    },
    refuse: (error, sent) => {
      const same = sent.map((one) => (isSame(one) ? one[0] : null))
      refused.value = new Map([...refused.value, ...reasonsOf(error, same)])
    },
    decide: (id, keepMine) => {
      const conflict = conflicts.value.find(({ draft }) => draft.id === id)
      if (!conflict) return false
      if (!keepMine) {
        drop(new Set([id]))
        return false
      }
      bases.set(id, conflict.theirs)
      conflicts.value = conflicts.value.filter((one) => one !== conflict)
      return true
    },
    reconcile: () => {
      const { kept, conflicts: changed, lost: gone } = mergeDrafts([...values.value].map(draftOf), storedValue)
      const stays = new Set([...kept, ...changed.map(({ draft }) => draft)].map(({ id }) => id))
      batch(() => {
        lost.value = [...lost.value, ...gone.filter(({ value, base }) => value !== base)]
        drop(new Set([...values.value.keys()].filter((id) => !stays.has(id))))
        conflicts.value = changed
      })
    },
  }
}

const without = <V>(map: ReadonlyMap<number, V>, ids: ReadonlySet<number>): ReadonlyMap<number, V> =>
  [...ids].some((id) => map.has(id)) ? new Map([...map].filter(([id]) => !ids.has(id))) : map
