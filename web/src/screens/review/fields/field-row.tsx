/** One field: its label, its value, how sure the value is, and what is wrong with it. */
import { useComputed } from '@preact/signals'
import { formatShare, hasMessage, t } from '../../../i18n/index.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import type { FieldView } from '../model/content.ts'
import { dependenciesOf, isRequired, type FieldState } from '../model/state.ts'
import type { Review } from '../store/review.ts'
import { Alternatives } from './alternatives.tsx'
import { FieldButton } from './field-button.tsx'
import { FieldDetails, stateText } from './field-details.tsx'
import { FieldInput } from './field-input.tsx'

const ICONS: Record<FieldState, IconName | null> = {
  error: 'alert',
  uncertain: 'help',
  checked: 'person',
  sure: 'check',
  empty: null,
}

interface FieldRowProps {
  review: Review
  field: FieldView
  /** Position among the values of a list, from 1. */
  number?: number
}

export function FieldRow({ review, field, number }: FieldRowProps) {
  const { id, schema, node } = field
  const { value: isActive } = useComputed(() => review.active.value === id)
  const { value: isUsed } = useComputed(() => isUsedBy(review, schema))
  if (schema.type === 'button') return <FieldButton review={review} field={field} />
  const state = review.stateOf(field)
  const messages = review.messages.value.get(id) ?? []
  const inputId = `field-${id}`
  const label = number === undefined ? schema.label : `${schema.label} ${number}`
  return (
    <div
      class={`field ${isActive ? 'active' : ''} ${isUsed ? 'used' : ''}`}
      data-state={state}
      data-field={id}
      data-schema={schema.id}
      onPointerDown={() => review.focus(id)}
    >
      <label for={inputId} title={schema.description ?? undefined}>
        {label}
        {isRequired(schema) && (
          <span class="required" title={t('review.required')} aria-hidden="true">
            *
          </span>
        )}
        {schema.ui_configuration?.type === 'formula' && <span class="tag">{t('review.formula')}</span>}
      </label>
      <div class="field-value">
        <FieldInput review={review} field={field} inputId={inputId} state={state} />
        <span
          class="field-state"
          title={stateText(state, node.content?.rir_confidence ?? null, node.validation_sources)}
        >
          {ICONS[state] && <Icon name={ICONS[state]} size={15} />}
          <span class="visually-hidden">{t(`review.state.${state}`)}</span>
          {state === 'uncertain' && node.content?.rir_confidence != null && (
            <span class="confidence">{formatShare(node.content.rir_confidence)}</span>
          )}
        </span>
      </div>
      {messages.map(({ type, content }, index) => (
        <p key={index} id={`${inputId}-message-${index}`} class={`field-message ${type}`}>
          {messageText(content)}
        </p>
      ))}
      {isActive && <FieldDetails review={review} field={field} state={state} id={`${inputId}-details`} />}
      {isActive && <Alternatives review={review} field={field} />}
    </div>
  )
}

/** Whether the active field is a formula that refers to this field. */
function isUsedBy(review: Review, schema: FieldView['schema']): boolean {
  const active = review.fieldById.value.get(review.active.value ?? -1)
  return active?.schema.ui_configuration?.type === 'formula' && dependenciesOf(active.schema).includes(schema.id)
}

/** Checks of the service answer with short words, such as `required`. */
export function messageText(content: string): string {
  const key = `review.check.${content}`
  return hasMessage(key) ? t(key) : content
}
