/** Keeps a list and the counts of its queue up to date with what other people and the service do. */
import { idOf } from '../../api/client.ts'
import { follow } from '../../api/events.ts'

/** Changes are collected for so long, so that an import of 100 files is not 100 requests. */
const COLLECT_MS = 500
/** More changed documents than this are not worth reading one by one. */
const MAX_CHANGES = 200

interface Handlers {
  /** Documents that changed. */
  onChange: (ids: number[]) => Promise<void>
  /** Everything may have changed. */
  onResync: () => Promise<void>
  /** Counts by status may have changed. */
  onCounts: () => Promise<void>
}

/** Follows a queue until the returned function is called. While the window is hidden, changes wait. */
export function followQueue(queueId: number, { onChange, onResync, onCounts }: Handlers): () => void {
  const changed = new Set<number>()
  let isLost = false
  let isBusy = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  const plan = (): void => {
    if (isOver || isBusy || document.hidden || (!changed.size && !isLost)) return
    timer ??= setTimeout(() => void work(), COLLECT_MS)
  }
  const work = async (): Promise<void> => {
    timer = undefined
    isBusy = true
    const ids = [...changed]
    const all = isLost || ids.length > MAX_CHANGES
    changed.clear()
    isLost = false
    // What fails here succeeds with the next change; the frame says that the service cannot be reached.
    await Promise.allSettled([all ? onResync() : onChange(ids), onCounts()])
    isBusy = false
    plan()
  }
  const end = follow(`/queues/${queueId}/events`, ({ event, data }) => {
    if (event === 'resync') isLost = true
    else if (typeof data.annotation === 'string') changed.add(idOf(data.annotation))
    plan()
  })
  document.addEventListener('visibilitychange', plan)
  return () => {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', plan)
    end()
  }
}
