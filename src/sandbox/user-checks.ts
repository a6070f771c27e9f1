/**
 * Checks that run customers' schemas and patterns: in one thread with limits on time, memory and stack, one check at a time, organizations
 * in turns. A check that exceeds a limit ends its thread, and nothing else.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ApiError, invalid, unavailable } from '../errors.ts'
import type { CheckJob, CheckReply, UserCheckName, UserCheckTypes } from './children/user-checks-thread.ts'

/** For whom a check runs. */
interface Tenant {
  organization_id: number
}

export interface UserChecks {
  /**
   * Runs one check of src/sandbox/children/user-checks-thread.ts. Throws `ApiError`: 400 on `field` if it exceeds a limit, 429 if too many
   * checks of the organization wait, 503 if the thread cannot start or `close` was called.
   */
  run<Name extends UserCheckName>(
    tenant: Tenant,
    field: string,
    name: Name,
    ...args: Parameters<UserCheckTypes[Name]>
  ): Promise<ReturnType<UserCheckTypes[Name]>>
  close(): Promise<void>
}

const busy = () =>
  new ApiError(429, 'rate_limited', 'Too many checks of the organization are waiting.', {}, { 'Retry-After': '1' })

const stopping = () => unavailable('The service is stopping; try again later.')

/** The thread did not answer in time, or ended. */
class TooCostly extends Error {}

/** Far more than valid input needs, also on a busy machine: a schema of 5,000 nodes takes a fifth of this. */
const TIME_LIMIT_MS = 1_000
const TOO_COSTLY = 'Checking this takes too much time or memory.'
/** Checks of one organization that may wait. */
const MAX_WAITING = 20
/** Starting includes loading the rules, which takes seconds on a machine under load. */
const START_LIMIT_MS = 30_000
/** The thread ends after this time without work. */
const IDLE_MS = 60_000
const MEMORY_MB = 128
const SCRIPT = join(import.meta.dirname, 'children', 'user-checks-thread.ts')

interface Waiting {
  job: CheckJob
  field: string
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** Returns the checks; the thread starts with the first one. The options are for tests. */
export function openUserChecks({
  timeLimitMs = TIME_LIMIT_MS,
  memoryMb = MEMORY_MB,
  script = SCRIPT,
} = {}): UserChecks {
  /** Organizations with waiting checks, in the order in which their turn comes. */
  const lanes = new Map<number, Waiting[]>()
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
    const [organization_id, lane] = entry
    lanes.delete(organization_id)
    const first = lane.shift()
    if (lane.length) lanes.set(organization_id, lane)
    return first
  }

  const settle = async (waiting: Waiting) => {
    try {
      thread ??= await started(script, memoryMb)
      thread.ref()
      const answer = message(thread, timeLimitMs)
      thread.postMessage(waiting.job)
      waiting.resolve(resultOf(await answer))
    } catch (error) {
      const reason = error instanceof TooCostly ? invalid({ [waiting.field]: [TOO_COSTLY] }) : (error as Error)
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
    run: ({ organization_id }, field, name, ...args) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(stopping())
        const lane = lanes.get(organization_id) ?? []
        if (lane.length >= MAX_WAITING) return reject(busy())
        lane.push({ job: { name, args }, field, resolve: resolve as (result: unknown) => void, reject })
        lanes.set(organization_id, lane)
        void work()
      }),
    async close() {
      closed = true
      clearTimeout(idle)
      for (const lane of lanes.values()) for (const { reject } of lane) reject(stopping())
      lanes.clear()
      await end()
    },
  }
}

async function started(script: string, memoryMb: number): Promise<Worker> {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }
  const thread = new Worker(script, { env: {}, resourceLimits })
  // A thread that is being ended may still run out of memory. Without a listener this error would end the process.
  thread.on('error', () => undefined)
  try {
    await message(thread, START_LIMIT_MS)
    return thread
  } catch (cause) {
    await thread.terminate()
    throw Object.assign(unavailable('Schemas and patterns cannot be checked now; try again later.'), { cause })
  }
}

/** Returns the next message of the thread; throws `TooCostly` if the time is over or the thread ends, for example without memory. */
async function message(thread: Worker, limitMs: number): Promise<unknown> {
  const over = new AbortController()
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
