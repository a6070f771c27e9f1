/** The review of one annotation. */
import './review.css'
import { useEffect } from 'preact/hooks'
import type { ScreenProps } from '../../app/screens.ts'
import { Show, useLoad } from '../../ui/load.tsx'
import { CommandDialogs } from '../../ui/palette.tsx'
import { FieldList } from './fields/field-list.tsx'
import { LineItems } from './grid/line-items.tsx'
import { PagesPane } from './pages/pages-pane.tsx'
import { openReview, type Review } from './store/review.ts'

export function ReviewScreen({ params }: ScreenProps) {
  const loaded = useLoad(() => openReview(Number(params.id)), [params.id])
  useEffect(() => () => loaded.value?.close(), [loaded.value])
  return <Show loaded={loaded}>{(review) => <ReviewLayout review={review} />}</Show>
}

function ReviewLayout({ review }: { review: Review }) {
  const tables = review.sections.value.flatMap(({ entries }) => entries.filter((entry) => entry.kind === 'table'))
  return (
    <div class="review">
      <div class="review-body">
        <section class="review-pages">
          <PagesPane review={review} />
        </section>
        <section class="review-form">
          <FieldList review={review} />
        </section>
      </div>
      {tables.map((table) => (
        <section key={table.node.id} class="review-table">
          <LineItems review={review} table={table} />
        </section>
      ))}
      <CommandDialogs />
    </div>
  )
}
