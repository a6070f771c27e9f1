import type { Readable } from 'node:stream'
import { streamText } from './chunks.ts'
import { resolveColumns } from './columns.ts'
import { readLines, textCell, type Cell } from './table.ts'
import type { ExportAnnotation, ExportOptions, Schemas } from './types.ts'

// Spreadsheets detect a formula by the first character of a cell; the wide forms apply in East Asian versions. Based on OWASP's list:
// https://owasp.org/www-community/attacks/CSV_Injection
const formulaStart = /^(?:[\t\r\n]|[\s\ufeff]*[=+\-@＝＋－＠])/u
// A signed number or a telephone number: without letters it cannot call a function or refer to a cell.
const signedNumber = /^\s*[+-][\d\s.,'’()/%+-]*$/u
const BYTE_ORDER_MARK = '\ufeff'
const plainDecimal = /^[+-]?\d+(\.\d+)?$/

/** Prepends an apostrophe to text that a spreadsheet would run as a formula (docs/decisions/0010-csv-formula-injection.md). */
export function protectFormula(text: string): string {
  return formulaStart.test(text) && (!signedNumber.test(text) || /^[\t\r\n]/.test(text)) ? `'${text}` : text
}

const escapeForClass = (characters: string) => characters.replace(/[\\\]^-]/g, '\\$&')

/** The CSV dialect. */
export type Dialect = Pick<ExportOptions, 'quote_char' | 'escape_char' | 'delimiter' | 'quoting' | 'formula_protection'>

/** Returns the function that writes one cell under the quoting rules of the options. */
export function makeCellWriter(options: Dialect): (cell: Cell, alone: boolean) => string {
  const { quote_char: quote, escape_char: escape, delimiter, quoting } = options
  const special = new RegExp(`[${escapeForClass(delimiter + quote + (escape ?? ''))}\r\n]`, 'u')
  const inQuotes = new RegExp(`[${escapeForClass(quote + (escape ?? ''))}]`, 'gu')
  const everySpecial = new RegExp(special.source, 'gu')
  const putInQuotes = (text: string) =>
    quote + text.replace(inQuotes, (character) => (escape ?? quote) + character) + quote

  return (cell, alone) => {
    const text = options.formula_protection ? protectFormula(cell.text) : cell.text
    if (quoting === 'quote_none') return text.replace(everySpecial, (character) => escape + character)
    const bare =
      quoting === 'quote_minimal'
        ? !special.test(text) && !(alone && text === '')
        : quoting === 'quote_non_numeric' && cell.number !== null && plainDecimal.test(text) && !special.test(text)
    return bare ? text : putInQuotes(text)
  }
}

const writeReportCell = makeCellWriter({
  quote_char: '"',
  escape_char: null,
  delimiter: ',',
  quoting: 'quote_minimal',
  formula_protection: true,
})
const reportText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/**
 * Returns the lines of a report, such as the usage report, as CSV with the default settings of exports. Values that are no texts become
 * JSON, missing ones empty cells.
 */
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  rows
    .map((row) => row.map((value) => writeReportCell(textCell(reportText(value)), row.length === 1)).join(',') + '\r\n')
    .join('')

/**
 * Exports annotations as CSV: header first, `\r\n` after every line. Throws immediately if a column is unknown.
 *
 * An empty cell that is alone in its line is quoted (except under `quote_none`), because readers skip blank lines.
 */
export function exportCsv(
  annotations: AsyncIterable<ExportAnnotation>,
  schemas: Schemas,
  options: ExportOptions,
): Readable {
  const columns = resolveColumns(schemas, options)
  const linesOf = readLines(schemas, columns)
  const writeCell = makeCellWriter(options)
  const alone = columns.length === 1
  const writeLine = (line: Cell[]) => line.map((cell) => writeCell(cell, alone)).join(options.delimiter) + '\r\n'

  async function* writeLines() {
    yield (options.bom ? BYTE_ORDER_MARK : '') + writeLine(columns.map((column) => textCell(column.header)))
    for await (const annotation of annotations) yield linesOf(annotation).map(writeLine).join('')
  }
  return streamText(writeLines())
}
