import { execFile } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from './cache.ts'
import { messageOf, ProvisionError } from './problem.ts'
import { withProgress } from './progress.ts'

const run = promisify(execFile)

/** The newest version that `go install` accepts; later versions have a `replace` line in their go.mod. */
export const TEMPORAL_MODULE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1'
const PROGRAM = process.platform === 'win32' ? 'temporal.exe' : 'temporal'

export type TemporalChoice =
  | { kind: 'address'; address: string }
  | { kind: 'binary'; path: string; source: 'TEMPORAL_CLI_PATH' | 'PATH' | 'home' | 'cache' | 'download' | 'go' }

export interface ResolveOptions {
  home: string
  env?: NodeJS.ProcessEnv
  /** Maximum time without downloaded data, in milliseconds; default 15,000. */
  downloadPatience?: number
  /** Receives messages about failed attempts. */
  note?: (sentence: string) => void
}

/** Returns why the program does not start; undefined if it starts. */
async function whyBroken(path: string): Promise<string | undefined> {
  try {
    const { stdout } = await run(path, ['--version'], { timeout: 20_000 })
    return stdout.includes('temporal') ? undefined : 'it is a different program'
  } catch (error) {
    return messageOf(error).split('\n')[0]
  }
}

function findOnPath(name: string, path = ''): string | undefined {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      if (statSync(file).isFile()) return file
    } catch {
      continue
    }
  }
  return undefined
}

/** Copies the program to its place atomically, so that an incomplete file is never started. */
function keep(file: string, place: string): string {
  mkdirSync(dirname(place), { recursive: true })
  const beside = `${place}.${process.pid}.new`
  copyFileSync(file, beside)
  chmodSync(beside, 0o755)
  renameSync(beside, place)
  return place
}

/** Downloads the program with the SDK in a separate process, because the SDK also starts the program and cannot be cancelled. */
async function download(folder: string, patience: number, env: NodeJS.ProcessEnv): Promise<string> {
  const child = run(process.execPath, [join(import.meta.dirname, 'temporal-download.ts'), folder], {
    env,
    timeout: 600_000,
  })
  let bytes = 0
  let last = Date.now()
  let stalled = false
  const watch = setInterval(() => {
    const now = readdirSync(folder).reduce(
      (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
    if (now !== bytes) [bytes, last] = [now, Date.now()]
    stalled = Date.now() - last > patience
    if (stalled) child.child.kill('SIGKILL')
  }, 250)
  try {
    return (await child).stdout.trim()
  } catch (error) {
    if (stalled) throw new Error(`no data for ${patience / 1000} seconds`, { cause: error })
    const { stderr } = error as { stderr?: string }
    throw new Error(stderr?.trim().split('\n')[0] || messageOf(error), { cause: error })
  } finally {
    clearInterval(watch)
  }
}

async function goInstall(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  try {
    await run('go', ['install', TEMPORAL_MODULE], {
      env: { ...env, GOBIN: folder },
      timeout: 1_200_000,
      maxBuffer: 1 << 26,
    })
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new Error(stderr?.trim().split('\n').at(-1) || messageOf(error), { cause: error })
  }
  return join(folder, PROGRAM)
}

/** Downloads or builds the program in a temporary folder, checks that it starts, and copies it to the user's cache. */
async function make(place: string, work: (folder: string) => Promise<string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-temporal-'))
  try {
    const file = await work(folder)
    const problem = await whyBroken(file)
    if (problem) throw new Error(`the program does not start: ${problem}`)
    return keep(file, place)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Finds Temporal's server: TEMPORAL_ADDRESS, TEMPORAL_CLI_PATH, `temporal` on PATH, SHEAF_HOME/bin, the user's cache, the
 * SDK's download, `go install`. Stores a downloaded or built program in the cache. Throws ProvisionError that lists the options.
 */
export async function resolveTemporal(options: ResolveOptions): Promise<TemporalChoice> {
  const { home, env = process.env, downloadPatience = 15_000, note = () => undefined } = options
  if (env['TEMPORAL_ADDRESS']) return { kind: 'address', address: env['TEMPORAL_ADDRESS'] }

  const given = env['TEMPORAL_CLI_PATH']
  if (given) {
    const problem = await whyBroken(given)
    if (problem) throw new ProvisionError(`TEMPORAL_CLI_PATH is ${given}, which does not start: ${problem}.`)
    return { kind: 'binary', path: given, source: 'TEMPORAL_CLI_PATH' }
  }

  const cached = join(cacheFolder(env), 'bin', PROGRAM)
  const places = [
    { path: findOnPath(PROGRAM, env['PATH']), source: 'PATH' },
    { path: join(home, 'bin', PROGRAM), source: 'home' },
    { path: cached, source: 'cache' },
  ] as const
  for (const { path, source } of places) {
    if (!path || !existsSync(path)) continue
    const problem = await whyBroken(path)
    if (!problem) return { kind: 'binary', path, source }
    note(`${path} does not start (${problem}); trying the next candidate.`)
  }

  const failures: string[] = []
  const ways = [
    {
      source: 'download',
      what: "Downloading Temporal's server",
      work: (folder: string) => download(folder, downloadPatience, env),
    },
    {
      source: 'go',
      what: "Building Temporal's server with Go (about three minutes, once)",
      work: (folder: string) => goInstall(folder, env),
    },
  ] as const
  for (const { source, what, work } of ways) {
    if (source === 'go' && !findOnPath(process.platform === 'win32' ? 'go.exe' : 'go', env['PATH'])) {
      failures.push('Go is not installed')
      continue
    }
    try {
      return { kind: 'binary', path: await withProgress(what, () => make(cached, work)), source }
    } catch (error) {
      failures.push(`${source === 'go' ? '"go install"' : 'the download'} failed (${messageOf(error)})`)
      note(`${what} failed: ${messageOf(error)}.`)
    }
  }
  throw new ProvisionError(
    `Temporal's server is missing and could not be provided: ${failures.join('; ')}. ` +
      'To provide it, set TEMPORAL_ADDRESS to a running server, set TEMPORAL_CLI_PATH to the "temporal" program, ' +
      `put "temporal" on PATH or into ${dirname(cached)}, allow the download, or install Go for "go install ${TEMPORAL_MODULE}".`,
  )
}
