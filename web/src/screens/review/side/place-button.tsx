/** A text about a field, with the name of the field; choosing it goes to the field. */
import type { ComponentChildren } from 'preact'
import { t } from '../../../i18n/index.ts'
import type { Review } from '../store/review.ts'
import type { Place } from './places.ts'

interface PlaceButtonProps {
  review: Review
  /** undefined for texts about the whole document. */
  place: Place | undefined
  children: ComponentChildren
}

export const placeName = ({ label, row }: Pick<Place, 'label' | 'row'>): string =>
  row === null ? label : t('side.inRow', { field: label, row })

export function PlaceButton({ review, place, children }: PlaceButtonProps) {
  const text = (
    <>
      {place && <strong>{placeName(place)}</strong>}
      <span>{children}</span>
    </>
  )
  if (!place || place.focusId === null) return <p class="side-line">{text}</p>
  const { focusId } = place
  return (
    <button type="button" class="side-line" title={t('side.goTo')} onClick={() => review.focus(focusId)}>
      {text}
    </button>
  )
}
