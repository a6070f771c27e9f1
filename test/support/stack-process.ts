import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/provision/ports.ts'
import type { ProcessMark } from '../../src/provision/processes.ts'
import { isRunning, markNames, readMark } from '../../src/provision/processes.ts'

/** Returns an environment for `npm start` with a new home and free ports. */
export async function stackEnvironment(): Promise<Record<string, string>> {
  const names = ['PORT', 'POSTGRES_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT']
  const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())]))
  return {
    ...Object.fromEntries(ports),
    SHEAF_HOME: mkdtempSync(join(tmpdir(), 'sheaf-stack-')),
    DOCUMENT_PROCESSES: '1',
  }
}

export const removeHome = (env: Record<string, string>): void =>
  rmSync(env['SHEAF_HOME']!, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })

export interface StackProcess {
  /** Resolves with the line that begins "Sheaf is ready"; rejects with the output if the process ends first. */
  ready: Promise<string>
  /** What it has printed so far. */
  output(): string
  /** Exit code and complete output of both streams. */
  ended: Promise<{ code: number | null; out: string; err: string }>
  kill(signal: NodeJS.Signals): void
  /** Requests a stop and waits. */
  stop(): Promise<{ code: number | null; out: string; err: string }>
}

/** Starts the process of `npm start`. */
export function startUp(env: Record<string, string>, args: string[] = []): StackProcess {
  const file = join(import.meta.dirname, '../../src/cli/main.ts')
  const child = spawn(process.execPath, [file, 'up', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  // Callers that use only `ended` do not handle this rejection.
  ready.catch(() => undefined)
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    const line = /^Sheaf is ready.*$/m.exec(out)?.[0]
    if (line) resolve(line)
  })
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((done) => {
    child.once('close', (code) => {
      reject(new Error(`It ended with code ${code} before it was ready: ${err || out}`))
      done({ code, out, err })
    })
  })
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { ready, output: () => out, ended, kill: (signal) => child.kill(signal), stop }
}

/** Returns the running servers of the stack with this home. */
export const runningServers = (home: string): ProcessMark[] =>
  markNames(home).flatMap((name) => {
    const mark = readMark(home, name)
    return mark && isRunning(mark) ? [mark] : []
  })
