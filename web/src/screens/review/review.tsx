/** The review of one annotation: its pages, its fields, its tables and what belongs to it. */
import './review.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import { guardLeaving } from '../../app/router.ts'
import type { ScreenProps } from '../../app/screens.ts'
import { t } from '../../i18n/index.ts'
import { Show, useLoad } from '../../ui/load.tsx'
import { CommandDialogs } from '../../ui/palette.tsx'
import { Splitter, useSize } from '../../ui/splitter.tsx'
import { leave, markEnded } from './actions.ts'
import { Banners } from './banners.tsx'
import type { ReviewDialogs } from './document-commands.ts'
import { FieldList } from './fields/field-list.tsx'
import { PagesPane } from './pages/pages-pane.tsx'
import { OverrideDialog } from './override-dialog.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { SidePanel } from './side/side-panel.tsx'
import { hasUnsent } from './side/unsent.ts'
import { openReview, type Review } from './store/review.ts'
import { Tables } from './tables.tsx'
import { Toolbar } from './toolbar.tsx'
import { useReviewCommands } from './use-review-commands.ts'

/** Number of reviews that were opened, as a key: a review that is opened again shares nothing with the one before. */
let opened = 0

export function ReviewScreen({ params }: ScreenProps) {
  const loaded = useLoad(
    async (abort) => ({ review: await openReview(Number(params.id), abort), count: ++opened }),
    [params.id],
  )
  return (
    <Show loaded={loaded}>
      {({ review, count }) => <ReviewLayout key={count} review={review} reopen={loaded.reload} />}
    </Show>
  )
}

/** Opens the document again when it has been read: its pages and values are there now, and its review can start. */
function useRead(review: Review, reopen: () => void): void {
  const { status } = review.annotation.value
  const isRead = !['created', 'importing'].includes(status)
  const wasRead = useRef(isRead)
  useEffect(() => {
    if (!isRead || wasRead.current) return
    wasRead.current = true
    // The review that starts then is not one to cancel.
    markEnded(review)
    reopen()
  }, [isRead])
}

/** Ends the review when the user leaves, and asks first if something entered has not been sent. */
function useLeaving(review: Review): void {
  useEffect(() => {
    const endGuard = guardLeaving(() => {
      const { waiting, refused, conflicts } = review.saving
      return waiting.value || refused.value.size || conflicts.value.length ? t('review.leaveUnsent') : null
    })
    const endTexts = guardLeaving(() => (hasUnsent(review) ? t('side.leaveUnsent') : null))
    const hide = () => leave(review)
    addEventListener('pagehide', hide)
    return () => {
      endGuard()
      endTexts()
      removeEventListener('pagehide', hide)
      leave(review)
      review.close()
    }
  }, [review])
}

/** Offers the commands. They depend on the active field, and a component of their own keeps the rest of the screen from rendering with it. */
function ReviewCommands({ review, ...dialogs }: { review: Review } & ReviewDialogs) {
  useReviewCommands(review, dialogs)
  return null
}

/** Puts the focus on the active field, or else on the pages, when the element that had it disappears. */
function focusActive({ active, pointing }: Review): void {
  const { value: id } = active
  pointing.value = false
  const field = document.querySelector<HTMLElement>(`#field-${id}, #cell-${id}`)
  const target = field ?? document.querySelector<HTMLElement>('.pages-scroller')
  target?.focus({ preventScroll: true })
}

function ReviewLayout({ review, reopen }: { review: Review; reopen: () => void }) {
  const [side, setSide] = useState(false)
  const [rejecting, setRejecting] = useState(false)
  const [reasonFor, setReasonFor] = useState<string | null>(null)
  const width = useSize({ name: 'form', initial: 450, min: 300, max: 760 })
  useLeaving(review)
  useRead(review, reopen)
  const toggleSide = () => {
    const hadFocus = document.activeElement?.closest('.review-side')
    setSide((open) => !open)
    if (hadFocus) focusActive(review)
  }
  const dialogs = { openReject: () => setRejecting(true), askReason: setReasonFor, toggleSide }
  return (
    <div class="review">
      <ReviewCommands review={review} {...dialogs} />
      <Toolbar review={review} side={side} {...dialogs} />
      <Banners review={review} />
      <div class="review-body">
        <div class="review-main">
          <section class="review-pages" aria-label={t('review.pages')}>
            <PagesPane review={review} />
          </section>
          <Tables review={review} />
        </div>
        <Splitter label={t('review.formWidth')} orientation="vertical" size={width} />
        <section class="review-form" style={{ width: `${width.value}px` }} aria-label={t('review.fields')}>
          <FieldList review={review} />
        </section>
        {side && (
          <div class="review-side">
            <SidePanel review={review} onClose={toggleSide} />
          </div>
        )}
      </div>
      {reasonFor !== null && review.annotation.value.status === 'in_workflow' && (
        <OverrideDialog review={review} why={reasonFor} onClose={() => setReasonFor(null)} />
      )}
      {rejecting && <RejectDialog review={review} onClose={() => setRejecting(false)} />}
      <CommandDialogs />
    </div>
  )
}
