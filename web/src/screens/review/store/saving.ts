/**
 * Sends entries to the service, one request at a time, and keeps them in the browser until they are stored. A lost connection is tried
 * again; a field that has changed meanwhile is compared; what the service refuses stays visible with the reason.
 */
import { computed, type ReadonlySignal } from '@preact/signals'
import { offline } from '../../../api/client.ts'
import type { Entry } from './entries.ts'
import { createKeptEntries, type KeptEntries, type KeptOptions } from './kept-entries.ts'
import { createSending, type Sending, type SendingOptions } from './sending.ts'

export type { Entry } from './entries.ts'
export { NotStored } from './sending.ts'

type Shown = 'values' | 'refused' | 'conflicts' | 'lost' | 'restored' | 'isKept'

export interface Saving extends Pick<KeptEntries, Shown | 'reconcile'>, Pick<Sending, 'send' | 'settle' | 'close'> {
  /** Number of entries that wait to be sent. */
  readonly waiting: ReadonlySignal<number>
  type(id: number, value: string): void
  accept(id: number, value?: string, place?: Pick<Entry, 'page' | 'position'>): void
  acceptAll(values: ReadonlyMap<number, string>): void
  /** Finishes values that are still being typed, as when the user confirms from within a field. */
  finish(): void
  /** Forgets the entry of a field, as after Escape. */
  discard(id: number): void
  /** Decides a conflict. */
  resolve(id: number, keepMine: boolean): void
}

export function createSaving(options: KeptOptions & SendingOptions): Saving {
  const entries = createKeptEntries(options)
  const { send, flush, tryLater, settle, close } = createSending(entries, options)
  const { values, refused, conflicts, lost, restored, isKept, reconcile } = entries

  const accept: Saving['accept'] = (id, value, place) => {
    const now = value ?? entries.valueOf(id)
    if (now === undefined) return
    entries.put([[id, { value: now, isAccepted: true, ...place }]])
    if (offline.value) tryLater(null)
    else flush()
  }

  return {
    values,
    refused,
    conflicts,
    lost,
    restored,
    isKept,
    waiting: computed(() => entries.ready.value.length),
    type: (id, value) => entries.put([[id, { value, isAccepted: false }]]),
    accept,
    acceptAll: (given) => {
      entries.put([...given].map(([id, value]) => [id, { value, isAccepted: true }] as const))
      flush()
    },
    finish: () => {
      for (const id of entries.dropUnchanged()) accept(id)
    },
    discard: (id) => entries.drop(new Set([id])),
    resolve: (id, keepMine) => {
      if (entries.decide(id, keepMine)) accept(id)
    },
    reconcile,
    send,
    settle,
    close,
  }
}
