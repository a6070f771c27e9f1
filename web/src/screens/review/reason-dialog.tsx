import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/fields.tsx'

interface ReasonDialogProps {
  title: string
  /** Where the reason is kept, and who receives it. */
  hint: string
  /** The button that sends it. */
  action: { label: string; kind: 'primary' | 'danger' }
  /** Without a reason nothing is sent. */
  required?: boolean
  /** Sends the reason; returns whether it succeeded. */
  send: (reason: string) => Promise<boolean>
  onClose: () => void
  children?: ComponentChildren
}

/** Asks for the reason of an action. */
export function ReasonDialog({ title, hint, action, required, send, onClose, children }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    // After a refusal the reason stays, to try again.
    if (await send(reason.trim())) onClose()
    setBusy(false)
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind={action.kind}
            busy={busy}
            disabled={Boolean(required) && reason.trim() === ''}
            onClick={() => void submit()}
          >
            {action.label}
          </Button>
        </>
      }
    >
      {children}
      <TextArea label={t('review.reason')} hint={hint} rows={4} value={reason} onInput={setReason} />
    </Dialog>
  )
}
