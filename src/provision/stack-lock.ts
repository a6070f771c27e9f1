import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeHome, PRIVATE_FILE, PRIVATE_FOLDER } from './home.ts'
import { codeOf, ProvisionError } from './problem.ts'
import type { ProcessMark } from './processes.ts'
import { endProcess, isRunning, markOf } from './processes.ts'

// One stack per SHEAF_HOME: the file records which process holds it and its URL.

export interface StackMark extends ProcessMark {
  /** Start of the API's URLs, e.g. http://127.0.0.1:8090/api */
  url: string
  /** The npm script that started it; once it has ended, the stack is left over and may be stopped. */
  launcher?: ProcessMark
  /** A stop has been requested. */
  stopping?: boolean
}

const fileOf = (home: string) => join(home, 'run', 'stack.json')

/** Returns the running stack of this home, if any. */
export function runningStack(home: string): StackMark | undefined {
  try {
    const mark = JSON.parse(readFileSync(fileOf(home), 'utf8')) as StackMark
    return isRunning(mark) ? mark : undefined
  } catch {
    return undefined
  }
}

const isLeftOver = (mark: StackMark) => mark.launcher !== undefined && !isRunning(mark.launcher)

/** Time for another stack to end or to become left over, for example until its script notices that npm was killed. */
const PATIENCE_MS = 3_000

async function waitForOther(home: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await wait(100)) {
    const other = runningStack(home)
    if (!other) return
    if (other.stopping || isLeftOver(other)) {
      return endProcess(other, [
        ['SIGTERM', 30_000],
        ['SIGKILL', 5_000],
      ])
    }
    if (Date.now() > end) {
      throw new ProvisionError(
        `Sheaf is already running in ${home} (process ${other.pid}, ${other.url}); stop it first, or set SHEAF_HOME to another folder.`,
      )
    }
  }
}

/** Removes what this process has created, up to the first folder with content: a start that is refused leaves nothing. */
function removeEmpty(folders: readonly string[]): void {
  try {
    for (const folder of folders) rmdirSync(folder)
  } catch (error) {
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'ENOENT') throw error
  }
}

export interface StackLock {
  /** Makes a concurrent start wait instead of failing. */
  markStopping(): void
  release(): void
}

/** Locks the home for this process. Stops a stack whose launcher was killed; throws ProvisionError if another stack is running. */
export async function lockHome(home: string, url: string): Promise<StackLock> {
  const file = fileOf(home)
  const made = [join(home, 'run'), home].filter((folder) => !existsSync(folder))
  const launcher = markOf(Number(process.env['SHEAF_LAUNCHER'] ?? 0))
  const mark = { ...(markOf(process.pid) ?? { pid: process.pid, started: '' }), url, ...(launcher ? { launcher } : {}) }
  for (;;) {
    await waitForOther(home)
    makeHome(home)
    mkdirSync(join(home, 'run'), { recursive: true, mode: PRIVATE_FOLDER })
    rmSync(file, { force: true })
    try {
      writeFileSync(file, JSON.stringify(mark), { flag: 'wx', mode: PRIVATE_FILE })
      break
    } catch (error) {
      // Another process has created the file, or removed the folder at its end.
      if (codeOf(error) !== 'EEXIST' && codeOf(error) !== 'ENOENT') throw error
    }
  }
  return {
    markStopping: () => writeFileSync(file, JSON.stringify({ ...mark, stopping: true })),
    release: () => {
      rmSync(file, { force: true })
      removeEmpty(made)
    },
  }
}
