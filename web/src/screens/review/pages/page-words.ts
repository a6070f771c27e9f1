/** Words of the pages, each page loaded once, several pages with one request. */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals'
import { ApiError, request } from '../../../api/client.ts'
import type { AnnotationPageDataResult, Page } from '../../../api/types.ts'
import { rectangleOf } from './geometry.ts'
import type { Word } from './words.ts'

/** `none`: the service has no text for the annotation. `failed`: a later look at the page loads again. */
export interface PageWords {
  state: 'loading' | 'ready' | 'none' | 'failed'
  words: readonly Word[]
}

export interface WordStore {
  /** Returns the words of a page, and loads them if this is the first look at it. */
  of(page: Page): ReadonlySignal<PageWords>
}

/** Pages that the service answers at once. */
const MAX_PAGES = 20
/** Pages that come into view together are loaded together. */
const TOGETHER_MS = 40

/** Pause after a failure. The pointer looks at a page with each move. */
const RETRY_MS = 5000

const NOTHING: readonly Word[] = []

/** Turning or replacing the image of a page gives it other words. */
const keyOf = ({ url, s3_name, rotation_deg }: Page): string => `${url} ${s3_name} ${rotation_deg}`

/** Returns the words that an answer has for a page. */
export const wordsOf = ({ results }: AnnotationPageDataResult, number: number): Word[] =>
  results
    .filter(({ page_number }) => page_number === number)
    .flatMap(({ items }) =>
      items.flatMap(({ text, position }): Word[] => {
        const rectangle = rectangleOf(position)
        return rectangle ? [{ text, rectangle }] : []
      }),
    )

export function createWordStore(annotationId: number): WordStore {
  const known = new Map<string, Signal<PageWords>>()
  let failedAt = -Infinity
  let wanted: { number: number; target: Signal<PageWords> }[] = []

  const load = async (pages: typeof wanted): Promise<void> => {
    try {
      const answer = await request<AnnotationPageDataResult>(`/annotations/${annotationId}/page_data`, {
        query: { granularity: 'words', page_numbers: pages.map(({ number }) => number) },
      })
      for (const { number, target } of pages) target.value = { state: 'ready', words: wordsOf(answer, number) }
    } catch (error) {
      // Without words a rectangle can still be drawn, so this is no error for the user.
      const state = error instanceof ApiError && error.status === 404 ? 'none' : 'failed'
      if (state === 'failed') failedAt = Date.now()
      for (const { target } of pages) target.value = { state, words: NOTHING }
    }
  }
  const flush = (): void => {
    const pages = wanted
    wanted = []
    for (let at = 0; at < pages.length; at += MAX_PAGES) void load(pages.slice(at, at + MAX_PAGES))
  }

  return {
    of: (page) => {
      const key = keyOf(page)
      const target = known.get(key) ?? signal<PageWords>({ state: 'failed', words: NOTHING })
      known.set(key, target)
      if (target.peek().state === 'failed' && Date.now() - failedAt > RETRY_MS) {
        target.value = { state: 'loading', words: NOTHING }
        if (!wanted.length) setTimeout(flush, TOGETHER_MS)
        wanted.push({ number: page.number, target })
      }
      return target
    },
  }
}
