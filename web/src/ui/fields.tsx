/** Controls of forms, each with its label. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  label: string
  /** Shows the label to assistive technology only. */
  hideLabel?: boolean
  hint?: string
  error?: string | null
}

function Labelled({
  label,
  hideLabel,
  hint,
  error,
  id,
  children,
}: FieldProps & { id: string; children: ComponentChildren }) {
  return (
    <div class="form-field">
      <label for={id} class={hideLabel ? 'visually-hidden' : ''}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

const describedBy = (id: string, { hint, error }: FieldProps): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

interface InputProps {
  type?: 'text' | 'search' | 'password' | 'date' | 'number'
  value?: string
  placeholder?: string
  autocomplete?: string
  autofocus?: boolean
  required?: boolean
  disabled?: boolean
  maxLength?: number
  min?: number
  max?: number
  step?: number
}

export function TextField(props: FieldProps & InputProps & { onInput?: (value: string) => void }) {
  const { label: _label, hideLabel: _hideLabel, hint: _hint, error, onInput, type, ...input } = props
  const id = useId()
  return (
    <Labelled {...props} id={id}>
      <input
        {...input}
        // The attributes of Preact differ by type; those used here are valid for all of them.
        type={(type ?? 'text') as 'text'}
        id={id}
        class="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, props)}
        onInput={onInput && ((event) => onInput(event.currentTarget.value))}
      />
    </Labelled>
  )
}

export function TextArea(props: FieldProps & { value: string; rows?: number; onInput: (value: string) => void }) {
  const { value, rows = 3, onInput } = props
  const id = useId()
  return (
    <Labelled {...props} id={id}>
      <textarea
        id={id}
        class="input"
        rows={rows}
        value={value}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={describedBy(id, props)}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </Labelled>
  )
}

interface SelectProps extends FieldProps {
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  disabled?: boolean
}

export function SelectField(props: SelectProps) {
  const { value, options, onChange, disabled } = props
  const id = useId()
  return (
    <Labelled {...props} id={id}>
      <select
        id={id}
        class="input"
        value={value}
        disabled={disabled}
        aria-describedby={describedBy(id, props)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

interface CheckboxProps {
  label: string
  hideLabel?: boolean
  checked: boolean
  /** Some of several are checked. */
  mixed?: boolean
  onChange: (checked: boolean, event: Event) => void
  disabled?: boolean
}

export function Checkbox({ label, hideLabel, checked, mixed, onChange, disabled }: CheckboxProps) {
  return (
    <label class="checkbox">
      <input
        type="checkbox"
        checked={checked}
        indeterminate={mixed ?? false}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked, event)}
      />
      <span class={hideLabel ? 'visually-hidden' : ''}>{label}</span>
    </label>
  )
}
