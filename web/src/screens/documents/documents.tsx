/** The documents of one queue. */
import './documents.css'
import './list.css'
import './bulk.css'
import './uploads.css'
import { all, ApiError, request } from '../../api/client.ts'
import type { Label, Queue, Schema, User } from '../../api/types.ts'
import type { ScreenProps } from '../../app/screens.ts'
import { Show, useLoad } from '../../ui/load.tsx'
import { columnsOf, type Column } from './columns.ts'
import { QueueScreen } from './queue-screen.tsx'

export interface QueueData {
  queue: Queue
  columns: readonly Column[]
  /** Email address of the queue; null if it has none. */
  email: string | null
  labels: readonly Label[]
  /** Users who can be assigned. */
  users: readonly User[]
}

/** Loads what the screen needs besides the documents. */
async function loadQueue(id: number): Promise<QueueData> {
  if (!Number.isSafeInteger(id)) throw new ApiError(404, {})
  const others = Promise.all([all<Label>('/labels', { ordering: 'name' }), all<User>('/users')])
  others.catch(() => undefined)
  const queue = await request<Queue>(`/queues/${id}`)
  const [schema, inbox, [labels, users]] = await Promise.all([
    request<Schema>(queue.schema),
    queue.inbox ? request<{ email: string }>(queue.inbox).catch(() => null) : null,
    others,
  ])
  const isMember = (user: User) => user.is_active && !user.deleted
  return {
    queue,
    columns: columnsOf(queue.settings, schema.content),
    email: inbox?.email ?? null,
    labels,
    users: users.filter(isMember),
  }
}

export function Documents({ params }: ScreenProps) {
  const id = Number(params.id)
  const loaded = useLoad(() => loadQueue(id), [id])
  return <Show loaded={loaded}>{(data) => <QueueScreen {...data} />}</Show>
}
