/** Takes text of the page into the active field: by words, rectangles, and candidates of the engine. */
import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import { t } from '../../../i18n/index.ts'
import { showMessage } from '../../../ui/toasts.tsx'
import type { FieldView } from '../model/content.ts'
import { isCaptured, isEditable } from '../model/state.ts'
import type { Candidate } from '../store/review.ts'
import { pixels, rectangleOf, union } from './geometry.ts'
import { sizeOf } from './layout.ts'
import type { Mark, PagesView } from './view.ts'

/** A candidate with its place, numbered from 1 as in the list of the form. */
export interface PlacedCandidate extends Mark {
  number: number
  candidate: Candidate
}

export interface Taking {
  /** Whether the active field can take text of the page. */
  readonly canTake: ReadonlySignal<boolean>
  /** Label of the active field; `''` if there is none. */
  readonly label: ReadonlySignal<string>
  readonly candidates: ReadonlySignal<readonly PlacedCandidate[]>
  take(mark: Mark): Promise<void>
  /** Takes everything from the words taken last up to these. */
  extend(mark: Mark): Promise<void>
  pick(placed: PlacedCandidate): void
  close(): void
}

/** Candidates are asked for when a field stays active this long, not for each field that is passed. */
const PAUSE_MS = 120
/** More have no key. */
const MAX_KEYS = 9

const NO_CANDIDATE = { normalized_value: null, text: '', confidence: 1, source: '' }

export function createTaking(view: PagesView): Taking {
  const { review } = view
  const activeField = computed(() => {
    const id = review.active.value
    return id === null ? undefined : review.fieldById.value.get(id)
  })
  const canTake = computed(() => {
    const field = activeField.value
    if (review.readOnly.value !== null || !field || field.schema.type === 'button') return false
    return isCaptured(field.schema) || isEditable(field.schema, field.node)
  })
  const loaded = signal<{ id: number; list: readonly Candidate[] } | null>(null)
  const cache = new Map<number, Promise<readonly Candidate[]>>()
  /** What was taken last by pointing, to extend it. */
  let last: (Mark & { id: number }) | null = null

  const stop = effect(() => {
    const id = review.active.value
    if (id === null || !canTake.value) return
    const timer = setTimeout(() => {
      const known = cache.get(id) ?? review.candidates(id).catch(() => [])
      cache.set(id, known)
      void known.then((list) => {
        if (review.active.peek() === id) loaded.value = { id, list }
      })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  })

  const take = async (mark: Mark): Promise<void> => {
    const id = review.active.peek()
    const page = view.pageOf(mark.page)
    if (id === null || !page || !canTake.peek()) return
    last = { ...mark, id }
    const rectangle = pixels(mark.rectangle, sizeOf(page))
    const before = review.fieldById.peek().get(id)?.node.content
    const reading = { page: mark.page, rectangle }
    view.reading.value = [...view.reading.peek(), reading]
    await review.take(id, page, rectangle)
    view.reading.value = view.reading.peek().filter((one) => one !== reading)
    const label = review.fieldById.peek().get(id)?.schema.label ?? ''
    const value = review.valueOf(id)
    view.announcement.value = value ? t('pages.taken', { label, value }) : ''
    // Where nothing is written, the service empties the field; that may have been a slip.
    if (value === '' && before?.value)
      showMessage(t('pages.nothingRead', { label }), {
        label: t('pages.undo'),
        run: () => putBack(id, before),
      })
    else if (value === '') showMessage(t('pages.nothingRead', { label }))
  }

  /** Gives a field the value and place that it had. */
  const putBack = (id: number, { value, page, position }: NonNullable<FieldView['node']['content']>): void => {
    if (page && position) review.pick(id, { ...NO_CANDIDATE, value, page, position })
    else review.accept(id, value)
  }

  return {
    canTake,
    label: computed(() => activeField.value?.schema.label ?? ''),
    candidates: computed(() => {
      const found = loaded.value
      if (!found || found.id !== review.active.value || !canTake.value) return []
      return found.list.slice(0, MAX_KEYS).flatMap((candidate, index): PlacedCandidate[] => {
        const rectangle = rectangleOf(candidate.position)
        return rectangle ? [{ page: candidate.page, rectangle, number: index + 1, candidate }] : []
      })
    }),
    take,
    extend: (mark) => {
      const isSame = last?.id === review.active.peek() && last.page === mark.page
      return take(isSame ? { page: mark.page, rectangle: union(last!.rectangle, mark.rectangle) } : mark)
    },
    pick: ({ candidate }) => {
      const id = review.active.peek()
      if (id === null || !canTake.peek()) return
      review.pick(id, candidate)
      const label = review.fieldById.peek().get(id)?.schema.label ?? ''
      view.announcement.value = t('pages.taken', { label, value: candidate.value })
    },
    close: stop,
  }
}
