/** How the pages are shown: zoom, rotation, what is visible, and what is marked. One object for each review that is open. */
import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Page } from '../../../api/types.ts'
import type { Rectangle, Review } from '../store/review.ts'
import { activePlaceOf, boxesOf, relatedTo, type ActivePlace, type Box } from './boxes.ts'
import { toPage, turnBy, type Point, type Size, type Turn } from './geometry.ts'
import {
  clampZoom,
  layoutPages,
  pageAt,
  placeOf,
  scrollKeeping,
  scrollToShow,
  sizeOf,
  zoomOf,
  type Layout,
  type Zoom,
} from './layout.ts'
import { createWordStore, type WordStore } from './page-words.ts'
import { readZoom, storeZoom } from './remembered.ts'

/** A rectangle on a page. `page` is its number. */
export interface Mark {
  page: number
  rectangle: Rectangle
}

export interface Tip {
  /** Point of the window. */
  x: number
  y: number
  title: string
  text: string
}

export interface PagesView {
  readonly review: Review
  readonly words: WordStore
  readonly zoom: Signal<Zoom>
  readonly turn: Signal<Turn>
  readonly layout: ReadonlySignal<Layout>
  /** Index of the page in the middle of the viewport. */
  readonly current: Signal<number>
  /** Indexes of the first and last page that keep their image. */
  readonly near: Signal<readonly [number, number]>
  readonly boxes: ReadonlySignal<ReadonlyMap<number, readonly Box[]>>
  readonly activePlace: ReadonlySignal<ActivePlace | null>
  /** Ids of the fields that the formula of the active field refers to. */
  readonly related: ReadonlySignal<ReadonlySet<number>>
  readonly showWords: Signal<boolean>
  /** A drag draws a rectangle, by touch too. */
  readonly drawing: Signal<boolean>
  /** The word under the pointer. */
  readonly hovered: Signal<Mark | null>
  /** The rectangle that is being drawn, or the words that are selected by keys. */
  readonly selected: Signal<Mark | null>
  /** A note beside the pointer. */
  readonly tip: Signal<Tip | null>
  readonly searching: Signal<boolean>
  /** Rectangles whose text is being read. */
  readonly reading: Signal<readonly Mark[]>
  /** Occurrences of the search; `hit` is the present one. */
  readonly hits: Signal<readonly Mark[]>
  readonly hit: Signal<Mark | null>
  /** What assistive technology announces. */
  readonly announcement: Signal<string>

  attach(scroller: HTMLElement): () => void
  scroller(): HTMLElement | null
  pageOf(number: number): Page | undefined
  /** Returns the page at a point of the window, or the page with this index, and the point in pixels of the page. */
  at(clientX: number, clientY: number, index?: number): { page: Page; index: number; point: Point } | null
  setZoom(zoom: Zoom, at?: Point): void
  /** Multiplies the present zoom, keeping what is at a point of the viewport. */
  zoomBy(factor: number, at?: Point): void
  turnView(degrees: 90 | -90): void
  goTo(index: number): void
  /** Scrolls to a place unless it is visible. */
  show(mark: Mark): void
}

const NOWHERE: Point = { x: 0, y: 0 }

export function createPagesView(review: Review): PagesView {
  const zoom = signal<Zoom>(readZoom())
  const turn = signal<Turn>(0)
  const viewport = signal<Size>({ width: 0, height: 0 })
  const sizes = computed(() => review.pages.value.map(sizeOf))
  const layout = computed(() =>
    layoutPages(sizes.value, { zoom: zoom.value, turn: turn.value, viewport: viewport.value }),
  )
  const current = signal(0)
  const near = signal<readonly [number, number]>([0, 0])
  const activePlace = computed(() => activePlaceOf(review))
  let scroller: HTMLElement | null = null

  const scrollOf = (): Point => (scroller ? { x: scroller.scrollLeft, y: scroller.scrollTop } : NOWHERE)
  const centre = (): Point => ({ x: viewport.peek().width / 2, y: viewport.peek().height / 2 })

  /** Notes which pages are visible. */
  const look = (): void => {
    const { y } = scrollOf()
    const { height } = viewport.peek()
    const all = layout.peek()
    const [first, last] = [pageAt(all, y - height), pageAt(all, y + 2 * height)]
    batch(() => {
      current.value = Math.max(0, pageAt(all, y + height / 2))
      if (near.peek()[0] !== first || near.peek()[1] !== last) near.value = [first, last]
    })
  }

  /** Changes the layout and keeps what is at a point of the viewport where it is. */
  const relayout = (change: () => void, at: Point): void => {
    const before = layout.peek()
    const scroll = scrollOf()
    batch(change)
    const to = scrollKeeping(before, layout.peek(), scroll, at)
    scroller?.scrollTo({ left: to.x, top: to.y, behavior: 'instant' })
    look()
  }

  const scrollTo = (to: Point): void => {
    // Over a long distance, smooth scrolling would only cost time.
    const isFar = Math.abs(to.y - scrollOf().y) > 2 * viewport.peek().height
    const calm = isFar || matchMedia('(prefers-reduced-motion: reduce)').matches
    scroller?.scrollTo({ left: to.x, top: to.y, behavior: calm ? 'instant' : 'smooth' })
  }

  const view: PagesView = {
    review,
    words: createWordStore(review.id),
    zoom,
    turn,
    layout,
    current,
    near,
    boxes: computed(() => boxesOf(review)),
    activePlace,
    related: computed(() => relatedTo(review)),
    showWords: signal(false),
    drawing: signal(false),
    hovered: signal(null),
    selected: signal(null),
    tip: signal(null),
    searching: signal(false),
    reading: signal([]),
    hits: signal([]),
    hit: signal(null),
    announcement: signal(''),
    scroller: () => scroller,
    attach: (element) => {
      scroller = element
      const measure = () => {
        const { clientWidth: width, clientHeight: height } = element
        const known = viewport.peek()
        // The first call of the observer brings no news, and would stop the scroll to the active field.
        if (width !== known.width || height !== known.height)
          relayout(() => (viewport.value = { width, height }), NOWHERE)
      }
      measure()
      const resizes = new ResizeObserver(measure)
      resizes.observe(element)
      let frame = 0
      const onScroll = () => {
        cancelAnimationFrame(frame)
        frame = requestAnimationFrame(look)
      }
      element.addEventListener('scroll', onScroll, { passive: true })
      const stopFollowing = followActive()
      return () => {
        stopFollowing()
        resizes.disconnect()
        cancelAnimationFrame(frame)
        element.removeEventListener('scroll', onScroll)
        scroller = null
      }
    },
    pageOf: (number) => review.pages.peek().find((page) => page.number === number),
    at: (clientX, clientY, on) => {
      if (!scroller) return null
      const bounds = scroller.getBoundingClientRect()
      const x = clientX - bounds.left + scroller.scrollLeft
      const y = clientY - bounds.top + scroller.scrollTop
      const index = on ?? pageAt(layout.peek(), y)
      const place = layout.peek().pages[index]
      const page = review.pages.peek()[index]
      if (!place || !page) return null
      const inView = { x: (x - place.left) / place.scale, y: (y - place.top) / place.scale }
      return { page, index, point: toPage(inView, place.size, turn.peek()) }
    },
    setZoom: (to, at = centre()) => {
      storeZoom(to)
      relayout(() => (zoom.value = to), at)
    },
    zoomBy: (factor, at = centre()) => {
      const page = layout.peek().pages[pageAt(layout.peek(), scrollOf().y + at.y)]
      if (page) view.setZoom(clampZoom(zoomOf(page) * factor), at)
    },
    turnView: (degrees) => relayout(() => (turn.value = turnBy(turn.peek(), degrees)), centre()),
    goTo: (index) => {
      const page = layout.peek().pages[index]
      if (page) scrollTo({ x: scrollOf().x, y: Math.max(0, page.top - 8) })
    },
    show: ({ page, rectangle }) => {
      const place = layout.peek().pages[review.pages.peek().findIndex(({ number }) => number === page)]
      const to = place && scrollToShow(placeOf(place, rectangle, turn.peek()), scrollOf(), viewport.peek())
      if (to) scrollTo(to)
    },
  }

  /** Scrolls to the active field when another one becomes active, not when its value changes. */
  function followActive(): () => void {
    let shown: number | null = null
    return effect(() => {
      const id = review.active.value
      if (id === shown) return
      shown = id
      const place = activePlace.peek()
      if (place) view.show(place)
    })
  }
  return view
}
