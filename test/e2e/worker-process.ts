import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const entry = join(import.meta.dirname, '..', '..', 'src', 'worker', 'main.ts')

export interface WorkerProcess {
  pid: number
  /** Ends it without warning, as a power cut would. */
  kill(): Promise<void>
  /** Asks it to end and waits; answers the exit code. */
  stop(): Promise<number | null>
  hasEnded(): boolean
}

/** A worker as `npm run worker` starts it, in a process of its own. */
export function startWorkerProcess(env: Record<string, string>): WorkerProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
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
