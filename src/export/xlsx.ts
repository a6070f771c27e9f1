import { PassThrough, type Readable } from 'node:stream'
import { resolveColumns, type Column } from './columns.ts'
import { readLines, type Cell } from './table.ts'
import type { ExportAnnotation, ExportOptions, Schemas } from './types.ts'
import { BookWriter } from './xlsx-book.ts'
import { chooseWidth, makeCellDescriber } from './xlsx-cells.ts'

/** Maximum number of rows per sheet in the format and in all programs; further rows go to another sheet. */
const rowsPerSheet = 1_048_576
/** Lines that are read before the first is written, to determine the widths of the columns. */
const sampleSize = 100

/**
 * Exports annotations as an XLSX workbook with the sheet `Export` and the same lines as CSV. Number fields are numbers and date fields
 * dates; everything else is text, never a formula (docs/decisions/0060-xlsx-by-exceljs.md). Throws immediately if a column is unknown.
 *
 * @param maxRows rows of a sheet, header included; more of them go to `Export 2`, `Export 3`, …
 */
export function exportXlsx(
  annotations: AsyncIterable<ExportAnnotation>,
  schemas: Schemas,
  options: ExportOptions,
  maxRows = rowsPerSheet,
): Readable {
  const columns = resolveColumns(schemas, options)
  const lines = readEach(annotations, readLines(schemas, columns))
  const output = new PassThrough()
  writeBook(lines, columns, { output, maxRows })
    .finally(() => lines.return())
    .catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}

type Lines = AsyncGenerator<Cell[], void, void>

async function* readEach(
  annotations: AsyncIterable<ExportAnnotation>,
  linesOf: (annotation: ExportAnnotation) => Cell[][],
): Lines {
  for await (const annotation of annotations) yield* linesOf(annotation)
}

async function writeBook(
  lines: Lines,
  columns: readonly Column[],
  { output, maxRows }: { output: PassThrough; maxRows: number },
): Promise<void> {
  // exceljs takes long to load and is rarely used.
  const { default: exceljs } = await import('exceljs')
  const sample = await readSample(lines)
  if (output.destroyed) return
  const book = new BookWriter(exceljs.stream.xlsx.WorkbookWriter, output, {
    columns: columns.map((column, index) => ({
      header: column.header,
      width: chooseWidth(
        column,
        sample.map((line) => line[index]!),
      ),
    })),
    maxRows,
  })
  const describers = columns.map(makeCellDescriber)
  const write = (line: Cell[]) => book.addRow(line.map((cell, index) => describers[index]!(cell)))
  for (const line of sample) await write(line)
  for await (const line of lines) await write(line)
  await book.close()
}

async function readSample(lines: Lines): Promise<Cell[][]> {
  const sample: Cell[][] = []
  while (sample.length < sampleSize) {
    const step = await lines.next()
    if (step.done) break
    sample.push(step.value)
  }
  return sample
}
