/** Values and styles of workbook cells. Style objects are shared, so that exceljs writes each of them once. */
import type { CellValue, Style } from 'exceljs'
import { isDateFormat } from '../rules/content/date-format.ts'
import { isMoment, type Column } from './columns.ts'
import type { Cell } from './table.ts'
import { removeForbidden } from './xml-text.ts'

export type CellStyle = Partial<Style>
/** A value for exceljs and its style. */
export type BookCell = { value: CellValue; style: CellStyle }

/** Spreadsheets keep 15 decimal digits; a longer number is written as text to keep all digits. */
const maxDigits = 15
/** The first day on which all spreadsheets agree: Excel has a 29 February 1900, which did not exist. */
const firstDay = Date.UTC(1900, 2, 1)

/** The format `@`: a text such as `=1+1` remains text when a user edits the cell. */
const textStyle: CellStyle = { numFmt: '@' }
export const headerStyle: CellStyle = { numFmt: '@', font: { bold: true } }
/** Timestamps are in UTC, because cells have no time zones. */
const momentStyle: CellStyle = { numFmt: 'yyyy-mm-dd hh:mm:ss' }

/** One style for each number of decimals: `1200.00` is displayed as 1,200.00, with the separators of the reader's language. */
const numberStyles = Array.from({ length: maxDigits + 1 }, (_, decimals): CellStyle => ({
  numFmt: decimals ? `#,##0.${'0'.repeat(decimals)}` : '#,##0',
}))
const numberStyle = (plain: string) => numberStyles[plain.split('.')[1]?.length ?? 0]!

/**
 * Returns the Excel number format for a date format of a schema, for example `D/M/YYYY` (docs/fields.md lists the tokens). Without a valid
 * format it is ISO 8601.
 */
export function toNumberFormat(format: string | null): string {
  if (!format || !isDateFormat(format)) return 'yyyy-mm-dd'
  const code = format.replace(/\[([^\]]*)\]|[DMY]+|[^-]/gu, (piece: string, literal?: string) =>
    literal === undefined && /^[DMY]/.test(piece) ? piece.toLowerCase() : escapeLiteral(literal ?? piece),
  )
  // Month names are English in these formats, regardless of the language of the spreadsheet.
  return /MMM/.test(format) ? `[$-409]${code}` : code
}

/** Escapes each character with a backslash, because `/`, `.` and letters have a meaning in number formats. */
const escapeLiteral = (text: string) => text.replace(/[^-]/gu, (character) => `\\${character}`)

/** Returns a date or timestamp for a cell; null if it is invalid or before the first day of spreadsheets. */
function toDate(iso: string): Date | null {
  const date = new Date(iso)
  return date.getTime() >= firstDay ? date : null
}

// White space at the ends, and text that looks like the escape `_x0041_` of a character, are preserved only in the text elements of
// ECMA-376 (part 1, 22.9.2.19). exceljs writes these for rich text, and a plain value element for all other text.
const needsTextElement = /^\s|\s$|_x[0-9a-f]{4}_/i
const escapeText = (text: string) => text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

/**
 * Returns a text as a value: never a formula, without the characters that XML does not allow, and with line feeds as line breaks, as
 * spreadsheets require. Null if it is empty.
 */
function toTextValue(text: string): CellValue {
  const allowed = removeForbidden(text).replace(/\r\n?/g, '\n')
  if (!needsTextElement.test(allowed)) return allowed || null
  return { richText: [{ text: escapeText(allowed) }] }
}

/** Returns a text cell, for example of the header. */
export const describeText = (text: string, style = textStyle): BookCell => ({ value: toTextValue(text), style })

/**
 * Returns the function that converts cells of a column to values and styles: numbers with their decimals, dates with the format of the
 * field, timestamps in UTC, all else as text.
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

/** Minimum width of columns by type: a spreadsheet displays `####` if a number or date does not fit. */
const leastWidths: Record<string, number> = { number: 16, date: 12, moment: 20 }
const leastWidth = 8
const mostWidth = 60
/** Space for the filter button and the padding of a cell, in characters. */
const headerRoom = 4
const cellRoom = 2

/**
 * Returns the width of a column in characters: that of its header or of the longest line in a sample of its cells, at least the minimum of
 * its type and at most 60.
 */
export function chooseWidth(column: Column, sample: readonly Cell[]): number {
  const type = 'meta' in column ? (isMoment(column.meta) ? 'moment' : 'text') : column.type
  const lines = sample.flatMap(({ text }) => text.split('\n'))
  const longest = lines.reduce((most, { length }) => Math.max(most, length), 0)
  const needed = Math.max(leastWidths[type] ?? leastWidth, column.header.length + headerRoom, longest + cellRoom)
  return Math.min(mostWidth, needed)
}
