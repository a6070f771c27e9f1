import { idOf, request } from '../../api/client.ts'
import type { QueueNextResult } from '../../api/types.ts'
import { navigate } from '../../app/router.ts'
import { t } from '../../i18n/index.ts'
import { showError, showMessage } from '../../ui/toasts.tsx'

/** Starts the review of the oldest waiting document of a queue and opens it; says so if there is none. */
export async function reviewNext(queueId: number): Promise<void> {
  try {
    const { annotation } = await request<QueueNextResult>(`/queues/${queueId}/next`, { method: 'POST' })
    if (annotation) navigate(`/documents/${idOf(annotation)}`)
    else showMessage(t('queues.nothing'))
  } catch (error) {
    showError(error)
  }
}
