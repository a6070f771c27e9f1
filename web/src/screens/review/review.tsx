/** The review of one annotation: its pages, its fields, its tables and what belongs to it. */
import './review.css'
import { useEffect, useState } from 'preact/hooks'
import { guardLeaving } from '../../app/router.ts'
import type { ScreenProps } from '../../app/screens.ts'
import { t } from '../../i18n/index.ts'
import { Show, useLoad } from '../../ui/load.tsx'
import { CommandDialogs } from '../../ui/palette.tsx'
import { Splitter, useSize } from '../../ui/splitter.tsx'
import { leave } from './actions.ts'
import { Banners } from './banners.tsx'
import { FieldList } from './fields/field-list.tsx'
import { PagesPane } from './pages/pages-pane.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { SidePanel } from './side/side-panel.tsx'
import { openReview, type Review } from './store/review.ts'
import { Tables } from './tables.tsx'
import { Toolbar } from './toolbar.tsx'
import { useReviewCommands, type ReviewDialogs } from './use-review-commands.ts'

export function ReviewScreen({ params }: ScreenProps) {
  const loaded = useLoad(() => openReview(Number(params.id)), [params.id])
  return <Show loaded={loaded}>{(review) => <ReviewLayout key={review.id} review={review} />}</Show>
}

/** Ends the review when the user leaves, and asks first if something entered has not been sent. */
function useLeaving(review: Review): void {
  useEffect(() => {
    const endGuard = guardLeaving(() => (review.saving.waiting.value ? t('review.leaveUnsent') : null))
    const hide = () => leave(review)
    addEventListener('pagehide', hide)
    return () => {
      endGuard()
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

function ReviewLayout({ review }: { review: Review }) {
  const [side, setSide] = useState(false)
  const [rejecting, setRejecting] = useState(false)
  const width = useSize({ name: 'form', initial: 450, min: 300, max: 760 })
  useLeaving(review)
  const toggleSide = () => setSide((open) => !open)
  const openReject = () => setRejecting(true)
  return (
    <div class="review">
      <ReviewCommands review={review} openReject={openReject} toggleSide={toggleSide} />
      <Toolbar review={review} side={side} toggleSide={toggleSide} openReject={openReject} />
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
      {rejecting && <RejectDialog review={review} onClose={() => setRejecting(false)} />}
      <CommandDialogs />
    </div>
  )
}
