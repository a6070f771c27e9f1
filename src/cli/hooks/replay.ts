/** `sheaf hooks replay`: repeats recorded calls of functions on this machine, and compares their results. */
import { join } from 'node:path'
import { openFunctions, type Functions, type FunctionSource } from '../../sandbox/functions/index.ts'
import type { ConnectionOptions } from '../client/connection.ts'
import { compare, type Comparison } from './compare.ts'
import { openFolder, type Folder } from './folder.ts'
import type { ServerHook } from './layout.ts'
import { missingSecrets, readSecrets, runLocally } from './local-run.ts'
import { EXIT, printable, Problem, say } from '../problem.ts'
import { fetchRecord, findRecord, objectIn, textOf, type RunRecord } from './record.ts'
import { connect } from '../client/options.ts'
import type { Rest } from '../client/rest.ts'

export interface ReplayOptions extends ConnectionOptions {
  /** File with other code. */
  with?: string | undefined
  /** How far back: `7d`, `12h`, `30m`. */
  since?: string | undefined
  hook?: string[] | undefined
  secrets?: string | undefined
  /** File with other settings. */
  settings?: string | undefined
  diff: boolean
}

interface Work {
  rest: Rest
  folder: Folder
  functions: Functions
  options: ReplayOptions
  /** Other code than the recorded one. */
  code: Pick<FunctionSource, 'code' | 'runtime'> | null
  /** Other settings than the recorded ones. */
  settings: Record<string, unknown> | null
}

const MAX_RUNS = 1_000
/** As for code that is pushed. */
const MAX_CODE = 1_048_576
const UNITS: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000 }

/** Exits with 0 if all results are identical, with 1 if one differs, and with 2 if a call cannot be repeated. */
export async function replay(uuid: string | undefined, path: string, options: ReplayOptions): Promise<number> {
  const { since, hook } = options
  if ((uuid === undefined) === (since === undefined))
    throw new Problem('Give the id of a call, or --since with --hook for all calls of a hook.')
  if (since !== undefined && hook?.length !== 1) throw new Problem('--since needs one --hook.')
  const after = since === undefined ? null : startOf(since)
  const code = options.with === undefined ? null : await codeIn(options.with)
  const settings = options.settings === undefined ? null : await settingsIn(options.settings)
  const rest = await connect(options)
  const folder = await openFolder(path, rest.api)
  const functions = openFunctions({ processes: 1, onError: (error) => console.error(printable(error.message)) })
  const work = { rest, folder, functions, options, code, settings }
  try {
    if (uuid !== undefined) return await replayOne(work, await fetchRecord(rest, uuid))
    return await replayAll(work, hook![0]!, after!)
  } finally {
    await functions.close()
  }
}

function startOf(since: string): Date {
  const [, count, unit] = /^(\d{1,4})([dhm])$/.exec(since) ?? []
  if (!unit) throw new Problem(`"${since}" is not a period such as 7d, 12h or 30m.`)
  return new Date(Date.now() - Number(count) * UNITS[unit]!)
}

async function codeIn(file: string): Promise<Pick<FunctionSource, 'code' | 'runtime'>> {
  const code = await textOf(file, MAX_CODE)
  if (code === null) throw new Problem(`${file} does not exist.`)
  return { code, runtime: file.endsWith('.py') ? 'python3.12' : 'nodejs22.x' }
}

async function settingsIn(file: string): Promise<Record<string, unknown>> {
  const settings = await objectIn(file)
  if (!settings) throw new Problem(`${file} does not exist.`)
  return settings
}

async function replayOne(work: Work, record: RunRecord): Promise<number> {
  const { outcome, notes } = await repeat(work, record)
  say(outcome.isSame ? 'identical' : `different: ${outcome.summary}`)
  if (outcome.diff) say(outcome.diff)
  for (const note of notes) say(note)
  return outcome.isSame ? EXIT.ok : EXIT.different
}

async function replayAll(work: Work, wanted: string, after: Date): Promise<number> {
  const { rest, folder, options } = work
  const hooks = await rest.all<ServerHook>('hooks')
  const hook = hooks.find(({ id, name }) => [String(id), name, folder.slugOfId(id)].includes(wanted))
  if (!hook) throw new Problem(`There is no hook "${wanted}", neither on the server nor in ${folder.path}.`)
  const query = { hook: String(hook.id), started_at_after: after.toISOString() }
  const runs = await rest.all<{ uuid: string; started_at: string; event: string; action: string }>(
    'hooks/runs',
    query,
    MAX_RUNS,
  )
  const counts = { identical: 0, different: 0, unknown: 0 }
  const allNotes = new Set<string>()
  for (const { uuid, started_at, event, action } of runs) {
    const line = (text: string) => say(`${started_at}  ${uuid}  ${event}.${action}  ${text}`)
    try {
      const record = await findRecord(rest, uuid)
      const { outcome, notes } = record ? await repeat(work, record) : { outcome: null, notes: [] }
      notes.forEach((note) => allNotes.add(note))
      counts[outcome ? (outcome.isSame ? 'identical' : 'different') : 'unknown']++
      line(outcome ? (outcome.isSame ? 'identical' : `different: ${outcome.summary}`) : 'not recorded')
      if (options.diff && outcome?.diff) say(outcome.diff)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      counts.unknown++
      line(error.message)
    }
  }
  for (const note of allNotes) say(note)
  const { identical, different, unknown } = counts
  const most = runs.length === MAX_RUNS ? ` (the newest ${MAX_RUNS})` : ''
  say(
    `${runs.length} ${runs.length === 1 ? 'call' : 'calls'}${most}: ${identical} identical, ${different} different, ${unknown} not repeated`,
  )
  if (!identical && !different) return EXIT.failed
  return different ? EXIT.different : EXIT.ok
}

/** Repeats a call. Throws Problem if its record is not complete. */
async function repeat(
  { folder, functions, options, code, settings }: Work,
  record: RunRecord,
): Promise<{ outcome: Comparison; notes: string[] }> {
  if (record.is_incomplete)
    throw new Problem(
      `Call ${record.uuid} cannot be repeated: the answers to its requests are too large to be recorded.`,
    )
  const slug = folder.slugOfId(Number(record.hook.split('/').at(-1)))
  const file = options.secrets ?? (slug ? join(folder.path, slug, 'secrets.json') : 'secrets.json')
  const secrets = await readSecrets(file)
  const source = { runtime: record.runtime, code: record.code, pack: record.third_party_library_pack, ...code }
  const isRepeat = code === null && settings === null
  const call = {
    source,
    event: record,
    secrets,
    timeout_ms: record.timeout_ms,
    memory_mb: record.memory_limit_mb,
    answers: { isRepeat },
    ...(settings ? { settings } : {}),
  }
  let outcome = compare(record, await runLocally(functions, call))
  // Timers run in real time: whether one ends before a response depends on how long the response takes.
  if (!outcome.isSame && isRepeat && record.calls.some(({ ms }) => ms))
    outcome = compare(record, await runLocally(functions, { ...call, answers: { isRepeat, isPaced: true } }))
  const missing = missingSecrets(record, source, secrets)
  const notes = missing.length
    ? [`Secrets are redacted in the record and have no value in ${file}: ${missing.join(', ')}`]
    : []
  return { outcome, notes }
}
