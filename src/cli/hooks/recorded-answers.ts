/** Answers the requests of a function as they were answered when its call was recorded. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FunctionAnswer, FunctionRequest } from '../../sandbox/functions/index.ts'
import type { RecordedCall } from './record.ts'

export interface AnswerOptions {
  /** Hides the secrets in requests, as the record does. */
  hide(text: string): string
  /** Whether an answer takes as long as it took then. Otherwise answers come at once. */
  isPaced?: boolean
  /** Whether the same code is repeated: a request that was never answered then is not answered now. */
  isRepeat?: boolean
}

export interface Answers {
  fetch(request: FunctionRequest): Promise<FunctionAnswer>
  /** Requests that were not recorded. */
  readonly missing: string[]
}

/** A changed function may never make the request whose answer came first: the others are answered after this time. */
const STALLED_MS = 200

interface Pending {
  position: number
  settle(): void
}

/** Recorded requests are used once each, in their order, by method and URL; they are answered in the order in which the answers came. */
export function answersFrom(
  calls: readonly RecordedCall[],
  { hide, isPaced = false, isRepeat = false }: AnswerOptions,
): Answers {
  const open = calls.map((call) => ({ ...call, key: keyOf(call.request, hide) }))
  const missing: string[] = []
  const pending: Pending[] = []
  let next = 1
  let clock: NodeJS.Timeout | undefined
  const release = (isStalled: boolean): void => {
    pending.sort((a, b) => a.position - b.position)
    while (pending[0] && (isStalled || pending[0].position <= next)) {
      const one = pending.shift()!
      next = Math.max(next, one.position + 1)
      isStalled = false
      one.settle()
    }
    clearTimeout(clock)
    if (pending.length) clock = setTimeout(() => release(true), STALLED_MS)
  }
  return {
    missing,
    async fetch(request) {
      const key = keyOf(request, hide)
      const at = open.findIndex((call) => call.key === key)
      if (at < 0) {
        missing.push(key)
        throw new Error(`The answer to ${key} was not recorded.`)
      }
      const [call] = open.splice(at, 1)
      const { answer, error, position, ms } = call!
      if (isPaced && ms) await wait(ms)
      if (position !== undefined)
        await new Promise<void>((resolve) => {
          pending.push({ position, settle: resolve })
          // Later: a promise that is resolved before someone waits for it would continue after the others.
          queueMicrotask(() => release(false))
        })
      if (answer) return answer
      if (error === undefined && isRepeat) await new Promise(() => undefined)
      throw new Error(error ?? `The call ended before ${key} was answered.`)
    },
  }
}

const keyOf = ({ method, url }: FunctionRequest, hide: (text: string) => string): string =>
  `${method.toUpperCase()} ${hide(url)}`
