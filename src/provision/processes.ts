import { execFileSync, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './home.ts'

// The processes of the embedded stack are recorded under SHEAF_HOME/run, one file each, so that the next start can stop processes
// that a SIGKILL left running. A process is identified by its id and its start time, because ids are reused.

export interface ProcessMark {
  pid: number
  started: string
}

/** Returns the mark of a running process, or undefined if it does not run (or is a zombie). */
export function markOf(pid: number): ProcessMark | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  try {
    if (process.platform === 'linux') {
      // The name in parentheses may contain anything, so count after the last parenthesis: state is field 1, start time field 20.
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

/** Sends the signals in order, waiting the given milliseconds after each, until the process has ended. */
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
  mkdirSync(join(home, 'run'), { recursive: true, mode: PRIVATE_FOLDER })
  writeFileSync(markFile(home, name), JSON.stringify(mark), { mode: PRIVATE_FILE })
}

/** Returns the mark recorded under this name if its process is still running. */
export function readMark<T extends ProcessMark>(home: string, name: string): T | undefined {
  try {
    const mark = JSON.parse(readFileSync(markFile(home, name), 'utf8')) as T
    return isRunning(mark) ? mark : undefined
  } catch {
    return undefined
  }
}

export const removeMark = (home: string, name: string): void => rmSync(markFile(home, name), { force: true })

/** Returns the names of the processes recorded in this home. */
export function markNames(home: string): string[] {
  try {
    return readdirSync(join(home, 'run')).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []))
  } catch {
    return []
  }
}

/** Stops a server that an earlier run left running. */
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
  /** Signals that stop it, gentlest first, with the milliseconds to wait after each. */
  signals: [NodeJS.Signals, number][]
}

export interface ServerProcess {
  pid: number
  /** Resolves when the process ends, with a description of how it ended. */
  ended: Promise<string>
  hasEnded(): boolean
  /** Returns the newest part of its log since this start. */
  log(): string
  stop(): Promise<void>
}

/** The command line with an umask that makes its files private. The process keeps its id. */
const withPrivateFiles = (command: string[]): string[] =>
  process.platform === 'win32' ? command : ['/bin/sh', '-c', 'umask 077; exec "$@"', 'sh', ...command]

const LOG_LIMIT = 10 * 1024 * 1024

let canTie: boolean | undefined

/**
 * Returns the command line of a program to which the kernel sends `signal` when this process dies, even by SIGKILL. Requires Linux with
 * util-linux; elsewhere the program goes on, and the next start ends it. The signal belongs to the thread that starts the program, which
 * must be one that lives as long as the process.
 */
export function tie(signal: NodeJS.Signals, command: string, args: string[]): [command: string, args: string[]] {
  const flags = ['--pdeathsig', signal.replace(/^SIG/, ''), '--']
  canTie ??= process.platform === 'linux' && spawnSync('setpriv', [...flags, 'true'], { stdio: 'ignore' }).status === 0
  if (!canTie) return [command, args]
  // A change of the user clears the request, so the same call of setpriv has to make both.
  return command === 'setpriv' ? [command, [...flags.slice(0, 2), ...args]] : ['setpriv', [...flags, command, ...args]]
}

/**
 * Starts a server of the stack in its own process group, so that Ctrl-C reaches only this process, which stops the servers in order. If this
 * process is killed, the server gets the gentlest signal. Writes its output to SHEAF_HOME/logs/NAME.log, because a broken pipe would kill
 * the server then.
 */
export function startServer({ home, name, command, args, env, uid, gid, signals }: ServerOptions): ServerProcess {
  const logFile = join(home, 'logs', `${name}.log`)
  mkdirSync(dirname(logFile), { recursive: true, mode: PRIVATE_FOLDER })
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(logFile, size > LOG_LIMIT ? 'w' : 'a', PRIVATE_FILE)
  const from = size > LOG_LIMIT ? 0 : size
  // Innermost: a change of the user would clear what it asks of the kernel.
  const [program, ...parameters] = withPrivateFiles(tie(signals[0]![0], command, args).flat())
  const child: ChildProcess = spawn(program!, parameters, {
    cwd: '/',
    env: env ?? process.env,
    stdio: ['ignore', log, log],
    detached: true,
    ...(uid === undefined ? {} : { uid, gid }),
  })
  closeSync(log)
  let hasEnded = false
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`))
  }).then((how) => {
    hasEnded = true
    removeMark(home, name)
    return how
  })
  const mark = child.pid === undefined ? undefined : markOf(child.pid)
  if (mark) writeMark(home, name, mark)
  return {
    pid: child.pid ?? 0,
    ended,
    hasEnded: () => hasEnded,
    log: () => readFileSync(logFile).subarray(from).toString('utf8').slice(-4000).trim(),
    async stop() {
      if (mark && !hasEnded) await endProcess(mark, signals)
      if (mark) await ended
    },
  }
}
