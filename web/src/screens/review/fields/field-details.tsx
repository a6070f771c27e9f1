/** Below the active field: how sure its value is and why, and what its keys do as buttons. */
import { formatShare, hasMessage, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import type { FieldView } from '../model/content.ts'
import { isEditable, type FieldState } from '../model/state.ts'
import { acceptAndGoOn } from '../moves.ts'
import type { Review } from '../store/review.ts'

interface FieldDetailsProps {
  review: Review
  field: FieldView
  state: FieldState
  /** Id of the text, which describes the control of the field. */
  id: string
}

/** The keyboard has Enter and Alt+Backspace, so the buttons are no stops on the way to the next field. */
const IN_PLACE = { tabIndex: -1, onPointerDown: (event: PointerEvent) => event.preventDefault() }

export function FieldDetails({ review, field, state, id }: FieldDetailsProps) {
  const { node, schema } = field
  const mine = review.readOnly.value === null
  const canClear = mine && isEditable(schema, node) && review.valueOf(field.id) !== ''
  return (
    <div class="field-details">
      <p id={id}>{stateText(state, node.content?.rir_confidence ?? null, node.validation_sources)}</p>
      {canClear && (
        <Button
          kind="quiet"
          icon="close"
          label={t('review.do.clear')}
          keys="Alt+Backspace"
          rest={IN_PLACE}
          onClick={() => review.accept(field.id, '')}
        />
      )}
      {mine && (
        <Button
          kind="quiet"
          icon="check"
          label={t('review.do.accept')}
          keys="Enter"
          rest={IN_PLACE}
          onClick={() => acceptAndGoOn(review)}
        />
      )}
    </div>
  )
}

/** Returns the state of a value, who has validated it, and the confidence of the engine. */
export function stateText(state: FieldState, confidence: number | null, sources: readonly string[]): string {
  const names = sources.map((source) => {
    const key = `review.source.${source}`
    return hasMessage(key) ? t(key) : source
  })
  return [
    t(`review.state.${state}`),
    names.length ? t('review.validatedBy', { sources: names.join(', ') }) : '',
    confidence === null ? '' : t('review.confidence', { share: formatShare(confidence, 1) }),
  ]
    .filter(Boolean)
    .join(' · ')
}
