/** Search for a phrase on the pages. */
import { batch, effect, signal, type Signal } from '@preact/signals'
import { ApiError, request } from '../../../api/client.ts'
import type { AnnotationSearchResult } from '../../../api/types.ts'
import { sentenceOf } from '../../../ui/toasts.tsx'
import { rectangleOf } from './geometry.ts'
import type { Mark, PagesView } from './view.ts'

export interface Search {
  readonly phrase: Signal<string>
  readonly state: Signal<'idle' | 'busy' | 'done' | 'failed'>
  readonly error: Signal<string>
  /** Index of the present hit. */
  readonly at: Signal<number>
  step(by: 1 | -1): void
  close(): void
}

/** Pause in typing after which the search begins. */
const PAUSE_MS = 220
/** Shorter phrases are found everywhere. */
export const MIN_PHRASE = 2

/** Returns the hits of an answer from the top of the first page to the end of the last one. */
export const hitsOf = ({ results }: AnnotationSearchResult): Mark[] =>
  results
    .flatMap(({ page, rectangle: position }) => {
      const rectangle = rectangleOf(position)
      return rectangle ? [{ page, rectangle }] : []
    })
    .sort((a, b) => a.page - b.page || a.rectangle[1] - b.rectangle[1] || a.rectangle[0] - b.rectangle[0])

export function createSearch(view: PagesView): Search {
  const phrase = signal('')
  const state = signal<'idle' | 'busy' | 'done' | 'failed'>('idle')
  const error = signal('')
  const at = signal(0)

  const show = (index: number): void => {
    const hit = view.hits.peek()[index] ?? null
    batch(() => {
      at.value = index
      view.hit.value = hit
    })
    if (hit) view.show(hit)
  }
  const clear = (): void =>
    batch(() => {
      state.value = 'idle'
      view.hits.value = []
      view.hit.value = null
    })

  async function find(text: string, abort: AbortSignal): Promise<void> {
    state.value = 'busy'
    let hits: Mark[] = []
    try {
      const path = `/annotations/${view.review.id}/search`
      hits = hitsOf(await request<AnnotationSearchResult>(path, { query: { phrase: text }, signal: abort }))
    } catch (failure) {
      if (abort.aborted) return
      // Without a text layer nothing is found.
      if (!(failure instanceof ApiError && failure.status === 404)) {
        clear()
        error.value = sentenceOf(failure)
        state.value = 'failed'
        return
      }
    }
    batch(() => {
      view.hits.value = hits
      state.value = 'done'
    })
    const here = view.review.pages.peek()[view.current.peek()]?.number ?? 1
    show(
      Math.max(
        0,
        hits.findIndex(({ page }) => page >= here),
      ),
    )
  }

  const stop = effect(() => {
    const text = phrase.value.trim()
    if (!view.searching.value || text.length < MIN_PHRASE) return clear()
    const abort = new AbortController()
    const timer = setTimeout(() => void find(text, abort.signal), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  })

  return {
    phrase,
    state,
    error,
    at,
    step: (by) => {
      const { length } = view.hits.peek()
      if (length) show((at.peek() + by + length) % length)
    },
    close: stop,
  }
}
