/** One page: a place of its exact size, and while it is near the viewport its image and what is drawn above it. */
import { effect, useComputed } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Page } from '../../../api/types.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import { PageImage } from '../../../ui/page-image.tsx'
import { Candidates } from './candidates.tsx'
import { sizeOf } from './layout.ts'
import { createOverlay, type Overlay } from './overlay.ts'
import { ReadingMarks } from './reading-marks.tsx'
import type { Taking } from './taking.ts'
import type { Mark, PagesView } from './view.ts'

export interface PageViewProps {
  view: PagesView
  taking: Taking
  page: Page
  index: number
}

/** The full image of a page that is only scrolled past is not loaded. */
const PAUSE_MS = 100

export function PageView(props: PageViewProps) {
  const { view, page, index } = props
  const place = useRef<HTMLDivElement>(null)
  const isNear = useComputed(() => index >= view.near.value[0] && index <= view.near.value[1])
  useLayoutEffect(
    () =>
      effect(() => {
        const at = view.layout.value.pages[index]
        if (!at || !place.current) return
        const { style } = place.current
        style.transform = `translate(${at.left}px, ${at.top}px)`
        style.width = `${at.width}px`
        style.height = `${at.height}px`
      }),
    [view, index],
  )
  return (
    <div
      ref={place}
      class="page"
      role="group"
      aria-label={t('pages.page', { number: page.number, count: view.review.pages.peek().length })}
      data-page={page.number}
    >
      {isNear.value && <PageContent {...props} />}
    </div>
  )
}

function PageContent({ view, taking, page, index }: PageViewProps) {
  const turned = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const isFirst = useRef(view.current.peek() === index).current
  const [isFull, setFull] = useState(isFirst)
  const [isLoaded, setLoaded] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (isFull) return
    const timer = setTimeout(() => setFull(true), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isFull])
  useLayoutEffect(
    () =>
      effect(() => {
        const at = view.layout.value.pages[index]
        if (!at || !turned.current) return
        const { style } = turned.current
        const isSideways = view.turn.value % 180 !== 0
        style.width = `${isSideways ? at.height : at.width}px`
        style.height = `${isSideways ? at.width : at.height}px`
        style.transform = `translate(-50%, -50%) rotate(${view.turn.value}deg)`
      }),
    [view, index],
  )
  useLayoutEffect(
    () => draw({ view, taking, page, index }, createOverlay(svg.current!, sizeOf(page))),
    [view, page, index],
  )
  useEffect(() => {
    // Words can wait until the image is there.
    if (isLoaded) view.words.of(page)
  }, [view, page, isLoaded])

  const alt = t('pages.image', { number: page.number })
  return (
    <div ref={turned} class="page-turned">
      <PageImage page={page} size="preview" alt="" eager urgent={isFirst} />
      {isFull && (
        <PageImage
          key={attempt}
          page={page}
          size="full"
          alt={alt}
          eager
          urgent={isFirst}
          onLoad={() => setLoaded(true)}
          onFail={() => {
            setFailed(true)
            setLoaded(true)
          }}
        />
      )}
      <svg
        ref={svg}
        class="page-overlay"
        preserveAspectRatio="none"
        role="group"
        aria-label={t('pages.values', { number: page.number })}
      />
      <Candidates view={view} taking={taking} page={page} />
      <ReadingMarks view={view} page={page} />
      {failed && (
        <div class="page-retry">
          <Button
            icon="rotate"
            onClick={() => {
              setFailed(false)
              setAttempt(attempt + 1)
            }}
          >
            {t('common.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Keeps the drawing as the signals say. Each effect changes only its own elements. */
function draw({ view, taking, page, index }: PageViewProps, overlay: Overlay): () => void {
  const { number } = page
  const on = (mark: Mark | null) => (mark?.page === number ? mark.rectangle : null)
  const stops = [
    effect(() => {
      overlay.setBoxes(view.boxes.value.get(number) ?? [])
      overlay.setRelated(view.related.value)
    }),
    effect(() => {
      const place = view.activePlace.value
      overlay.setActive(place?.page === number ? place : null, view.layout.value.pages[index]?.scale ?? 1)
    }),
    effect(() => overlay.setHovered(taking.canTake.value ? on(view.hovered.value) : null)),
    effect(() => overlay.setSelected(on(view.selected.value))),
    effect(() =>
      overlay.setWords(view.showWords.value ? view.words.of(page).value.words.map(({ rectangle }) => rectangle) : null),
    ),
    effect(() =>
      overlay.setHits(
        view.hits.value.filter((hit) => hit.page === number).map(({ rectangle }) => rectangle),
        on(view.hit.value),
      ),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
