import { t } from '../../i18n/index.ts'
import { approveWithReason } from './actions.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { inWords } from './side/reasons.ts'
import type { Review } from './store/review.ts'

interface OverrideDialogProps {
  review: Review
  /** What requires the reason, as the service says it. */
  why: string
  onClose: () => void
}

/** Asks an administrator who overrides the separation of duties for the reason, which the audit log keeps. */
export const OverrideDialog = ({ review, why, onClose }: OverrideDialogProps) => (
  <ReasonDialog
    title={t('review.overrideTitle')}
    hint={t('review.overrideHint')}
    action={{ label: t('review.do.approve'), kind: 'primary' }}
    required
    send={(reason) => approveWithReason(review, reason)}
    onClose={onClose}
  >
    <p>{inWords(why)}</p>
  </ReasonDialog>
)
