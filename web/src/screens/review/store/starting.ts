/** Starts a review: at once when the document is opened, and again when the user asks for it. */
import { signal, type ReadonlySignal } from '@preact/signals'
import { ApiError, request } from '../../../api/client.ts'
import { showError } from '../../../ui/toasts.tsx'
import type { Access } from './access.ts'
import { secondsOf, type Clock } from './clock.ts'

export interface Starting {
  /** The service has not answered yet that the review has started and what it has found in the data. */
  readonly isStarting: ReadonlySignal<boolean>
  /** Settles with the last start; entries are sent afterwards. */
  started(): Promise<void>
  /** Starts the review, or starts it again. Throws ApiError. */
  start(statuses?: string[]): Promise<void>
  /** Starts the review that opening the document asks for, again and again while the service cannot be reached. */
  startOpened(): Promise<void>
  close(): void
}

interface StartingOptions {
  /** Path of the annotation. */
  path: string
  access: Access
  clock: Clock
  /** Sends what was entered before the review started, or after it had ended, and validates the content. */
  onStarted: () => Promise<void>
}

/** Seconds until a start that failed because of the connection is tried again. */
const START_AGAIN_S = 3

export function createStarting({ path, access, clock, onStarted }: StartingOptions): Starting {
  const isStarting = signal(access.willStart)
  let last = Promise.resolve()
  let again: ReturnType<typeof setTimeout> | undefined

  async function startOnce(statuses?: string[]): Promise<void> {
    const body = statuses ? { statuses } : {}
    const { session_timeout } = await request<{ session_timeout: string }>(`${path}/start`, { body })
    clock.reset(secondsOf(session_timeout))
    access.isOver = false
    await access.read()
  }

  async function start(statuses?: string[]): Promise<void> {
    last = startOnce(statuses)
    last.catch(() => undefined)
    await last
    void onStarted().finally(() => (isStarting.value = false))
  }

  async function startOpened(): Promise<void> {
    try {
      await start()
    } catch (error) {
      const isLater = error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
      if (!isLater) {
        isStarting.value = false
        return access.read().then(() => showError(error), showError)
      }
      const wait = (error.retryAfter ?? START_AGAIN_S) * 1000
      again = setTimeout(() => void startOpened(), wait)
    }
  }

  return { isStarting, started: () => last, start, startOpened, close: () => clearTimeout(again) }
}
