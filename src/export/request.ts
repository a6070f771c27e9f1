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

/** Query parameters as returned by Koa and `querystring`. */
export type Query = Record<string, string | string[] | undefined>

const booleans = ['true', 'false', '1', '0'] as const
/** A tab is hard to write in a URL. */
const isTab = (delimiter: string | undefined): boolean => delimiter === 'tab' || delimiter === '\\t'
const targetStatuses = ['exporting', 'exported'] as const

/** A checked export request. The caller fills in `pagination` after counting. */
export type ExportRequest = {
  format: ExportFormat
  options: ExportOptions
  to_status: (typeof targetStatuses)[number] | null
  /** The requested page; null if everything is exported in one response. Only JSON is always paginated. */
  paging: { page: number | null; page_size: number } | null
}

const contentTypesOf: Record<ExportFormat, string[]> = {
  json: ['application/json', 'text/json'],
  xml: ['application/xml', 'text/xml'],
  csv: ['text/csv', 'application/csv'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
}

const contentTypes = exportFormats.flatMap((format) => contentTypesOf[format])

/** Returns the format preferred by an `Accept` header; JSON if it contains no export format. */
export function formatOfAccept(accept: string | undefined): ExportFormat {
  const preferred = new Negotiator({ headers: { accept } }).mediaType(contentTypes) ?? 'application/json'
  return exportFormats.find((format) => contentTypesOf[format].includes(preferred)) ?? 'json'
}

const defaultPageSize = 20
const maxPageSize: Record<ExportFormat, number> = { json: 100, xml: 100, csv: 1000, xlsx: 1000 }

/**
 * Checks and types the parameters of an export. Empty parameters count as absent. Unknown parameters are ignored, because list filters are
 * checked elsewhere. All errors are reported together, one key per parameter.
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
      fail(name, 'Must be a single character other than a line break.')
    }
    return given
  }

  const format = oneOf('format', exportFormats) ?? formatOfAccept(accept)
  const to_status = oneOf('to_status', targetStatuses) ?? null
  if (to_status && method !== 'POST') fail('to_status', 'Statuses can be changed with POST only.')
  const columns = list('columns')
  const options: ExportOptions = {
    columns: columns.length ? columns : null,
    prepend_columns: list('prepend_columns'),
    append_columns: list('append_columns'),
    delimiter: (isTab(last('delimiter')) ? '\t' : character('delimiter')) ?? defaultExportOptions.delimiter,
    quote_char: character('quote_char') ?? defaultExportOptions.quote_char,
    quoting: oneOf<Quoting>('quoting', quotingModes) ?? defaultExportOptions.quoting,
    escape_char: character('escape_char') ?? null,
    bom: ['true', '1'].includes(oneOf('bom', booleans) ?? 'false'),
    formula_protection: !['false', '0'].includes(oneOf('formula_protection', booleans) ?? 'true'),
    pagination: null,
  }
  checkCsvCharacters(options, fail)
  if (Object.keys(errors).length) throw invalid(errors)
  return { format, options, to_status, paging: readPaging(format, last('page'), last('page_size')) }
}

/** CSV can be parsed only if delimiter, quote and escape differ; an escape equal to the quote means doubling. */
function checkCsvCharacters(options: ExportOptions, fail: (name: string, sentence: string) => void): void {
  const { delimiter, quote_char, escape_char, quoting } = options
  if (delimiter === quote_char) fail('quote_char', 'Must differ from delimiter.')
  if (escape_char === delimiter) fail('escape_char', 'Must differ from delimiter.')
  if (quoting !== 'quote_none') return
  if (escape_char === null) fail('escape_char', 'This field is required when quoting is quote_none.')
  if (escape_char === quote_char) fail('escape_char', 'Must differ from quote_char when quoting is quote_none.')
}

/** A page size above the maximum is reduced to it; an invalid one is replaced by the default. */
function readPaging(format: ExportFormat, page?: string, pageSize?: string): ExportRequest['paging'] {
  if (format !== 'json' && page === undefined && pageSize === undefined) return null
  const count = (text: string | undefined) =>
    text && /^\d{1,9}$/.test(text) && Number(text) >= 1 ? Number(text) : null
  return { page: count(page), page_size: Math.min(count(pageSize) ?? defaultPageSize, maxPageSize[format]) }
}
