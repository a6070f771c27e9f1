import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compiledCode } from '../support/caches.ts'

const entry = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts')

export interface WorkerProcess {
  pid: number
  /** Kills the process without warning, as a power failure would. */
  kill(): Promise<void>
  /** Requests a stop and waits; resolves to the exit code. */
  stop(): Promise<number | null>
  hasEnded(): boolean
}

/** Starts a worker process like `npm run worker`. */
export function startWorkerProcess(env: Record<string, string>): WorkerProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry, 'worker'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...compiledCode(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
    return child.exitCode
  }
  return {
    pid: child.pid!,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  }
}
