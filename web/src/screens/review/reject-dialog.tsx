import { useState } from 'preact/hooks'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { reject } from './actions.ts'
import type { Review } from './store/review.ts'

/** Asks for the reason, which is kept as a note. */
export function RejectDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    // After a refusal the reason stays, to try again.
    if (await reject(review, reason.trim())) onClose()
    setBusy(false)
  }
  return (
    <Dialog
      title={t('review.rejectTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" busy={busy} onClick={() => void submit()}>
            {t('review.do.reject')}
          </Button>
        </>
      }
    >
      <TextArea label={t('review.reason')} hint={t('review.reasonHint')} rows={4} value={reason} onInput={setReason} />
    </Dialog>
  )
}
