/** Selects words by keys: arrows move to the nearest word, with Shift they extend the selection, Enter takes it. */
import { effect } from '@preact/signals'
import { t } from '../../../i18n/index.ts'
import type { Rectangle } from '../store/review.ts'
import { directionOnPage, overlap, union, type Direction } from './geometry.ts'
import { placeOf } from './layout.ts'
import type { Taking } from './taking.ts'
import type { PagesView } from './view.ts'
import { inReadingOrder, nextWord, textOf, wordsIn, type Word } from './words.ts'

export interface WordCursor {
  move(direction: Direction, extend: boolean): void
  /** Takes the selected words. */
  take(): void
  clear(): void
  close(): void
}

interface Cursor {
  index: number
  anchor: Rectangle
  head: Rectangle
}

export function createWordCursor(view: PagesView, taking: Taking): WordCursor {
  const { review } = view
  let cursor: Cursor | null = null

  const wordsOf = (index: number): readonly Word[] => {
    const page = review.pages.peek()[index]
    return page ? view.words.of(page).peek().words : []
  }

  const set = (next: Cursor): void => {
    const page = review.pages.peek()[next.index]
    if (!page) return
    cursor = next
    const rectangle = union(next.anchor, next.head)
    view.selected.value = { page: page.number, rectangle }
    view.show({ page: page.number, rectangle: next.head })
    view.announcement.value = textOf(wordsIn(wordsOf(next.index), rectangle))
  }

  /** Begins at the value of the active field if it is visible, otherwise at the first visible word. */
  const begin = (): void => {
    const scroller = view.scroller()
    if (!scroller) return
    const { scrollLeft: x, scrollTop: y, clientWidth, clientHeight } = scroller
    const visible: Rectangle = [x, y, x + clientWidth, y + clientHeight]
    const isVisible = (index: number, rectangle: Rectangle) => {
      const place = view.layout.peek().pages[index]
      return place !== undefined && overlap(placeOf(place, rectangle, view.turn.peek()), visible) > 0
    }
    const active = view.activePlace.peek()
    const activeIndex = active ? review.pages.peek().findIndex(({ number }) => number === active.page) : -1
    if (active && isVisible(activeIndex, active.rectangle)) {
      const [word] = inReadingOrder(wordsIn(wordsOf(activeIndex), active.rectangle)).flat()
      if (word) return set({ index: activeIndex, anchor: word.rectangle, head: word.rectangle })
    }
    const current = view.current.peek()
    for (const index of [current - 1, current, current + 1]) {
      const word = inReadingOrder(wordsOf(index))
        .flat()
        .find(({ rectangle }) => isVisible(index, rectangle))
      if (word) return set({ index, anchor: word.rectangle, head: word.rectangle })
    }
    view.announcement.value = t('pages.noWords')
  }

  /** Continues on the page before or after. */
  const cross = (from: Cursor, step: 1 | -1): void => {
    const words = inReadingOrder(wordsOf(from.index + step)).flat()
    const word = step === 1 ? words[0] : words.at(-1)
    if (word) set({ index: from.index + step, anchor: word.rectangle, head: word.rectangle })
  }

  const stop = effect(() => {
    if (!review.pointing.value) clear()
  })
  function clear(): void {
    if (!cursor) return
    cursor = null
    view.selected.value = null
  }

  return {
    move: (direction, extend) => {
      // A drag by mouse has ended the selection.
      if (!cursor || !view.selected.peek()) return begin()
      const onPage = directionOnPage(direction, view.turn.peek())
      const next = nextWord(wordsOf(cursor.index), cursor.head, onPage)
      if (next) set({ ...cursor, head: next.rectangle, anchor: extend ? cursor.anchor : next.rectangle })
      else if (!extend) cross(cursor, onPage === 'down' || onPage === 'right' ? 1 : -1)
    },
    take: () => {
      const selected = view.selected.peek()
      if (selected) void taking.take(selected)
    },
    clear,
    close: stop,
  }
}
