/** The pages of the document, with the boxes of values and words. */
import './pages.css'
import './overlay.css'
import { effect, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { t } from '../../../i18n/index.ts'
import type { Review } from '../store/review.ts'
import { attachMouse } from './mouse.ts'
import { PageCommands } from './page-commands.tsx'
import { PageView } from './page-view.tsx'
import { readThumbnails } from './remembered.ts'
import { createSearch } from './search.ts'
import { SearchBar } from './search-bar.tsx'
import { createTaking, type Taking } from './taking.ts'
import { Thumbnails } from './thumbnails.tsx'
import { PointerTip } from './tip.tsx'
import { Toolbar } from './toolbar.tsx'
import { attachTouch } from './touch.ts'
import { createPagesView, type PagesView } from './view.ts'
import { createWordCursor } from './word-cursor.ts'

export function PagesPane({ review }: { review: Review }) {
  const { view, taking, search, cursor } = useMemo(() => {
    const view = createPagesView(review)
    const taking = createTaking(view)
    return { view, taking, search: createSearch(view), cursor: createWordCursor(view, taking) }
  }, [review])
  useEffect(
    () => () => {
      for (const part of [taking, search, cursor]) part.close()
    },
    [taking, search, cursor],
  )
  const thumbnails = useSignal(readThumbnails())
  const count = review.pages.value.length
  if (!count)
    return (
      <div class="pages-pane">
        <p class="notice">
          {t(review.annotation.value.status === 'failed_import' ? 'pages.failedImport' : 'pages.none')}
        </p>
      </div>
    )
  return (
    <div class="pages-pane">
      <PageCommands view={view} taking={taking} cursor={cursor} thumbnails={thumbnails} />
      <Toolbar view={view} taking={taking} thumbnails={thumbnails} />
      <div class="pages-body">
        {count > 1 && thumbnails.value && <Thumbnails view={view} />}
        <div class="pages-stage">
          <Scroller view={view} taking={taking} />
          <SearchBar view={view} search={search} />
        </div>
      </div>
      <PointerTip view={view} />
      <Announcer view={view} />
    </div>
  )
}

function Scroller({ view, taking }: { view: PagesView; taking: Taking }) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { review } = view
  useLayoutEffect(() => {
    const element = scroller.current!
    const stops = [
      effect(() => {
        const { width, height } = view.layout.value
        list.current!.style.width = `${width}px`
        list.current!.style.height = `${height}px`
      }),
      effect(() => {
        element.toggleAttribute('data-drawing', view.drawing.value && taking.canTake.value)
      }),
      view.attach(element),
      attachMouse(view, taking, element),
      attachTouch(view, taking, element),
      effect(() => {
        if (review.pointing.value && document.activeElement !== element) element.focus({ preventScroll: true })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [view, taking])

  const leave = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Element) || !(currentTarget instanceof Element)) return
    // Dialogs and the tools of the pages give the focus back.
    if (!relatedTarget.closest('dialog') && !currentTarget.closest('.pages-pane')?.contains(relatedTarget))
      // When the focus has arrived: then it is known whether it belongs to another part of the screen.
      requestAnimationFrame(() => (review.pointing.value = currentTarget.contains(document.activeElement)))
  }
  return (
    <div
      ref={scroller}
      class="pages-scroller"
      role="region"
      aria-label={t('pages.region')}
      aria-describedby="pages-help"
      tabIndex={0}
      onFocus={() => (review.pointing.value = true)}
      onBlur={leave}
    >
      <div ref={list} class="pages-list">
        {review.pages.value.map((page, index) => (
          <PageView key={page.url} view={view} taking={taking} page={page} index={index} />
        ))}
      </div>
      <p id="pages-help" class="visually-hidden">
        {t('pages.help')}
      </p>
    </div>
  )
}

const Announcer = ({ view }: { view: PagesView }) => (
  <div class="visually-hidden" role="status" aria-live="polite">
    {view.announcement.value}
  </div>
)
