/** The review of the next document of a queue, and the end of a review that the user leaves. */
import { credentials, idOf, pathOf, request } from '../../../api/client.ts'

/** Starts the review of the next annotation of a queue. Returns its id; null if none is left. */
export async function startNext(queueId: number): Promise<number | null> {
  const { annotation } = await request<{ annotation: string | null }>(`/queues/${queueId}/next`, { method: 'POST' })
  return annotation === null ? null : idOf(annotation)
}

/** Ends a review without a result. The request survives the window, so it can be sent while the window closes. */
export function cancelReview(id: number): void {
  void fetch(pathOf(`/annotations/${id}/cancel`), {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json', ...credentials('POST') },
    body: '{}',
  }).catch(() => undefined)
}
