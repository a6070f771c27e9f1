import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { HEADER_KEYS, LINE_KEYS } from '../extraction/lexicon/keys.ts'
import {
  ReadError,
  type ExtractedValue,
  type Extraction,
  type HeaderField,
  type LineItem,
} from '../extraction/types.ts'
import { findOcrModels } from '../provision/ocr-models.ts'
import { openDocumentSandbox } from '../sandbox/documents.ts'

const HELP = `npm run extract -- [--json] [--no-embedded-xml] [--languages eng,deu] FILE...

Reads documents (PDF, PNG, JPEG, TIFF, DOCX, DOC, XLSX, XLS) and prints the extracted values.

  --json              one line of JSON per file, in order
  --no-embedded-xml   do not use e-invoice data attached to a PDF
  --languages LIST    languages for OCR, ISO 639-3 codes separated by commas
  --locale LOCALE     hint for ambiguous dates and decimal marks, such as en_GB
  --help              show this text`

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
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return { code: 'not_found', message: 'File not found.' }
  if (code === 'EISDIR') return { code: 'unsupported', message: 'This is a folder, not a file.' }
  return { code: 'crashed', message: error instanceof Error ? error.message : String(error) }
}

function printTable(report: Report): void {
  console.log(`\n${report.file}`)
  if (report.error) {
    console.log(`  ${report.error.code}: ${report.error.message}`)
    return
  }
  console.log(
    `  ${report.pages} page${report.pages === 1 ? '' : 's'}, ${report.ms} ms, ${report.language ?? 'language unknown'}, ${report.engine}`,
  )
  for (const [key, found] of Object.entries(report.fields)) {
    console.log(
      `  ${key.padEnd(28)}${`${Math.round(found.confidence * 100)} %`.padStart(5)}  p${found.page}  ${found.normalized_value}`,
    )
  }
  report.line_items.forEach((item, i) => {
    const cells = Object.entries(item).map(([key, found]) => `${key} ${found.normalized_value}`)
    console.log(`  item ${String(i + 1).padStart(3)}  ${cells.join(' | ')}`)
  })
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      'no-embedded-xml': { type: 'boolean', default: false },
      languages: { type: 'string' },
      locale: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help || positionals.length === 0) {
    console.log(HELP)
    if (!values.help) process.exitCode = 1
    return
  }
  const modelsDir = (await findOcrModels()).dir
  const processes = Math.min(positionals.length, availableParallelism())
  const sandbox = openDocumentSandbox({ processes, ...(modelsDir ? { modelsDir } : {}) })
  const run = async (file: string): Promise<Report> => {
    const started = performance.now()
    const report: Report = {
      file,
      pages: 0,
      ms: 0,
      engine: '',
      language: null,
      fields: {},
      line_items: [],
      error: null,
    }
    try {
      const { extraction } = await sandbox.extract(await readFile(file), {
        embeddedXml: !values['no-embedded-xml'],
        ...(values.languages ? { languages: values.languages.split(',').map((code) => code.trim()) } : {}),
        ...(values.locale ? { locale: values.locale } : {}),
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
  try {
    // A window as wide as the pool limits the files in progress and keeps the output in the order of the arguments.
    const waiting: Promise<Report>[] = []
    let next = 0
    for (let i = 0; i < positionals.length; i++) {
      while (next < positionals.length && next < i + processes) waiting.push(run(positionals[next++]!))
      const report = await waiting[i]!
      if (values.json) console.log(JSON.stringify(report))
      else printTable(report)
    }
  } finally {
    await sandbox.close()
  }
}

await main()
