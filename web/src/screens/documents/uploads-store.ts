/** Uploads of a queue: at most three files are sent at a time, then each is followed until it has been read. */
import { batch, computed, signal, type Signal } from '@preact/signals'
import { ApiError, idOf, request, type List } from '../../api/client.ts'
import type { Annotation, Task, Upload } from '../../api/types.ts'
import { uploadFile } from '../../api/uploads.ts'
import { sentenceOf } from '../../ui/toasts.tsx'
import { patiently, wait } from './patient.ts'
import { reasonOf } from './rows.ts'

const MAX_AT_ONCE = 3
/** Files are read in the order of their arrival, so that following the first few is enough. */
const MAX_FOLLOWED = 3
const ASK_MS = 1000

export type State = 'waiting' | 'sending' | 'reading' | 'done' | 'failed' | 'cancelled'
export interface Item {
  id: number
  file: File
  state: Signal<State>
  /** Sent share, from 0 to 1. */
  share: Signal<number>
  /** Why it failed. */
  reason: Signal<string>
  /** Documents that were made of it. */
  documents: Signal<readonly number[]>
  task: string | null
  abort: AbortController
}

const OVER: readonly State[] = ['done', 'failed', 'cancelled']
export const isOver = ({ state }: Item): boolean => OVER.includes(state.value)

export type UploadStore = ReturnType<typeof createUploads>

/** Returns the uploads of a queue. `refusalOf` returns why a file cannot be sent, or null. */
export function createUploads(queueId: number, refusalOf: (file: File) => string | null) {
  const items = signal<readonly Item[]>([])
  const closed = new AbortController()
  let lastId = 0
  let isFollowing = false

  const inState = (...states: State[]) => items.value.filter(({ state }) => states.includes(state.value))
  const fail = (item: Item, error: unknown): void =>
    batch(() => {
      item.state.value = 'failed'
      item.reason.value = sentenceOf(error)
    })

  const send = async (item: Item): Promise<void> => {
    item.state.value = 'sending'
    try {
      const show = (share: number) => (item.share.value = share)
      const started = () => uploadFile(queueId, item.file, show, item.abort.signal)
      const { url } = await patiently(started, item.abort.signal)
      item.task = url
      item.state.value = 'reading'
      void followTasks()
    } catch (error) {
      if (item.abort.signal.aborted) item.state.value = 'cancelled'
      else fail(item, error)
    }
    sendNext()
  }

  const sendNext = (): void => {
    if (closed.signal.aborted) return
    const free = MAX_AT_ONCE - inState('sending').length
    for (const item of inState('waiting').slice(0, Math.max(0, free))) void send(item)
  }

  /** Asks for the tasks of sent files until all have ended. */
  const followTasks = async (): Promise<void> => {
    if (isFollowing) return
    isFollowing = true
    while (!closed.signal.aborted && inState('reading').length) {
      await wait(ASK_MS, closed.signal)
      await Promise.all(inState('reading').slice(0, MAX_FOLLOWED).map(ask))
    }
    isFollowing = false
  }

  const ask = async (item: Item): Promise<void> => {
    try {
      const task = await request<Task>(item.task!, { query: { no_redirect: true }, signal: closed.signal })
      if (task.status === 'running') return
      const found = await annotationsOf(task)
      const failed = found.find(({ status }) => status === 'failed_import')
      batch(() => {
        item.documents.value = found.map(({ id }) => id)
        item.reason.value = task.detail ?? (failed ? (reasonOf(failed) ?? '') : '')
        item.state.value = task.status === 'failed' || failed ? 'failed' : 'done'
      })
    } catch (error) {
      // The service may be restarting or busy; the file is stored and is read later.
      if (error instanceof ApiError && error.status !== 0 && error.status < 500 && ![401, 429].includes(error.status))
        fail(item, error)
    }
  }

  const annotationsOf = async ({ content }: Task): Promise<Annotation[]> => {
    if (typeof content.upload !== 'string') return []
    const upload = await request<Upload>(content.upload, { signal: closed.signal })
    const ids = upload.annotations.slice(0, 100).map(idOf)
    if (!ids.length) return []
    const query = { id: ids, page_size: 100, fields: 'id,status,messages' }
    return (await request<List<Annotation>>('/annotations', { query, signal: closed.signal })).results
  }

  const add = (files: readonly File[]): void => {
    const added = files.map((file): Item => {
      const refusal = refusalOf(file)
      return {
        id: ++lastId,
        file,
        state: signal<State>(refusal ? 'failed' : 'waiting'),
        share: signal(0),
        reason: signal(refusal ?? ''),
        documents: signal<readonly number[]>([]),
        task: null,
        abort: new AbortController(),
      }
    })
    items.value = [...items.value, ...added]
    sendNext()
  }

  const clear = (): void => {
    items.value = items.value.filter((item) => !isOver(item))
  }
  const remove = (item: Item): void => {
    items.value = items.value.filter(({ id }) => id !== item.id)
  }

  return {
    items,
    add,
    clear,
    remove,
    /** Files that are not on the service yet. */
    unsent: computed(() => inState('waiting', 'sending').length),
    open: computed(() => items.value.filter((item) => !isOver(item)).length),
    failed: computed(() => inState('failed').length),
    done: computed(() => inState('done').length),
    cancel: (item: Item): void => {
      if (item.state.value === 'waiting') item.state.value = 'cancelled'
      item.abort.abort()
    },
    /** Sends a file again, at the end of the queue. */
    retry: (item: Item): void => {
      remove(item)
      add([item.file])
    },
    close: (): void => {
      closed.abort()
      for (const item of inState('waiting', 'sending')) item.abort.abort()
    },
  }
}
