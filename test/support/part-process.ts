import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compiledCode } from './caches.ts'

const REPOSITORY = join(import.meta.dirname, '../..')

export interface PartProcess {
  /** Resolves when the output contains the text; rejects with the output if the process ends first. */
  printed(text: string): Promise<void>
  /** Exit code and the output of both streams. */
  ended: Promise<{ code: number | null; output: string }>
  /** What both streams contain so far. */
  output(): string
  kill(signal: NodeJS.Signals): void
  /** Requests a stop and waits. */
  stop(): Promise<{ code: number | null; output: string }>
}

export interface StartOptions {
  settings: Record<string, string>
  args?: string[]
  /** A folder without `.env`. */
  cwd: string
  /** Another copy of the repository. */
  root?: string
  /** A command before the program's own. */
  before?: string[]
}

const BUBBLEWRAP = '/usr/bin/bwrap'

/** A command that runs another one as on a machine without bubblewrap. */
export const withoutBubblewrap = (): string[] =>
  existsSync(BUBBLEWRAP) ? [BUBBLEWRAP, '--dev-bind', '/', '/', '--ro-bind', '/dev/null', BUBBLEWRAP, '--'] : []

/** Starts a command of `sheaf`, or a file of the repository, as a process that has only these settings. */
export function startPart(
  program: string,
  { settings, args = [], cwd, root = REPOSITORY, before = [] }: StartOptions,
): PartProcess {
  const { PATH, HOME, XDG_CACHE_HOME } = process.env
  const own = Object.fromEntries(
    Object.entries({ PATH, HOME, XDG_CACHE_HOME, ...compiledCode() }).filter(([, value]) => value !== undefined),
  )
  const words = /\.(ts|mjs)$/.test(program) ? [join(root, program)] : [join(root, 'src/cli/main.ts'), program]
  const [command, ...parameters] = [...before, process.execPath, ...words, ...args]
  const child = spawn(command!, parameters, {
    cwd,
    // No client of a test needs the time in which a process that stops still accepts requests.
    env: { ...own, ...(root === REPOSITORY ? { DRAIN_S: '0' } : {}), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const hear: (() => void)[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      for (const listener of hear) listener()
    })
  }
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }))
  })
  const printed = (text: string) =>
    Promise.race([
      new Promise<void>((resolve) => {
        const look = () => output.includes(text) && resolve()
        hear.push(look)
        look()
      }),
      ended.then(() => Promise.reject(new Error(`The process ended without printing "${text}": ${output}`))),
    ])
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { ended, printed, output: () => output, kill: (signal) => void child.kill(signal), stop }
}

/** The messages of a log of JSON lines, with their levels; throws if the output has another line. */
export const logged = (output: string): string[] =>
  output
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { level, msg } = JSON.parse(line) as { level: string; msg: string }
      return `${level}: ${msg}`
    })
