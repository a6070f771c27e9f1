/** The health of the process that a container runs, whatever its role is: one image has all of them. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type NetConnectOpts } from 'node:net'
import { messageOf } from '../../provision/problem.ts'

/** Below the time limit of the image's health check. */
const PATIENCE_MS = 8_000
/** IANA's port for SMTP, like that of `sheaf smtp`. */
const SMTP_PORT = 25
/** The program, as a command line names it: `node src/cli/main.ts api`, or `sheaf api`. */
const PROGRAM = /(^|\/)(main\.[jt]s|sheaf(\.mjs)?)$/

/** Returns the words of a command line that follow the program, none if it does not run it. */
export function commandIn(line: readonly string[]): string[] {
  const at = line.findIndex((word) => PROGRAM.test(word))
  return at < 0 ? [] : line.slice(at + 1)
}

/** Returns the command of `sheaf` that the first process of this container runs, with its arguments. */
export function runningCommand(): string[] {
  try {
    return commandIn(readFileSync('/proc/1/cmdline', 'utf8').split('\0').filter(Boolean))
  } catch {
    return []
  }
}

/** Where a process with these hosts can be reached from its own machine. */
const reached = (host: string | undefined) =>
  !host || host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host

async function problemOfApi(): Promise<string | null> {
  const { HOST, PORT } = process.env
  const url = `http://${reached(HOST)}:${PORT || 8090}/api/v1/health`
  const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  return ok ? null : `The API answers with ${status}.`
}

async function problemOfWorker(): Promise<string | null> {
  const { isPolledHere } = await import('./worker-health.ts')
  return (await isPolledHere()) ? null : 'No worker of this host polls Temporal.'
}

/** Connects, and reads the first answer if the protocol begins with one. */
async function connection(to: NetConnectOpts, greets: boolean): Promise<string> {
  const socket = connect(to)
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    await once(socket, 'connect', { signal })
    return greets ? String((await once(socket, 'data', { signal }))[0]) : ''
  } finally {
    socket.destroy()
  }
}

async function problemOfSmtp(): Promise<string | null> {
  const { HOST, MAIL_HOST, MAIL_PORT } = process.env
  const host = reached(MAIL_HOST || HOST).replace(/^\[|\]$/g, '')
  const greeting = await connection({ host, port: Number(MAIL_PORT || SMTP_PORT) }, true)
  return greeting.startsWith('220') ? null : `The SMTP server answers with "${greeting.trim()}".`
}

async function problemOfReader(args: readonly string[]): Promise<string | null> {
  const [path] = args.flatMap((word, at) =>
    word === '--socket' ? (args[at + 1] ?? []) : (/^--socket=(.*)/.exec(word)?.[1] ?? []),
  )
  if (!path) return 'The reader has no socket: give --socket.'
  await connection({ path }, false)
  return null
}

const CHECKS: Record<string, (args: readonly string[]) => Promise<string | null>> = {
  api: problemOfApi,
  up: problemOfApi,
  worker: problemOfWorker,
  smtp: problemOfSmtp,
  reader: problemOfReader,
}

/** Returns why the process of a command does not work, or null. A command that ends by itself works until then. */
export async function problemOf([role, ...args]: readonly string[]): Promise<string | null> {
  if (!role) return 'The first process of this container is no command of sheaf: give the role to check.'
  try {
    return (await CHECKS[role]?.(args)) ?? null
  } catch (error) {
    return `The ${role} process does not answer: ${messageOf(error)}`
  }
}
