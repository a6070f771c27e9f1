// A small streaming writer of XLSX (ECMA-376): sheets of inline strings and numbers, zipped while the lines pass.
// Why not a library: docs/decisions/0011-xlsx-writer.md.
import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { streamText } from './chunks.ts'
import { resolveColumns } from './columns.ts'
import { LineReader } from './line-reader.ts'
import { readLines, type Cell } from './table.ts'
import type { ExportAnnotation, ExportOptions, Schemas } from './types.ts'
import {
  contentTypes,
  relations,
  sheetEnd,
  sheetStart,
  styles,
  textStyle,
  workbook,
  workbookRelations,
} from './xlsx-parts.ts'
import { xmlText } from './xml-text.ts'

/** What a worksheet can hold, in the format and in every program; further lines go on in another sheet. */
const linesPerSheet = 1_048_576
/** Spreadsheets keep 15 decimal digits; a longer number stays text and loses none. */
const maxDigits = 15
const compressionLevel = 3

/** `A`, `B`, … `Z`, `AA`, … for 0, 1, … */
export function columnName(index: number): string {
  let name = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  }
  return name
}

// Readers take `_x0041_` in a cell for `A`, so text that looks like it has its own underscore written that way.
const cellText = (text: string) => xmlText(text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_'))

function writeCell({ text, number }: Cell, reference: string): string {
  if (number !== null && number.replace(/\D/g, '').length <= maxDigits) {
    return `<c r="${reference}"><v>${number.replace('+', '')}</v></c>`
  }
  if (!text) return ''
  return `<c r="${reference}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`
}

/**
 * Annotations as an XLSX workbook with the sheet `Export`, the same lines as CSV. Cells are text, never formulas, except
 * those of number fields whose normalised value is a number. Throws at once when a column is unknown.
 *
 * @param maxLines lines of a sheet, header included; more of them go to `Export 2`, `Export 3`, …
 */
export function exportXlsx(
  annotations: AsyncIterable<ExportAnnotation>,
  schemas: Schemas,
  options: ExportOptions,
  maxLines = linesPerSheet,
): Readable {
  const columns = resolveColumns(schemas, options)
  const names = columns.map((_, index) => columnName(index))
  const writeLine = (cells: Cell[], number: number) =>
    `<row r="${number}">${cells.map((cell, index) => writeCell(cell, names[index]! + number)).join('')}</row>\n`
  const header = columns.map((column): Cell => ({ text: column.header, number: null }))

  async function* writeSheet(lines: LineReader<Cell[]>) {
    yield sheetStart + writeLine(header, 1)
    for (let number = 2; number <= maxLines && lines.next; number++) {
      yield writeLine(lines.next, number)
      await lines.advance()
    }
    yield sheetEnd
  }

  const lines = new LineReader(readBatches(annotations, readLines(schemas, columns)))
  return zipSheets(lines, () => streamText(writeSheet(lines)))
}

async function* readBatches(
  annotations: AsyncIterable<ExportAnnotation>,
  linesOf: (annotation: ExportAnnotation) => Cell[][],
): AsyncGenerator<Cell[][]> {
  for await (const annotation of annotations) yield linesOf(annotation)
}

/** A workbook of as many sheets as it takes to write all lines; each sheet takes its share from `lines`. */
function zipSheets(lines: LineReader<Cell[]>, openSheet: () => Readable): Readable {
  const output = new PassThrough()
  const zip = new ZipFile()
  zip.on('error', (error) => output.destroy(error))
  zip.outputStream.pipe(output)
  let sheet: Readable | undefined
  output.once('close', () => sheet?.destroy())

  async function writeBook() {
    for (const [path, text] of [contentTypes, relations, styles]) zip.addBuffer(Buffer.from(text), path)
    await lines.advance()
    const titles: string[] = []
    do {
      titles.push(titles.length ? `Export ${titles.length + 1}` : 'Export')
      sheet = openSheet()
      zip.addReadStream(sheet, `xl/worksheets/sheet${titles.length}.xml`, { compressionLevel })
      await finished(sheet)
    } while (lines.next && !output.destroyed)
    for (const [path, text] of [workbook(titles), workbookRelations(titles)]) zip.addBuffer(Buffer.from(text), path)
    zip.end()
  }
  writeBook()
    .finally(() => lines.close())
    .catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}
