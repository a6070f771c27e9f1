/** What the commands `sheaf extract` and `sheaf-extract` print of a document: one object per file, or a table. */
import { HEADER_KEYS, LINE_KEYS } from '../lexicon/keys.ts'
import type { ExtractedValue, Extraction, HeaderField, LineItem } from '../types.ts'

interface ShownValue {
  value: string
  normalized_value: string
  confidence: number
  page: number
  position: number[]
}

export interface Report {
  file: string
  pages: number
  ms: number
  engine: string
  language: string | null
  fields: Record<string, ShownValue>
  line_items: Record<string, ShownValue>[]
  /** Values of the fields that were asked for, by label. */
  own_fields?: Record<string, ShownValue>
  /** What was noticed in addition to the values, if anything. */
  notes?: string[]
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

/** Returns the report of a file that was not read yet. */
export const emptyReport = (file: string): Report => ({
  file,
  pages: 0,
  ms: 0,
  engine: '',
  language: null,
  fields: {},
  line_items: [],
  error: null,
})

/** Returns what a report says of the values of a document. */
export function describe(
  extraction: Extraction,
): Pick<Report, 'pages' | 'engine' | 'language' | 'fields' | 'line_items' | 'own_fields' | 'notes'> {
  const { name, version, reader } = extraction.engine
  const notes = extraction.notes?.map(({ content }) => content)
  return {
    pages: extraction.pageCount,
    engine: `${name} ${version} (${reader})`,
    language: extraction.language,
    fields: showFields(extraction.fields),
    line_items: extraction.line_items.map(showItem),
    ...(extraction.own_fields ? { own_fields: showOwn(extraction.own_fields) } : {}),
    ...(notes ? { notes } : {}),
  }
}

function showFields(fields: Extraction['fields']): Report['fields'] {
  const entries = Object.entries(fields) as [HeaderField, ExtractedValue][]
  return Object.fromEntries(entries.map(([field, found]) => [HEADER_KEYS[field], show(found)]))
}

const showOwn = (fields: Record<string, ExtractedValue>): Record<string, ShownValue> =>
  Object.fromEntries(Object.entries(fields).map(([name, found]) => [name, show(found)]))

function showItem(item: LineItem): Record<string, ShownValue> {
  const shown: Record<string, ShownValue> = {}
  for (const [column, key] of LINE_KEYS) {
    const found = item[column]
    if (found) shown[key] ??= show(found)
  }
  return shown
}

/** Names of header fields in the API, where they differ from those of the output. */
const API_NAMES = new Map(Object.entries(HEADER_KEYS).flatMap(([field, key]) => (field === key ? [] : [[key, field]])))

/** The line of a table that names the columns of its items, with their usual ids in schemas: `unit_price (item_amount_base or item_amount)`. */
function describeColumns(keys: ReadonlySet<string>): string {
  const ids = Map.groupBy(LINE_KEYS, ([, key]) => key)
  return [...ids]
    .filter(([key]) => keys.has(key))
    .map(
      ([key, columns]) => `${key} (${columns.map(([column]) => column.replace('table_column', 'item')).join(' or ')})`,
    )
    .join(', ')
}

/** Returns the lines of the table of a document. */
export function tableOf(report: Report): string[] {
  const { error, pages, ms, language, engine, line_items: items } = report
  const lines = ['', report.file]
  if (error) return [...lines, `  ${error.code}: ${error.message}`]
  lines.push(`  ${pages} page${pages === 1 ? '' : 's'}, ${ms} ms, ${language ?? 'language unknown'}, ${engine}`)
  for (const note of report.notes ?? []) lines.push(`  note: ${note}`)
  for (const [key, found] of Object.entries(report.fields))
    lines.push(lineOf(API_NAMES.has(key) ? `${key} (${API_NAMES.get(key)})` : key, found))
  for (const [label, found] of Object.entries(report.own_fields ?? {})) lines.push(lineOf(label, found))
  if (items.length) lines.push(`  items: ${describeColumns(new Set(items.flatMap(Object.keys)))}`)
  items.forEach((item, i) => {
    const cells = Object.entries(item).map(([key, found]) => `${key} ${found.normalized_value}`)
    lines.push(`  item ${String(i + 1).padStart(3)}  ${cells.join(' | ')}`)
  })
  return lines
}

function lineOf(name: string, { confidence, page, normalized_value: value }: ShownValue): string {
  const percent = `${Math.round(confidence * 100)} %`.padStart(5)
  return `  ${name.padEnd(28)}${percent}  p${page}  ${value}`
}
