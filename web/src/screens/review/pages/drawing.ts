/** Draws a rectangle on a page and takes the text inside of it. */
import { t } from '../../../i18n/index.ts'
import { between, type Point } from './geometry.ts'
import type { Taking } from './taking.ts'
import type { PagesView } from './view.ts'
import { textOf, tightened, wordsIn } from './words.ts'

/** A smaller rectangle is a slip. */
const MIN_PX = 4
/** Longest preview of the text. */
const SHOWN = 160

export interface Drawing {
  /** Begins at a point of the window. */
  start(x: number, y: number): void
  move(x: number, y: number): void
  /** Takes the text. */
  end(): void
  cancel(): void
}

export function createDrawing(view: PagesView, taking: Taking): Drawing {
  let from: { index: number; point: Point } | null = null

  const clear = (): void => {
    from = null
    view.selected.value = null
    view.tip.value = null
  }
  return {
    start: (x, y) => {
      const at = view.at(x, y)
      from = at && { index: at.index, point: at.point }
    },
    move: (x, y) => {
      const at = from && view.at(x, y, from.index)
      if (!from || !at) return
      const { width, height } = view.layout.peek().pages[from.index]!.size
      const inside = (point: Point): Point => ({
        x: Math.max(0, Math.min(width, point.x)),
        y: Math.max(0, Math.min(height, point.y)),
      })
      const rectangle = between(inside(from.point), inside(at.point))
      view.selected.value = { page: at.page.number, rectangle }
      const { state, words } = view.words.of(at.page).peek()
      const text = textOf(wordsIn(words, rectangle)).slice(0, SHOWN)
      view.tip.value = {
        x,
        y,
        title: taking.label.peek(),
        text: text || (state === 'ready' ? '' : t('pages.willRead')),
      }
    },
    end: () => {
      const drawn = view.selected.peek()
      clear()
      if (!drawn) return
      const [left, top, right, bottom] = drawn.rectangle
      if (Math.max(right - left, bottom - top) < MIN_PX) return
      const page = view.pageOf(drawn.page)
      const words = page ? view.words.of(page).peek().words : []
      void taking.take({ ...drawn, rectangle: tightened(drawn.rectangle, words) })
    },
    cancel: clear,
  }
}
