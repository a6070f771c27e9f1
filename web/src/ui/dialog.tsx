/** Dialogs, on the platform's `dialog`: it keeps the focus inside and closes on Escape. */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../i18n/index.ts'
import { Button } from './button.tsx'

interface DialogProps {
  title: string
  children: ComponentChildren
  /** Called when the user closes the dialog. Without it the dialog cannot be closed. */
  onClose?: () => void
  /** Buttons at the end. */
  actions?: ComponentChildren
  wide?: boolean
}

export function Dialog({ title, children, onClose, actions, wide }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    ref.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      class={wide ? 'wide' : ''}
      aria-labelledby={id}
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
