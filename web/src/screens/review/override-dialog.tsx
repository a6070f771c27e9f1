import { useState } from 'preact/hooks'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { approveWithReason } from './actions.ts'
import type { Review } from './store/review.ts'

interface OverrideDialogProps {
  review: Review
  /** What requires the reason, as the service says it. */
  why: string
  onClose: () => void
}

/** Asks an administrator who approves in place of others for the reason, which the audit log keeps. */
export function OverrideDialog({ review, why, onClose }: OverrideDialogProps) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    // After a refusal the reason stays, to try again.
    if (await approveWithReason(review, reason.trim())) onClose()
    setBusy(false)
  }
  return (
    <Dialog
      title={t('review.overrideTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={busy} disabled={reason.trim() === ''} onClick={() => void submit()}>
            {t('review.do.approve')}
          </Button>
        </>
      }
    >
      <p>{why}</p>
      <TextArea
        label={t('review.reason')}
        hint={t('review.overrideHint')}
        rows={4}
        value={reason}
        onInput={setReason}
      />
    </Dialog>
  )
}
