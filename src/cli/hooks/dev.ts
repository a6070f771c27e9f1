/** `sheaf hooks dev`: runs a function on this machine after each change of its files. */
import { stat } from 'node:fs/promises'
import { watch } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { openFunctions, type Functions, type FunctionSource } from '../../sandbox/functions/index.ts'
import type { ConnectionOptions } from '../client/connection.ts'
import { eventFile, provideEvent, type EventOptions } from './dev-event.ts'
import { openFolder } from './folder.ts'
import { CODE_NAMES, type HookFiles } from './layout.ts'
import { missingSecrets, readSecrets, runLocally } from './local-run.ts'
import { openOnline } from './online.ts'
import { EXIT, printable, Problem, say } from '../problem.ts'
import { eventIn } from './record.ts'
import { reportOf } from './report.ts'
import { connect } from '../client/options.ts'
import type { Rest } from '../client/rest.ts'

export interface DevOptions extends ConnectionOptions, EventOptions {
  online: boolean
  once: boolean
}

/** A save is often several changes, for example a truncation and a write. */
const SETTLED_MS = 15
const SECRETS = 'secrets.json'
const WATCHED = ['hook.json', 'settings.json', SECRETS, 'event.json', ...CODE_NAMES]

/** Runs until it is interrupted; with `once`, a single time. Exits with 1 if the function then failed. */
export async function dev(path: string, options: DevOptions): Promise<number> {
  await readHook(path)
  const connect = connector(path, options)
  const stored = await provideEvent(path, options, connect)
  if (stored) say(stored)
  const rest = options.online ? (await connect()).rest : null
  // One process runs the function and one waits: a call that breaks a limit ends its process.
  const functions = openFunctions({ processes: 1, onError: (error) => console.error(printable(error.message)) })
  try {
    const run = () => runOnce(path, options, functions, rest)
    if (options.once) return (await run()) ? EXIT.ok : EXIT.different
    await repeat(path, run)
    return EXIT.ok
  } finally {
    await functions.close()
  }
}

/** The service, and the hook's id there; it is asked at most once. */
function connector(path: string, options: DevOptions): () => Promise<{ rest: Rest; id: number | undefined }> {
  let opened: Promise<{ rest: Rest; id: number | undefined }> | undefined
  const open = async () => {
    const rest = await connect(options)
    const folder = await openFolder(dirname(resolve(path)), rest.api)
    return { rest, id: folder.tracked(basename(resolve(path)))?.id }
  }
  return () => (opened ??= open())
}

/** Throws Problem if the folder is not that of a function. */
async function readHook(path: string): Promise<HookFiles & { source: FunctionSource; limits: Limits }> {
  const folder = await openFolder(dirname(resolve(path)), '')
  const files = await folder.read(basename(resolve(path)))
  if (!files) throw new Problem(`${path} has no hook.json: give the folder of one hook, such as hooks/vat-check.`)
  const { code, hook } = files
  if (!code) throw new Problem(`${path} has no code (${CODE_NAMES.join(', ')}): only functions run here.`)
  const config: Record<string, unknown> = Object(hook.config)
  const { third_party_library_pack: pack, timeout_s, memory_size_mb } = config
  return {
    ...files,
    source: {
      runtime: code.name === 'code.py' ? 'python3.12' : 'nodejs22.x',
      code: code.text,
      pack: pack === null ? null : 'default',
    },
    limits: {
      timeout_ms: (typeof timeout_s === 'number' && timeout_s > 0 ? timeout_s : 30) * 1000,
      memory_mb: typeof memory_size_mb === 'number' ? memory_size_mb : 256,
    },
  }
}

interface Limits {
  timeout_ms: number
  memory_mb: number
}

/** Runs the function and prints the result. Returns whether it has answered. Throws Problem for files that are not valid. */
async function runOnce(path: string, options: DevOptions, functions: Functions, rest: Rest | null): Promise<boolean> {
  const { source, limits, settings } = await readHook(path)
  const file = eventFile(path, options)
  const event = await eventIn(file)
  if (!event) throw new Problem(`${file} does not exist.`)
  const secrets = await readSecrets(join(path, SECRETS))
  const online = rest ? { online: openOnline(rest, event.payload.base_url) } : {}
  const run = await runLocally(functions, { source, event, secrets, settings, ...limits, ...online })
  say(`${String(event.payload.event)}.${String(event.payload.action)} from ${file}`)
  for (const line of reportOf(run, limits)) say(line)
  const missing = missingSecrets(event, source, secrets)
  if (missing.length) say(`Secrets without a value in ${join(path, SECRETS)}: ${missing.join(', ')}`)
  return run.failure === null
}

/** Runs again after each change, one run at a time, until the process is interrupted. */
async function repeat(path: string, run: () => Promise<boolean>): Promise<void> {
  let wake: () => void = () => undefined
  let isOver = false
  let isChanged = true
  const end = (): void => {
    isOver = true
    wake()
  }
  const watcher = watch(path, (_, name) => {
    if (name !== null && !WATCHED.includes(name)) return
    isChanged = true
    wake()
  })
  watcher.on('error', end)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  let seen = ''
  try {
    while (!isOver) {
      while (isChanged) {
        isChanged = false
        const before = seen
        const { state, saved } = await stateOf(path)
        seen = state
        if (state !== before) await report(run, before ? saved : null)
        if (!before) say(`Waiting for changes in ${path}. Ctrl-C ends this.`)
      }
      await new Promise<void>((resolve) => {
        wake = resolve
        if (isOver || isChanged) resolve()
      })
      if (!isOver) await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
    }
  } finally {
    watcher.close()
  }
}

/** Which versions of the files exist, and when the newest was saved. */
async function stateOf(path: string): Promise<{ state: string; saved: number }> {
  const found = await Promise.all(WATCHED.map((name) => stat(join(path, name)).catch(() => null)))
  return {
    state: found.map((one) => (one ? `${one.ino} ${one.size} ${one.mtimeMs}` : '-')).join(),
    saved: Math.max(...found.map((one) => one?.mtimeMs ?? 0)),
  }
}

/** A file may be invalid while someone writes it: its error is printed like a result. */
async function report(run: () => Promise<boolean>, saved: number | null): Promise<void> {
  if (saved !== null) say(`\n--- ${new Date(saved).toTimeString().slice(0, 8)} saved`)
  try {
    await run()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    say(error.message)
  }
  if (saved !== null) say(`${Math.round(Date.now() - saved)} ms after the save`)
}
