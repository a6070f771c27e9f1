/** `sheaf extract`: reads documents without a service and prints what they say. */
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { HEADER_KEYS, LINE_KEYS } from '@sheaf/extraction/stages'
import {
  ReadError,
  type ExtractedValue,
  type Extraction,
  type HeaderField,
  type LineItem,
} from '@sheaf/extraction/types'
import { findOcrModels } from '../provision/ocr-models.ts'
import { openDocumentSandbox } from '../sandbox/documents.ts'
import { EXIT, say, sayJson } from './problem.ts'
import { reasonOf } from './unreadable.ts'

interface ShownValue {
  value: string
  normalized_value: string
  confidence: number
  page: number
  position: number[]
}

interface Report {
  file: string
  pages: number
  ms: number
  engine: string
  language: string | null
  fields: Record<string, ShownValue>
  line_items: Record<string, ShownValue>[]
  error: { code: string; message: string } | null
}

const round = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places

function show(found: ExtractedValue): ShownValue {
  return {
    value: found.text,
    normalized_value: found.value,
    confidence: round(found.confidence, 4),
    page: found.page,
    position: found.position.map((edge) => round(edge, 1)),
  }
}

function showFields(fields: Extraction['fields']): Record<string, ShownValue> {
  const entries = Object.entries(fields) as [HeaderField, ExtractedValue][]
  return Object.fromEntries(entries.map(([field, found]) => [HEADER_KEYS[field], show(found)]))
}

function showItem(item: LineItem): Record<string, ShownValue> {
  const shown: Record<string, ShownValue> = {}
  for (const [column, key] of LINE_KEYS) {
    const found = item[column]
    if (found) shown[key] ??= show(found)
  }
  return shown
}

/** Describes why a file could not be read, including files that cannot be opened. */
function describeError(error: unknown): { code: string; message: string } {
  if (error instanceof ReadError) return { code: error.code, message: error.message }
  return reasonOf(error) ?? { code: 'crashed', message: error instanceof Error ? error.message : String(error) }
}

/** Names of header fields in the API, where they differ from those of the output. */
const API_NAMES = new Map(Object.entries(HEADER_KEYS).flatMap(([field, key]) => (field === key ? [] : [[key, field]])))

/** The line of a table that names the columns of its items, with their usual ids in schemas: `unit_price (item_amount_base or item_amount)`. */
export function describeColumns(keys: ReadonlySet<string>): string {
  const ids = Map.groupBy(LINE_KEYS, ([, key]) => key)
  return [...ids]
    .filter(([key]) => keys.has(key))
    .map(
      ([key, columns]) => `${key} (${columns.map(([column]) => column.replace('table_column', 'item')).join(' or ')})`,
    )
    .join(', ')
}

function printTable(report: Report): void {
  say(`\n${report.file}`)
  if (report.error) return say(`  ${report.error.code}: ${report.error.message}`)
  const pages = `${report.pages} page${report.pages === 1 ? '' : 's'}`
  say(`  ${pages}, ${report.ms} ms, ${report.language ?? 'language unknown'}, ${report.engine}`)
  for (const [key, found] of Object.entries(report.fields)) {
    const name = API_NAMES.has(key) ? `${key} (${API_NAMES.get(key)})` : key
    say(
      `  ${name.padEnd(28)}${`${Math.round(found.confidence * 100)} %`.padStart(5)}  p${found.page}  ${found.normalized_value}`,
    )
  }
  if (report.line_items.length) say(`  items: ${describeColumns(new Set(report.line_items.flatMap(Object.keys)))}`)
  report.line_items.forEach((item, i) => {
    const cells = Object.entries(item).map(([key, found]) => `${key} ${found.normalized_value}`)
    say(`  item ${String(i + 1).padStart(3)}  ${cells.join(' | ')}`)
  })
}

export interface ExtractOptions {
  json: boolean
  embeddedXml: boolean
  languages?: string | undefined
  locale?: string | undefined
}

/** Prints what each file says, in the order of the files. Returns the exit code: 1 if a file could not be read. */
export async function extractFiles(files: readonly string[], options: ExtractOptions): Promise<number> {
  const modelsDir = (await findOcrModels()).dir
  const processes = Math.min(files.length, availableParallelism())
  const sandbox = openDocumentSandbox({ processes, ...(modelsDir ? { modelsDir } : {}) })
  const isShown = files.length > 1 && (options.json || !process.stdout.isTTY)
  let failed = 0
  try {
    // A window as wide as the pool limits the files in progress and keeps the output in the order of the arguments.
    const waiting: Promise<Report>[] = []
    let next = 0
    for (let i = 0; i < files.length; i++) {
      while (next < files.length && next < i + processes) waiting.push(reportOf(files[next++]!, sandbox, options))
      const report = await waiting[i]!
      if (report.error) failed++
      if (isShown) console.error(`[${i + 1}/${files.length}] ${report.file}: ${outcomeOf(report)}`)
      if (options.json) sayJson(report)
      else printTable(report)
    }
  } finally {
    await sandbox.close()
  }
  return failed ? EXIT.different : EXIT.ok
}

const outcomeOf = ({ error, ms }: Report): string => (error ? error.message : `read in ${ms} ms`)

async function reportOf(
  file: string,
  sandbox: ReturnType<typeof openDocumentSandbox>,
  { embeddedXml, languages, locale }: ExtractOptions,
): Promise<Report> {
  const started = performance.now()
  const report: Report = { file, pages: 0, ms: 0, engine: '', language: null, fields: {}, line_items: [], error: null }
  try {
    const { extraction } = await sandbox.extract(await readFile(file), {
      embeddedXml,
      ...(languages ? { languages: languages.split(',').map((code) => code.trim()) } : {}),
      ...(locale ? { locale } : {}),
    })
    report.pages = extraction.pageCount
    report.engine = `${extraction.engine.name} ${extraction.engine.version} (${extraction.engine.reader})`
    report.language = extraction.language
    report.fields = showFields(extraction.fields)
    report.line_items = extraction.line_items.map(showItem)
  } catch (error) {
    report.error = describeError(error)
  }
  report.ms = Math.round(performance.now() - started)
  return report
}
