/** Objects beside the annotation, such as its notes: read on demand, shared by all parts of the screen that show them. */
import { signal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ApiError } from '../../../api/client.ts'
import { t } from '../../../i18n/index.ts'
import type { Loaded } from '../../../ui/load.tsx'
import type { Review } from '../store/review.ts'

/** Statuses of refusals: the user may not read this, or it does not exist here. */
const REFUSED = [403, 404]

export interface Resource<T> {
  /** undefined: not loaded yet; null: the API refuses it, so that the screen does not show it. */
  readonly value: Signal<T | null | undefined>
  readonly error: Signal<unknown>
  /** Reads again; the present value stays until the new one arrives. */
  load(): Promise<void>
}

const shared = new WeakMap<Review, Map<string, unknown>>()

/** Returns what parts of the screen share about a review under a name, made at the first use. */
export function sharedOf<T>(review: Review, name: string, make: () => T): T {
  const map = shared.get(review) ?? new Map<string, unknown>()
  shared.set(review, map)
  if (!map.has(name)) map.set(name, make())
  return map.get(name) as T
}

/** Makes a resource. A request that is under way is not sent a second time. */
export function createResource<T>(read: () => Promise<T>): Resource<T> {
  const value = signal<T | null | undefined>(undefined)
  const error = signal<unknown>(undefined)
  let running: Promise<void> | null = null
  const run = async (): Promise<void> => {
    try {
      value.value = await read()
      error.value = undefined
    } catch (failure) {
      if (failure instanceof ApiError && REFUSED.includes(failure.status)) value.value = null
      else error.value = failure
    }
  }
  return { value, error, load: () => (running ??= run().finally(() => (running = null))) }
}

/** Returns the resource of a review with this name. */
export const resourceOf = <T>(review: Review, name: string, read: () => Promise<T>): Resource<T> =>
  sharedOf(review, `resource ${name}`, () => createResource(read))

/** Reads a resource when it is shown, and again when `version` changes. */
export function useResource<T>(resource: Resource<T>, version: unknown = ''): Loaded<T> {
  useEffect(() => void resource.load(), [resource, version])
  const { value, error } = resource
  return {
    value: value.value ?? undefined,
    error: value.value === null ? new Error(t('side.refused')) : error.value,
    reload: () => void resource.load(),
    set: (given) => (value.value = given),
  }
}

/** A text that the user is writing. It is kept while the document is open, also after the panel was closed. */
export const draftOf = (review: Review, name: string): Signal<string> =>
  sharedOf(review, `draft ${name}`, () => signal(''))

/** The texts of a review by the names of their drafts. */
export const draftsOf = (review: Review): [name: string, draft: Signal<string>][] =>
  [...(shared.get(review) ?? [])].flatMap(([name, value]) =>
    name.startsWith('draft ') ? [[name.slice('draft '.length), value as Signal<string>]] : [],
  )
