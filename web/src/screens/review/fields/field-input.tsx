/** The control of a value: text, number or date in the format of the field, or a choice. */
import { useComputed } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../../i18n/index.ts'
import type { FieldView } from '../model/content.ts'
import { isEditable, isRequired, type FieldState } from '../model/state.ts'
import type { Review } from '../store/review.ts'

interface FieldInputProps {
  review: Review
  field: FieldView
  inputId: string
  state: FieldState
}

export function FieldInput({ review, field, inputId, state }: FieldInputProps) {
  const { id, schema, node } = field
  const ref = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)
  // Of 40 fields, only two render when another one becomes active.
  const { value: isActive } = useComputed(() => review.active.value === id)
  const { value: isPointing } = review.pointing
  const readOnly = review.readOnly.value !== null || !isEditable(schema, node)
  const value = review.valueOf(id)

  // Before the next key: one that is typed at once belongs to the new field.
  const wasActive = useRef(false)
  useLayoutEffect(() => {
    const isNew = isActive && !wasActive.current
    wasActive.current = isActive
    const { activeElement } = document
    if (!isActive || isPointing || activeElement === ref.current) return
    // Tab has moved the focus from the pages to another part of the screen.
    if (!isNew && activeElement !== document.body && !activeElement?.closest('.pages-scroller')) return
    ref.current?.focus({ preventScroll: true })
    if (ref.current && 'select' in ref.current && schema.type !== 'enum') ref.current.select()
  }, [isActive, isPointing])

  const messages = review.messages.value.get(id) ?? []
  const describedBy = [
    ...messages.map((_, index) => `${inputId}-message-${index}`),
    ...(isActive ? [`${inputId}-details`] : []),
  ].join(' ')
  const shared = {
    ref,
    id: inputId,
    class: 'field-input',
    'aria-required': isRequired(schema) || undefined,
    'aria-invalid': state === 'error' || undefined,
    'aria-describedby': describedBy || undefined,
    onFocus: () => {
      review.pointing.value = false
      review.focus(id)
    },
    // A typed value is stored when the user leaves the field, whichever way.
    onBlur: () => review.saving.values.peek().get(id)?.isAccepted === false && review.accept(id),
  }
  if (schema.type === 'enum') {
    const options = node.options ?? (schema.options ?? []).map(({ value, label }) => ({ value, label: label ?? value }))
    return (
      <select
        {...shared}
        value={value}
        disabled={readOnly}
        onChange={(event) => review.accept(id, event.currentTarget.value)}
      >
        <option value="" />
        {!options.some((option) => option.value === value) && value !== '' && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  }
  const text = {
    ...shared,
    value,
    readOnly,
    spellcheck: false,
    autocomplete: 'off' as const,
    maxLength: 1500,
    placeholder: isActive && !readOnly ? (schema.format ?? t('review.empty')) : '',
    onInput: (event: { currentTarget: { value: string } }) => review.type(id, event.currentTarget.value),
  }
  // Texts grow with their lines, by `field-sizing`.
  return schema.type === 'string' ? (
    <textarea {...text} rows={1} />
  ) : (
    <input {...text} type="text" inputMode={schema.type === 'number' ? 'decimal' : 'text'} />
  )
}
