import { execFile, spawn } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BUNDLED_LANGUAGES, bundledData, openDataFolder, tesseractName, unpackData } from './tesseract-data.ts'
import { readUpright, type UprightTurn } from './tesseract-text.ts'
import type { OcrEngine } from './types.ts'

const run = promisify(execFile)
const PAGE_MILLISECONDS = 120_000
const MAX_OUTPUT = 64 * 2 ** 20

/** One thread per process: several threads would only wait for each other, and other workers need the cores. */
const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
  OMP_THREAD_LIMIT: '1',
})

/**
 * Opens the machine's tesseract with the `best_int` data of the npm packages, and for other languages with its own data. Rejects if the
 * program is missing or has data for none of the languages.
 */
export async function openNativeTesseract(languages: string[], turn?: UprightTurn): Promise<OcrEngine> {
  const program = await inspectTesseract()
  const folder = await openDataFolder()
  const names = await gatherData(languages, program, folder.path)
  if (!names.length) {
    folder.remove()
    throw new Error(`tesseract ${program.version} has no data for ${languages.join(', ')}.`)
  }
  const args = ['-', '-', '--tessdata-dir', folder.path, '-l', names.join('+'), '-c', 'tessedit_create_tsv=1']
  return {
    name: `tesseract ${program.version} (${names.join('+')})`,
    read: (image, how) =>
      readUpright(image, (picture, mode) => pipe('tesseract', [...args, '--psm', String(mode)], picture), turn, how),
    close: () => Promise.resolve(folder.remove()),
  }
}

export interface TesseractProgram {
  version: string
  /** Folder of its own data, and the languages in it. */
  dataFolder: string
  languages: string[]
}

/** Returns version and data of the program; rejects if it is not installed. */
async function inspectTesseract(): Promise<TesseractProgram> {
  const options = { env: environment(), timeout: 20_000 }
  const [version, list] = await Promise.all([
    run('tesseract', ['--version'], options),
    run('tesseract', ['--list-langs'], options),
  ]).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? 'tesseract is not installed.' : `tesseract cannot run: ${error.message}`)
  })
  const [heading = '', ...languages] = list.stdout.trim().split('\n')
  return {
    version: /tesseract v?(\S+)/.exec(version.stdout + version.stderr)?.[1] ?? '',
    dataFolder: /"(.*)"/.exec(heading)?.[1] ?? '',
    languages: languages.map((language) => language.trim()),
  }
}

/** Copies data of the languages into the folder and returns the names of those that have any. */
async function gatherData(languages: string[], program: TesseractProgram, folder: string): Promise<string[]> {
  const names: string[] = []
  for (const name of (languages.length ? languages : BUNDLED_LANGUAGES).map(tesseractName)) {
    const bundled = bundledData(name)
    const file = join(folder, `${name}.traineddata`)
    if (names.includes(name) || (!bundled && !program.languages.includes(name))) continue
    if (bundled) await writeFile(file, await unpackData(bundled))
    else await symlink(join(program.dataFolder, `${name}.traineddata`), file)
    names.push(name)
  }
  return names
}

/** Runs a program with bytes as its input; resolves to its output. */
function pipe(program: string, args: string[], input: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: environment(), timeout: PAGE_MILLISECONDS, killSignal: 'SIGKILL' })
    const output: Buffer[] = []
    let size = 0
    let complaint = ''
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_OUTPUT) child.kill('SIGKILL')
      else output.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-1000)
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(output).toString('utf8'))
      else reject(new Error(`${program} exited with ${signal ?? code}: ${complaint.trim()}`))
    })
    // A program that exits early closes its input; its exit code contains the reason.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
