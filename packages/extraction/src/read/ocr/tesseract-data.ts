import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const require = createRequire(import.meta.url)

/** The bundled languages (npm packages), used by default. */
export const BUNDLED_LANGUAGES = ['eng', 'deu', 'fra']

/** Tesseract's names follow ISO 639-3 with a few exceptions. */
const NAMES: Record<string, string> = { cmn: 'chi_sim', zho: 'chi_sim', srp: 'srp_latn', nob: 'nor', nno: 'nor' }

export function tesseractName(language: string): string {
  return Object.hasOwn(NAMES, language) ? NAMES[language]! : language
}

/** Returns the compressed `best_int` data of a language from its npm package; undefined if that is not installed. */
export function bundledData(language: string): string | undefined {
  try {
    const folder = dirname(require.resolve(`@tesseract.js-data/${language}/package.json`))
    const file = join(folder, '4.0.0_best_int', `${language}.traineddata.gz`)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

export async function unpackData(file: string): Promise<Buffer> {
  return promisify(gunzip)(await readFile(file))
}

/**
 * Creates a folder for language data, because both programs require all languages in one place. Deleted at the latest when the process
 * exits.
 */
export async function openDataFolder(): Promise<{ path: string; remove: () => void }> {
  const path = await mkdtemp(join(tmpdir(), 'sheaf-tessdata-'))
  const erase = (): void => rmSync(path, { recursive: true, force: true })
  process.once('exit', erase)
  return {
    path,
    remove: () => {
      process.removeListener('exit', erase)
      erase()
    },
  }
}
