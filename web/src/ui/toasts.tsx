/** Short messages in a corner. Errors stay until they are closed, all others for some seconds. */
import { signal } from '@preact/signals'
import { ApiError } from '../api/client.ts'
import { sentenceOf } from './sentence.ts'
import { t } from '../i18n/index.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface Toast {
  id: number
  text: string
  isError: boolean
  /** Reverses what the message reports. */
  undo?: { label: string; run: () => void }
}

export { sentenceOf }

const toasts = signal<readonly Toast[]>([])
const SHOWN_MS = 6000
/** Time to read a message and to reach its button by keys. */
const UNDO_MS = 12_000
let lastId = 0

const close = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

export function showMessage(text: string, undo?: Toast['undo']): void {
  const id = ++lastId
  toasts.value = [...toasts.value.slice(-3), { id, text, isError: false, ...(undo ? { undo } : {}) }]
  setTimeout(() => close(id), undo ? UNDO_MS : SHOWN_MS)
}

export function showError(error: unknown): void {
  // The dialog to sign in again says it.
  if (error instanceof ApiError && error.status === 401) return
  const text = sentenceOf(error)
  if (toasts.value.some((toast) => toast.text === text)) return
  toasts.value = [...toasts.value.slice(-3), { id: ++lastId, text, isError: true }]
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isError, undo }) => (
        <div key={id} class={`toast ${isError ? 'error' : ''}`}>
          <Icon name={isError ? 'alert' : 'check'} />
          <p>{text}</p>
          {undo && (
            <Button
              kind="quiet"
              onClick={() => {
                close(id)
                undo.run()
              }}
            >
              {undo.label}
            </Button>
          )}
          <Button kind="quiet" icon="close" label={t('common.close')} onClick={() => close(id)} />
        </div>
      ))}
    </div>
  )
}
