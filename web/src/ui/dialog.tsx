/** Dialogs, on the platform's `dialog`: it keeps the focus inside and closes on Escape. */
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../i18n/index.ts'
import { Button } from './button.tsx'
import { firstControl, keepKeys, rememberFocus } from './overlay.ts'

interface DialogProps {
  title: string
  children: ComponentChildren
  /** Called when the user closes the dialog. Without it the dialog cannot be closed. */
  onClose?: () => void
  /** Buttons at the end. */
  actions?: ComponentChildren
  wide?: boolean
  /** Keys of the dialog itself; those of the screen do not apply while it is open. */
  onKeyDown?: (event: KeyboardEvent) => void
}

/** The focus goes to the first input, or else to the main safe control, and back at the end. */
export function Dialog({ title, children, onClose, actions, wide, onKeyDown }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before the next key, which belongs to the dialog.
  useLayoutEffect(() => {
    const dialog = ref.current!
    const restore = rememberFocus()
    const release = keepKeys(dialog)
    dialog.showModal()
    firstControl(dialog)?.focus()
    return () => {
      // What is behind an open dialog cannot have the focus.
      dialog.close()
      restore()
      release()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      class={wide ? 'wide' : ''}
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {onClose && <Button kind="quiet" icon="close" label={t('common.close')} onClick={onClose} />}
      </header>
      <div class="dialog-body">{children}</div>
      {actions && <footer>{actions}</footer>}
    </dialog>
  )
}
