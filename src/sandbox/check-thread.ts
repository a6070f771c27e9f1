/**
 * A thread for checks that take processor time: with limits on time, memory and stack, one check at a time, callers in turns. A check that
 * exceeds a limit ends its thread, and nothing else.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ApiError, invalid, unavailable } from '../errors.ts'
import { ledger } from '../work/ledger.ts'
import { beneficiary, type Beneficiary } from '../work/on-behalf.ts'
import type { CheckJob, CheckReply } from './children/answer-checks.ts'

// The arguments of a check are only passed on here, so their types do not matter.
export type Checks = Record<string, (...args: never[]) => unknown>

export interface CheckThread<Types extends Checks> {
  /**
   * Runs one check for the caller `lane`, such as an organization: callers take turns. Throws `ApiError`: 400 on `field` if it exceeds a limit,
   * 429 if too many checks of the caller wait, 503 if too many of all callers wait, if the thread cannot start or if `close` was called.
   */
  run<Name extends keyof Types & string>(
    lane: string,
    field: string,
    name: Name,
    ...args: Parameters<Types[Name]>
  ): Promise<ReturnType<Types[Name]>>
  close(): Promise<void>
}

export interface CheckThreadSettings {
  /** The program of the thread, which answers with `answerChecks`. */
  script: string
  /** Processor time of one check. On the clock it may take `PATIENCE` times as long, because the thread waits on a busy machine. */
  timeLimitMs: number
  memoryMb: number
  /** Checks of one caller, and of all callers, that may wait. */
  waitingPerLane: number
  waiting: number
  /** Sentences of the 400, 429 and 503. */
  texts: { tooCostly: string; busyLane: string; busy: string; broken: string }
}

const stopping = () => unavailable('The service is stopping; try again later.')

/** The thread did not answer in time, or ended. */
class TooCostly extends Error {}

/** Starting includes loading the rules, which takes seconds on a machine under load. */
const START_LIMIT_MS = 30_000
/** How much longer than its processor time a check may take on the clock. */
const PATIENCE = 10
/** Parts of the limit after which the processor time is read. */
const READINGS = 4
/** The thread ends after this time without work. */
const IDLE_MS = 60_000
/** Seconds after which a refused caller may try again: some checks of its own have ended, or most of all. */
const RETRY_LANE_S = 1
const RETRY_ALL_S = 5

interface Waiting {
  /** To whom the time is counted. */
  owner: Beneficiary | undefined
  job: CheckJob
  field: string
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** Returns the checks; the thread starts with the first one. */
export function openCheckThread<Types extends Checks>(settings: CheckThreadSettings): CheckThread<Types> {
  const { texts } = settings
  /** Callers with waiting checks, in the order in which their turn comes. */
  const lanes = new Map<string, Waiting[]>()
  let waitingNow = 0
  let thread: Worker | null = null
  let running = false
  let closed = false
  let idle: NodeJS.Timeout | undefined

  const end = async () => {
    const ended = thread
    thread = null
    await ended?.terminate()
  }

  const next = (): Waiting | undefined => {
    const [entry] = lanes
    if (!entry) return undefined
    const [lane, checks] = entry
    lanes.delete(lane)
    const first = checks.shift()
    waitingNow--
    if (checks.length) lanes.set(lane, checks)
    return first
  }

  const settle = async (waiting: Waiting) => {
    try {
      thread ??= await started(settings)
      thread.ref()
      const begun = performance.now()
      const over = new AbortController()
      const stopReading = watchProcessorTime(thread, settings.timeLimitMs, over)
      const answer = message(thread, PATIENCE * settings.timeLimitMs, over).finally(stopReading)
      thread.postMessage(waiting.job)
      // Also of a check that was ended at its limit.
      const reply = await answer.finally(() => ledger.add(waiting.owner, 'checks_ms', performance.now() - begun))
      waiting.resolve(resultOf(reply))
    } catch (error) {
      const reason = error instanceof TooCostly ? invalid({ [waiting.field]: [texts.tooCostly] }) : (error as Error)
      waiting.reject(closed ? stopping() : reason)
      await end()
    }
    thread?.unref()
  }

  const work = async () => {
    if (running) return
    running = true
    clearTimeout(idle)
    for (let waiting = next(); waiting; waiting = next()) await settle(waiting)
    running = false
    idle = setTimeout(() => void end(), IDLE_MS).unref()
  }

  return {
    run: (lane, field, name, ...args) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(stopping())
        const checks = lanes.get(lane) ?? []
        if (checks.length >= settings.waitingPerLane) return reject(busy(texts.busyLane))
        if (waitingNow >= settings.waiting) return reject(unavailable(texts.busy, RETRY_ALL_S))
        checks.push({
          owner: beneficiary(),
          job: { name, args },
          field,
          resolve: resolve as (result: unknown) => void,
          reject,
        })
        lanes.set(lane, checks)
        waitingNow++
        void work()
      }),
    async close() {
      closed = true
      clearTimeout(idle)
      for (const checks of lanes.values()) for (const { reject } of checks) reject(stopping())
      lanes.clear()
      await end()
    },
  }
}

const busy = (text: string) => new ApiError(429, 'rate_limited', text, {}, { 'Retry-After': String(RETRY_LANE_S) })

async function started({ script, memoryMb, texts }: CheckThreadSettings): Promise<Worker> {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
  const thread = new Worker(script, { env: {}, resourceLimits })
  // A thread that is being ended may still run out of memory. Without a listener this error would end the process.
  thread.on('error', () => undefined)
  try {
    await message(thread, START_LIMIT_MS)
    return thread
  } catch (cause) {
    await thread.terminate()
    throw Object.assign(unavailable(texts.broken), { cause })
  }
}

/** Aborts `over` when the thread has used more processor time than this since the call. Returns a function that ends the watch. */
function watchProcessorTime(thread: Worker, limitMs: number, over: AbortController): () => void {
  // The thread answers in order: the first reading is from before the job that is posted next.
  const begun = thread.cpuUsage()
  let isReading = false
  const read = async () => {
    if (isReading) return
    isReading = true
    const { user, system } = await thread.cpuUsage(await begun)
    if ((user + system) / 1000 > limitMs) over.abort()
    isReading = false
  }
  // Readings fail only when the thread has ended, which `message` notices.
  const ignore = () => undefined
  begun.catch(ignore)
  const timer = setInterval(() => void read().catch(ignore), limitMs / READINGS)
  return () => clearInterval(timer)
}

/** Returns the next message of the thread; throws `TooCostly` if the time is over or the thread ends, for example without memory. */
async function message(thread: Worker, limitMs: number, over = new AbortController()): Promise<unknown> {
  const timer = setTimeout(() => over.abort(), limitMs)
  const { signal } = over
  try {
    // `error` rejects `once`; without the listener for `exit`, a thread that ends would be noticed only by the timer.
    thread.once('exit', () => over.abort())
    const [reply] = (await once(thread, 'message', { signal })) as [unknown]
    return reply
  } catch (cause) {
    throw new TooCostly('The thread ended or did not answer in time.', { cause })
  } finally {
    clearTimeout(timer)
    thread.removeAllListeners('exit')
  }
}

function resultOf(reply: unknown): unknown {
  const answer = reply as CheckReply
  if ('result' in answer) return answer.result
  if (answer.failure === 'too_costly') throw new TooCostly()
  throw new Error(`A check of user input failed: ${answer.message}`)
}
