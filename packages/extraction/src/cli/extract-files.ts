import { readFile } from 'node:fs/promises'
import type { OwnField } from '../own/field.ts'
import { ReadError, type Extraction, type ExtractOptions } from '../types.ts'
import { describe, emptyReport, tableOf, type Report } from './report.ts'
import { printable } from './printable.ts'
import { reasonOf } from './unreadable.ts'

/** What users may ask for. */
export interface FileOptions {
  /** One line of JSON per file instead of tables. */
  json: boolean
  embeddedXml: boolean
  /** ISO 639-3 codes, separated by commas. */
  languages?: string | undefined
  locale?: string | undefined
  /** Fields of the user to find, too. */
  ownFields?: readonly OwnField[]
}

export interface Means {
  /** Reads one file, in this process or in another. */
  extract: (bytes: Uint8Array, options: ExtractOptions) => Promise<Extraction>
  /** Number of files that are read at the same time. */
  parallel: number
}

/** Prints what each file says, in the order of the files. Returns the number of files that could not be read. */
export async function extractFiles(files: readonly string[], options: FileOptions, means: Means): Promise<number> {
  const isShown = files.length > 1 && (options.json || !process.stdout.isTTY)
  let failed = 0
  // A window as wide as the pool limits the files in progress and keeps the output in the order of the arguments.
  const waiting: Promise<Report>[] = []
  let next = 0
  for (let i = 0; i < files.length; i++) {
    while (next < files.length && next < i + means.parallel) waiting.push(reportOf(files[next++]!, options, means))
    const report = await waiting[i]!
    if (report.error) failed++
    if (isShown) console.error(printable(`[${i + 1}/${files.length}] ${report.file}: ${outcomeOf(report)}`))
    if (options.json) console.log(printable(JSON.stringify(report)))
    else for (const line of tableOf(report)) console.log(printable(line))
  }
  return failed
}

const outcomeOf = ({ error, ms }: Report): string => (error ? error.message : `read in ${ms} ms`)

async function reportOf(file: string, options: FileOptions, { extract }: Means): Promise<Report> {
  const { embeddedXml, languages, locale, ownFields = [] } = options
  const started = performance.now()
  const report = emptyReport(file)
  try {
    const extraction = await extract(await readFile(file), {
      embeddedXml,
      ...(languages ? { languages: languages.split(',').map((code) => code.trim()) } : {}),
      ...(locale ? { locale } : {}),
      ...(ownFields.length > 0 ? { ownFields } : {}),
    })
    Object.assign(report, describe(extraction))
  } catch (error) {
    report.error = describeError(error)
  }
  report.ms = Math.round(performance.now() - started)
  return report
}

/** Describes why a file could not be read, including files that cannot be opened. */
function describeError(error: unknown): { code: string; message: string } {
  if (error instanceof ReadError) return { code: error.code, message: error.message }
  return reasonOf(error) ?? { code: 'crashed', message: error instanceof Error ? error.message : String(error) }
}
