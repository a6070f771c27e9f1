/** A text box with a button; Ctrl+Enter does the same. The text stays until it is stored. */
import type { Signal } from '@preact/signals'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { formatNumber, t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/button.tsx'
import { sentenceOf } from '../../../ui/toasts.tsx'

/** Most characters of a note. */
const MAX_NOTE = 4096
/** Characters left at which their number appears. */
const NEAR_END = 300

interface NoteBoxProps {
  label: string
  action: string
  draft: Signal<string>
  onSave: (text: string) => Promise<void>
  /** Shows a button that ends the entry. */
  onCancel?: () => void
  autofocus?: boolean
}

export function NoteBox({ label, action, draft, onSave, onCancel, autofocus }: NoteBoxProps) {
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const text = draft.value
  const left = MAX_NOTE - text.length
  useEffect(() => {
    if (autofocus) box.current?.focus()
  }, [])
  const save = async () => {
    if (busy || !text.trim() || left < 0) return
    setBusy(true)
    setError(null)
    try {
      await onSave(text.trim())
      draft.value = ''
    } catch (failure) {
      setError(sentenceOf(failure))
    }
    setBusy(false)
    box.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    else if (event.key === 'Escape' && onCancel) onCancel()
    else return
    // These keys confirm the document or close the panel elsewhere.
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="side-box">
      <label for={id} class="visually-hidden">
        {label}
      </label>
      <textarea
        ref={box}
        id={id}
        class="input"
        rows={3}
        placeholder={label}
        value={text}
        aria-invalid={left < 0 || error !== null || undefined}
        aria-describedby={`${id}-hint`}
        onInput={(event) => (draft.value = event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-hint`} class={left < 0 || error ? 'field-error' : 'hint'} role={error ? 'alert' : undefined}>
        {error ?? (left < NEAR_END ? t('side.charactersLeft', { count: formatNumber(left) }) : '')}
      </p>
      <div class="side-actions">
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
        <Button
          kind="primary"
          keys="Ctrl+Enter"
          busy={busy}
          disabled={!text.trim() || left < 0}
          onClick={() => void save()}
        >
          {action}
        </Button>
      </div>
    </div>
  )
}
