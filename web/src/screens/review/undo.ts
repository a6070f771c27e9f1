/** Undoing what has ended a review. The requests wait until the service has finished what they undo. */
import { ApiError, isEmbedded, request } from '../../api/client.ts'
import { navigate } from '../../app/router.ts'
import type { Annotation, Queue } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import { showError, showMessage } from '../../ui/toasts.tsx'
import type { Review } from './store/review.ts'

/** Milliseconds between two looks at a status, and how often to look: about two minutes, longer than most documents are read. */
const PAUSE = 1000
const LOOKS = 120

/** Waits until the annotation has left the statuses. */
async function waitUntilLeft(id: number, statuses: readonly string[]): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const { status } = await request<Pick<Annotation, 'status'>>(`/annotations/${id}`, { query: { fields: 'status' } })
    if (!statuses.includes(status)) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}

/** Whether a confirmation has reached nothing beyond the service, so that it can be taken back. */
export const isReversible = (status: string, { connector, hooks }: Pick<Queue, 'connector' | 'hooks'>): boolean =>
  status === 'confirmed' || (['exporting', 'exported'].includes(status) && connector === null && hooks.length === 0)

/** Says that the document is confirmed, and offers to take that back where nothing has been sent to other programs. */
export async function offerUndo({ id, document, queue }: Review): Promise<void> {
  if (isEmbedded()) return
  const path = `/annotations/${id}`
  const status = await request<Pick<Annotation, 'status'>>(path, { query: { fields: 'status' } }).then(
    (found) => found.status,
    () => '',
  )
  const undo = async () => {
    await waitUntilLeft(id, ['exporting'])
    await request(path, { method: 'PATCH', body: { status: 'to_review' } })
    navigate(`/documents/${id}`)
  }
  showMessage(
    t('review.confirmed', { file: document.original_file_name ?? '' }),
    isReversible(status, queue) ? { label: t('review.undo'), run: () => void undo().catch(showError) } : undefined,
  )
}

/** Turns the pages back after a rotation, with the values as they were before, and those entered since. Throws ApiError. */
export async function turnBack(id: number, rotation_deg: number): Promise<void> {
  const path = `/annotations/${id}`
  await waitUntilLeft(id, ['importing'])
  try {
    await request(`${path}/rotate`, { body: { rotation_deg, content: 'restore' } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    throw new Error(t('review.notTurnedBack'), { cause: error })
  }
  showMessage(t('review.turnedBack'))
}
