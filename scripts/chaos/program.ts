import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Running } from './supervise.ts'

/** Time to end after SIGTERM. */
const PATIENCE_MS = 20_000

/** The entry file of `sheaf`. */
export const SHEAF = join(import.meta.dirname, '../../src/cli/main.ts')

export interface Program extends Running {
  ended: Promise<[code: number | null, signal: NodeJS.Signals | null]>
}

/** The file with the output of a program. */
export const logOf = (home: string, name: string): string => join(home, 'logs', `${name}.log`)

/** Starts a command with only these settings, in `home`; its output is added to `logOf(home, name)`. */
export function startProgram(
  name: string,
  command: readonly string[],
  home: string,
  env: Record<string, string>,
): Program {
  mkdirSync(join(home, 'logs'), { recursive: true })
  const log = openSync(logOf(home, name), 'a')
  const [program, ...args] = command
  const child = spawn(program!, args, {
    // The working folder has no `.env`.
    cwd: home,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_OPTIONS: '--max-semi-space-size=16 --disable-warning=ExperimentalWarning',
      ...env,
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = once(child, 'exit') as Program['ended']
  return {
    pid: child.pid!,
    ended,
    async stop() {
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      await ended
      clearTimeout(force)
    },
  }
}
