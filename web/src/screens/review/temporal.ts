/** The lifecycle of the annotation in Temporal's UI, for administrators. */
import { request } from '../../api/client.ts'
import { safeUrl } from '../../app/embedded.ts'
import { t } from '../../i18n/index.ts'
import { showError, showMessage } from '../../ui/toasts.tsx'
import type { Review } from './store/review.ts'

interface Lifecycle {
  workflow_id: string
  /** null if the service knows no address of Temporal's UI. */
  temporal_ui: string | null
}

/** Opens the workflow in a new window; shows its id if the service knows no address of Temporal's UI. */
export async function openInTemporal(review: Review): Promise<void> {
  try {
    const { workflow_id, temporal_ui } = await request<Lifecycle>(`/annotations/${review.id}/lifecycle`)
    const url = safeUrl(temporal_ui)
    if (url === null) showMessage(t('review.noTemporal', { workflow: workflow_id }))
    else window.open(url, '_blank', 'noopener,noreferrer')
  } catch (error) {
    showError(error)
  }
}
