import Negotiator from 'negotiator'
import { invalid } from '../errors.ts'
import {
  defaultExportOptions,
  exportFormats,
  quotingModes,
  type ExportFormat,
  type ExportOptions,
  type Quoting,
} from './types.ts'

/** Query parameters as Koa and `querystring` give them. */
export type Query = Record<string, string | string[] | undefined>

const booleans = ['true', 'false', '1', '0'] as const
const targetStatuses = ['exporting', 'exported'] as const

/** A checked export request. `pagination` is for the caller to fill once it has counted. */
export type ExportRequest = {
  format: ExportFormat
  options: ExportOptions
  to_status: (typeof targetStatuses)[number] | null
  /** The page asked for; null when everything is to be exported in one answer. Only JSON is always cut into pages. */
  paging: { page: number | null; page_size: number } | null
}

const contentTypesOf: Record<ExportFormat, string[]> = {
  json: ['application/json', 'text/json'],
  xml: ['application/xml', 'text/xml'],
  csv: ['text/csv', 'application/csv'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
}

const contentTypes = exportFormats.flatMap((format) => contentTypesOf[format])

/** The format that an `Accept` header prefers; JSON when it names no format that is exported. */
export function formatOfAccept(accept: string | undefined): ExportFormat {
  const preferred = new Negotiator({ headers: { accept } }).mediaType(contentTypes) ?? 'application/json'
  return exportFormats.find((format) => contentTypesOf[format].includes(preferred)) ?? 'json'
}

const defaultPageSize = 20
const maxPageSize: Record<ExportFormat, number> = { json: 100, xml: 100, csv: 1000, xlsx: 1000 }

/**
 * Checks the parameters of an export (filled-gaps §6.6) and gives them their types. Empty parameters count as absent, unknown ones
 * are left alone (the list filters are checked elsewhere). All faults are reported at once, one key per parameter.
 */
export function checkExportRequest(
  query: Query,
  { method, accept }: { method: string; accept?: string },
): ExportRequest {
  const errors: Record<string, string[]> = {}
  const fail = (name: string, sentence: string) => {
    ;(errors[name] ??= []).push(sentence)
  }
  const last = (name: string) => [query[name]].flat().at(-1) || undefined
  const list = (name: string) => {
    const items = [query[name]].flat().flatMap((text) => (text ?? '').split(','))
    return items.map((item) => item.trim()).filter((item) => item !== '')
  }
  const oneOf = <Name extends string>(name: string, names: readonly Name[]): Name | undefined => {
    const given = last(name)
    const found = names.find((candidate) => candidate === given?.toLowerCase())
    if (given && !found) fail(name, `"${given}" is not a valid choice.`)
    return found
  }
  const character = (name: string) => {
    const given = last(name)
    if (given && ([...given].length !== 1 || /[\r\n]/.test(given))) {
      fail(name, 'Must be a single character that is no line end.')
    }
    return given
  }

  const format = oneOf('format', exportFormats) ?? formatOfAccept(accept)
  const to_status = oneOf('to_status', targetStatuses) ?? null
  if (to_status && method !== 'POST') fail('to_status', 'Statuses are changed with POST only.')
  const columns = list('columns')
  const options: ExportOptions = {
    columns: columns.length ? columns : null,
    prepend_columns: list('prepend_columns'),
    append_columns: list('append_columns'),
    delimiter: character('delimiter') ?? defaultExportOptions.delimiter,
    quote_char: character('quote_char') ?? defaultExportOptions.quote_char,
    quoting: oneOf<Quoting>('quoting', quotingModes) ?? defaultExportOptions.quoting,
    escape_char: character('escape_char') ?? null,
    formula_protection: !['false', '0'].includes(oneOf('formula_protection', booleans) ?? 'true'),
    pagination: null,
  }
  checkCsvCharacters(options, fail)
  if (Object.keys(errors).length) throw invalid(errors)
  return { format, options, to_status, paging: readPaging(format, last('page'), last('page_size')) }
}

/** CSV can only be read back when delimiter, quote and escape are told apart; an escape equal to the quote is plain doubling. */
function checkCsvCharacters(options: ExportOptions, fail: (name: string, sentence: string) => void): void {
  const { delimiter, quote_char, escape_char, quoting } = options
  if (delimiter === quote_char) fail('quote_char', 'Must differ from delimiter.')
  if (escape_char === delimiter) fail('escape_char', 'Must differ from delimiter.')
  if (quoting !== 'quote_none') return
  if (escape_char === null) fail('escape_char', 'This field is required when quoting is quote_none.')
  if (escape_char === quote_char) fail('escape_char', 'Must differ from quote_char when quoting is quote_none.')
}

/** A page size above the maximum is capped, a senseless one is the default (filled-gaps §13.2). */
function readPaging(format: ExportFormat, page?: string, pageSize?: string): ExportRequest['paging'] {
  if (format !== 'json' && page === undefined && pageSize === undefined) return null
  const count = (text: string | undefined) =>
    text && /^\d{1,9}$/.test(text) && Number(text) >= 1 ? Number(text) : null
  return { page: count(page), page_size: Math.min(count(pageSize) ?? defaultPageSize, maxPageSize[format]) }
}
