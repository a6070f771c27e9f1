import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

// What the embedded stack started is written down under SHEAF_HOME/run, one file per process, so that the next start can
// end what a SIGKILL left running. A process is its number and its start time: numbers are given out again.

export interface ProcessMark {
  pid: number
  started: string
}

/** The process as it runs now, or undefined when there is none (a zombie is none). */
export function markOf(pid: number): ProcessMark | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  try {
    if (process.platform === 'linux') {
      // The name in parentheses may hold anything, so count from the last one: state is the first field, start time the 20th.
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
      return { pid, started: `${boot} ${fields[19]}` }
    }
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'latin1' }).trim()
    return line && !line.startsWith('Z') ? { pid, started: line.slice(line.indexOf(' ')).trim() } : undefined
  } catch {
    return undefined
  }
}

export function isRunning(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.started === mark.started
}

/** Sends the signals in order, each with its patience in milliseconds, until the process is gone. */
export async function endProcess(mark: ProcessMark, signals: [NodeJS.Signals, number][]): Promise<void> {
  for (const [signal, patience] of signals) {
    if (!isRunning(mark)) return
    try {
      process.kill(mark.pid, signal)
    } catch {
      return
    }
    for (const end = Date.now() + patience; Date.now() < end && isRunning(mark);) await wait(20)
  }
}

const markFile = (home: string, name: string) => join(home, 'run', `${name}.json`)

export function writeMark(home: string, name: string, mark: object): void {
  mkdirSync(join(home, 'run'), { recursive: true })
  writeFileSync(markFile(home, name), JSON.stringify(mark))
}

/** What was written down under this name, if it is readable and still running. */
export function readMark<T extends ProcessMark>(home: string, name: string): T | undefined {
  try {
    const mark = JSON.parse(readFileSync(markFile(home, name), 'utf8')) as T
    return isRunning(mark) ? mark : undefined
  } catch {
    return undefined
  }
}

export const removeMark = (home: string, name: string): void => rmSync(markFile(home, name), { force: true })

/** The names under which processes were written down in this home. */
export function markNames(home: string): string[] {
  try {
    return readdirSync(join(home, 'run')).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))
  } catch {
    return []
  }
}

/** Ends a server that an earlier run left behind. */
export async function endLeftover(home: string, name: string, signals: [NodeJS.Signals, number][]): Promise<void> {
  const mark = readMark(home, name)
  if (mark) await endProcess(mark, signals)
  removeMark(home, name)
}

export interface ServerOptions {
  home: string
  name: string
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  uid?: number
  gid?: number
  /** Signals that end it, politest first, with the milliseconds to wait after each. */
  signals: [NodeJS.Signals, number][]
}

export interface ServerProcess {
  pid: number
  /** Resolves when the process ends, with how it ended in words. */
  ended: Promise<string>
  hasEnded(): boolean
  /** The newest lines of its log since this start. */
  log(): string
  stop(): Promise<void>
}

const LOG_LIMIT = 10 * 1024 * 1024

/**
 * Starts a server of the stack in a process group of its own (Ctrl-C must reach us first, we stop it in order), its
 * output in SHEAF_HOME/logs/NAME.log: a pipe would break and kill it when we are killed.
 */
export function startServer({ home, name, command, args, env, uid, gid, signals }: ServerOptions): ServerProcess {
  const logFile = join(home, 'logs', `${name}.log`)
  mkdirSync(dirname(logFile), { recursive: true })
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(logFile, size > LOG_LIMIT ? 'w' : 'a')
  const from = size > LOG_LIMIT ? 0 : size
  const child: ChildProcess = spawn(command, args, {
    cwd: '/',
    env: env ?? process.env,
    stdio: ['ignore', log, log],
    detached: true,
    ...(uid === undefined ? {} : { uid, gid }),
  })
  closeSync(log)
  let over = false
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`))
  }).then((how) => {
    over = true
    removeMark(home, name)
    return how
  })
  const mark = child.pid === undefined ? undefined : markOf(child.pid)
  if (mark) writeMark(home, name, mark)
  return {
    pid: child.pid ?? 0,
    ended,
    hasEnded: () => over,
    log: () => readFileSync(logFile).subarray(from).toString('utf8').slice(-4000).trim(),
    async stop() {
      if (mark && !over) await endProcess(mark, signals)
      if (mark) await ended
    },
  }
}
