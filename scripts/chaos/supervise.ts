/** Starts a process again whenever it ends, as systemd or a container runtime would. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Note } from './report.ts'

export interface Running {
  pid: number
  /** Resolves when the process has ended. */
  ended: Promise<unknown>
  /** Stops it in an orderly way and waits. */
  stop(): Promise<unknown>
}

export interface Part {
  name: string
  /** The process, if it is running. */
  running(): Running | undefined
  /** Number of times it was started again. */
  restarts(): number
  /** Stops the process and keeps it stopped until `resume`. */
  hold(): Promise<void>
  resume(): void
  /** Resolves when the process is running. */
  up(): Promise<void>
  stop(): Promise<void>
}

const PAUSE_MS = 300
const POLL_MS = 50

/** Supervises a process. `start` resolves when it is ready; a failed start is repeated after a pause and passed to `note`. */
export function supervise(name: string, start: () => Promise<Running>, note: Note): Part {
  let current: Running | undefined
  let restarts = -1
  let isHeld = false
  let isStopping = false
  const run = async () => {
    while (!isStopping) {
      if (isHeld) {
        await wait(POLL_MS)
        continue
      }
      try {
        const started = await start()
        restarts++
        current = started
        await started.ended
      } catch (error) {
        note(`${name} could not start: ${error instanceof Error ? error.message : String(error)}`)
      }
      current = undefined
      if (!isStopping) await wait(PAUSE_MS)
    }
  }
  const running = run()
  return {
    name,
    running: () => current,
    restarts: () => Math.max(0, restarts),
    async hold() {
      isHeld = true
      await current?.stop()
    },
    resume: () => void (isHeld = false),
    async up() {
      while (!current && !isStopping) await wait(POLL_MS)
    },
    async stop() {
      isStopping = true
      await current?.stop()
      await running
    },
  }
}
