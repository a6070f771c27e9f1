import { t } from '../../i18n/index.ts'
import { reject } from './actions.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import type { Review } from './store/review.ts'

/** Asks for the reason, which is kept as a note. */
export const RejectDialog = ({ review, onClose }: { review: Review; onClose: () => void }) => (
  <ReasonDialog
    title={t('review.rejectTitle')}
    hint={t('review.reasonHint')}
    action={{ label: t('review.do.reject'), kind: 'danger' }}
    send={(reason) => reject(review, reason)}
    onClose={onClose}
  />
)
