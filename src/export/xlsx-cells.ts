/** What a cell of a workbook holds and how it looks. The objects of a style are shared: exceljs writes each of them once. */
import type { CellValue, Style } from 'exceljs'
import { isDateFormat } from '../rules/content/date-format.ts'
import { isMoment, type Column } from './columns.ts'
import type { Cell } from './table.ts'
import { removeForbidden } from './xml-text.ts'

export type CellStyle = Partial<Style>
/** A value for exceljs and its style. */
export type BookCell = { value: CellValue; style: CellStyle }

/** Spreadsheets keep 15 decimal digits; a longer number is written as text and keeps them all. */
const maxDigits = 15
/** The first day on which all spreadsheets agree: Excel counts a 29 February 1900, which did not exist. */
const firstDay = Date.UTC(1900, 2, 1)

/** The format `@`: a text such as `=1+1` stays a text when a person edits the cell. */
const textStyle: CellStyle = { numFmt: '@' }
export const headerStyle: CellStyle = { numFmt: '@', font: { bold: true } }
/** Moments are in UTC, because a cell knows no time zones. */
const momentStyle: CellStyle = { numFmt: 'yyyy-mm-dd hh:mm:ss' }

/** One style for each number of decimals: `1200.00` is shown as 1,200.00, with the separators of the reader's language. */
const numberStyles = Array.from({ length: maxDigits + 1 }, (_, decimals): CellStyle => ({
  numFmt: decimals ? `#,##0.${'0'.repeat(decimals)}` : '#,##0',
}))
const numberStyle = (plain: string) => numberStyles[plain.split('.')[1]?.length ?? 0]!

/**
 * The Excel number format that shows dates as a format of a schema does, `D/M/YYYY` for example (docs/fields.md lists the tokens).
 * Without a valid format it is ISO 8601.
 */
export function toNumberFormat(format: string | null): string {
  if (!format || !isDateFormat(format)) return 'yyyy-mm-dd'
  const code = format.replace(/\[([^\]]*)\]|[DMY]+|[^-]/gu, (piece: string, literal?: string) =>
    literal === undefined && /^[DMY]/.test(piece) ? piece.toLowerCase() : escapeLiteral(literal ?? piece),
  )
  // Names of months are English in the documents of the format, whatever the language of the spreadsheet.
  return /MMM/.test(format) ? `[$-409]${code}` : code
}

/** A backslash before each character: a `/`, `.` or letter alone would mean something in a number format. */
const escapeLiteral = (text: string) => text.replace(/[^-]/gu, (character) => `\\${character}`)

/** A date or moment for a cell; null when it is before the first day of spreadsheets or no date. */
function toDate(iso: string): Date | null {
  const date = new Date(iso)
  return date.getTime() >= firstDay ? date : null
}

// White space at the ends and text that looks like the escape `_x0041_` of a character survive only in the text elements of
// ECMA-376 (part 1, 22.9.2.19). exceljs writes these for rich text, and a plain value element for all other text.
const needsTextElement = /^\s|\s$|_x[0-9a-f]{4}_/i
const escapeText = (text: string) => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/**
 * A text as a value: never a formula, without the characters that XML does not allow, with a line feed for each line end, as
 * spreadsheets have it. Null when it is empty.
 */
function toTextValue(text: string): CellValue {
  const allowed = removeForbidden(text).replace(/\r\n?/g, '\n')
  if (!needsTextElement.test(allowed)) return allowed || null
  return { richText: [{ text: escapeText(allowed) }] }
}

/** A text cell, such as those of the header. */
export const describeText = (text: string, style = textStyle): BookCell => ({ value: toTextValue(text), style })

/**
 * The function that turns cells of a column into values and styles: numbers with their decimals, dates with the format of the
 * field, moments in UTC, all else as text.
 */
export function makeCellDescriber(column: Column): (cell: Cell) => BookCell {
  const dateStyle: CellStyle = { numFmt: toNumberFormat('format' in column ? column.format : null) }
  return ({ text, number, date }) => {
    if (number !== null && number.replace(/\D/g, '').length <= maxDigits) {
      return { value: Number(number), style: numberStyle(number) }
    }
    const value = date === null ? null : toDate(date)
    if (value) return { value, style: 'meta' in column ? momentStyle : dateStyle }
    return describeText(text)
  }
}

/** The least width of columns by their type: a spreadsheet shows `####` where a number or date does not fit. */
const leastWidths: Record<string, number> = { number: 16, date: 12, moment: 20 }
const leastWidth = 8
const mostWidth = 60
/** Room for the button of the filter and the padding of a cell, in characters. */
const headerRoom = 4
const cellRoom = 2

/**
 * The width of a column in characters: that of its header or of the longest line in a sample of its cells, but no less than its type
 * needs and at most 60.
 */
export function chooseWidth(column: Column, sample: readonly Cell[]): number {
  const type = 'meta' in column ? (isMoment(column.meta) ? 'moment' : 'text') : column.type
  const lines = sample.flatMap(({ text }) => text.split('\n'))
  const longest = lines.reduce((most, { length }) => Math.max(most, length), 0)
  const needed = Math.max(leastWidths[type] ?? leastWidth, column.header.length + headerRoom, longest + cellRoom)
  return Math.min(mostWidth, needed)
}
