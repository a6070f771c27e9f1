/** Checks an export profile against the schema of its queue. Sentences name the column and the field. */
import type { FieldErrors } from '../../errors.ts'
import { isDateFormat } from '../content/date-format.ts'
import { FormulaError, readFormula } from '@sheaf/formula'
import { errorOfFormula, readableNodes } from '../schema/check-formulas.ts'
import { findField, nodesById } from '../schema/walk.ts'
import type { SchemaContent } from '../schema/types.ts'
import { unknownPlaceholders } from './names.ts'
import { SOURCES, type ExportColumn, type ExportSettings } from './types.ts'

/** Returns the name of a column in sentences. */
export const columnName = (column: Pick<ExportColumn, 'heading'>, index: number): string =>
  column.heading === '' ? `Column ${index + 1}` : `Column ${index + 1} "${column.heading}"`

/** Returns what is wrong with a profile, by the name of the setting; null if it can be used with this schema. */
export function checkExportProfile(settings: ExportSettings, schema: SchemaContent): FieldErrors | null {
  const errors: Record<string, string[]> = {}
  const fail = (name: string, sentence: string) => void (errors[name] ??= []).push(sentence)
  const { lines_of, columns, delimiter, quote_char } = settings
  if (lines_of !== null && nodesById(schema).get(lines_of)?.category !== 'multivalue')
    fail('lines_of', `The schema has no table "${lines_of}".`)
  if (columns.length === 0) fail('columns', 'A profile needs at least one column.')
  for (const [index, column] of columns.entries()) {
    const sentence = errorOfColumn(column, lines_of, schema)
    if (sentence) fail('columns', `${columnName(column, index)}: ${sentence}`)
  }
  for (const [name, value] of Object.entries({ delimiter, quote_char }))
    if (!/^[\t\x20-\x7e]$/.test(value)) fail(name, 'Must be a single character of ASCII, or a tab.')
  if (delimiter === quote_char) fail('quote_char', 'Must differ from delimiter.')
  if (!isDateFormat(settings.date_format)) fail('date_format', invalidFormat(settings.date_format))
  for (const [name, texts] of Object.entries({ file_name: [settings.file_name], preamble: settings.preamble }))
    for (const unknown of new Set(texts.flatMap(unknownPlaceholders)))
      fail(name, `There is no placeholder {${unknown}}.`)
  if (settings.preamble.some((line) => /[\r\n]/.test(line))) fail('preamble', 'A line must not contain line breaks.')
  if (settings.bom && !settings.encoding.startsWith('utf-'))
    fail('bom', `Only UTF-8 and UTF-16 have a byte order mark, not ${settings.encoding}.`)
  return Object.keys(errors).length > 0 ? errors : null
}

const invalidFormat = (format: string): string =>
  `"${format}" is not a date format: it needs a year and a month, such as DD.MM.YYYY.`

function errorOfColumn(column: ExportColumn, lines_of: string | null, schema: SchemaContent): string | null {
  const given = SOURCES.filter((source) => column[source] !== undefined)
  if (given.length !== 1) return `Needs exactly one of ${SOURCES.join(', ')}.`
  if (column.date_format !== undefined && !isDateFormat(column.date_format)) return invalidFormat(column.date_format)
  if (column.field !== undefined) return errorOfField(column.field, lines_of, schema)
  if (column.expression === undefined) return null
  return errorOfFormula(column.expression, readableNodes(schema)) ?? hiddenField(column.expression, schema)
}

function errorOfField(id: string, lines_of: string | null, schema: SchemaContent): string | null {
  const placed = findField(schema, id)
  if (!placed) return `The schema has no field "${id}".`
  if (placed.field.type === 'button') return `The field "${id}" is a button, which has no value.`
  if (placed.field.can_export === false) return `The field "${id}" is not exported (can_export).`
  const table = placed.multivalue?.id
  if (table === undefined || table === lines_of) return null
  return `The field "${id}" is in the table "${table}": set lines_of to "${table}" for a line of each row, or use an expression, such as sum(field.${id}.all_values).`
}

/** An expression must not reveal a field that exports leave out. */
function hiddenField(expression: string, schema: SchemaContent): string | null {
  const found = fieldsOfExpression(expression).find((id) => findField(schema, id)?.field.can_export === false)
  return found === undefined ? null : `The field "${found}" is not exported (can_export).`
}

/** Returns the names that an expression reads: fields, and attributes, among which are the columns of rows; none if it cannot be read. */
function fieldsOfExpression(expression: string): string[] {
  try {
    const { fields, attributes } = readFormula(expression)
    return [...new Set([...fields.keys(), ...attributes])]
  } catch (error) {
    if (error instanceof FormulaError) return []
    throw error
  }
}

/** Returns the schema ids that a profile reads, and other attributes of its expressions. */
export const fieldsOfExportProfile = ({ columns, lines_of }: Pick<ExportSettings, 'columns' | 'lines_of'>): string[] =>
  [
    ...new Set([
      ...(lines_of === null ? [] : [lines_of]),
      ...columns.flatMap(({ field, expression }) => [
        ...(field === undefined ? [] : [field]),
        ...(expression === undefined ? [] : fieldsOfExpression(expression)),
      ]),
    ]),
  ].sort()
