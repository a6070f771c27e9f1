/** The fields of the annotation by section; tables are shown below the pages. */
import './fields.css'
import { effect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import type { FieldView, ListView, SectionView } from '../model/content.ts'
import { needsReview } from '../model/state.ts'
import type { Review } from '../store/review.ts'
import { FieldRow } from './field-row.tsx'
import { topOf } from './order.ts'

export function FieldList({ review }: { review: Review }) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      effect(() => {
        const row = list.current?.querySelector(`[data-field="${review.active.value}"]`)
        row?.scrollIntoView({ block: 'nearest' })
      }),
    [review],
  )
  return (
    <div ref={list} class="field-list">
      <ToCheck review={review} />
      {review.sections.value.map((section) => (
        <FormSection key={section.id} review={review} section={section} />
      ))}
    </div>
  )
}

/** The fields to check, on top of the sections. */
function ToCheck({ review }: { review: Review }) {
  const ids = topOf(review).value
  const fields = review.fields.value.filter(({ id }) => ids?.has(id))
  if (!fields.length) return null
  return (
    <section class="form-section" aria-label={t('review.toCheckFirst')}>
      <h2>{t('review.toCheckFirst')}</h2>
      {fields.map((field) => (
        <FieldRow key={field.id} review={review} field={field} />
      ))}
    </section>
  )
}

function FormSection({ review, section }: { review: Review; section: SectionView }) {
  const top = topOf(review).value
  const isShown = (field: FieldView): boolean =>
    !top?.has(field.id) &&
    (!review.uncertainOnly.value || field.id === review.active.value || needsReview(review.stateOf(field)))
  const entries = section.entries.flatMap((entry) => {
    if (entry.kind === 'table') return []
    if (entry.kind === 'list') return [<ValueList key={entry.node.id} review={review} list={entry} isShown={isShown} />]
    return isShown(entry) ? [<FieldRow key={entry.id} review={review} field={entry} />] : []
  })
  if (!entries.length) return null
  return (
    <section class="form-section" aria-label={section.schema.label}>
      <h2>{section.schema.label}</h2>
      {entries}
    </section>
  )
}

interface ValueListProps {
  review: Review
  list: ListView
  isShown: (field: FieldView) => boolean
}

/** A field with several values. */
function ValueList({ review, list, isShown }: ValueListProps) {
  const { node, schema, items } = list
  const canChange = review.readOnly.value === null
  const isFull = items.length >= (schema.max_occurrences ?? 1000)
  return (
    <div class="value-list" role="group" aria-label={schema.label}>
      <div class="value-list-head">
        <span>{schema.label}</span>
        {canChange && (
          <Button
            kind="quiet"
            icon="add"
            label={t('review.addValue', { field: schema.label })}
            disabled={isFull}
            onClick={() => void review.operate([{ op: 'add', id: node.id, value: {} }])}
          />
        )}
      </div>
      {items.filter(isShown).map((item) => (
        <div key={item.id} class="value-list-item">
          <FieldRow review={review} field={item} number={items.indexOf(item) + 1} />
          {canChange && (
            <Button
              kind="quiet"
              icon="close"
              label={t('review.removeValue', { field: schema.label })}
              onClick={() => void review.operate([{ op: 'remove', id: item.id }])}
            />
          )}
        </div>
      ))}
      {!items.length && <p class="soft">{t('common.none')}</p>}
    </div>
  )
}
