/** Saved export profiles: how the documents of a queue become the lines of a file that another program imports. */

export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
  'us-ascii',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** What happens to a character that the encoding lacks: it becomes similar letters, or the export is refused. */
export const UNENCODABLE = ['transliterate', 'refuse'] as const
export const QUOTING = ['quote_minimal', 'quote_all', 'quote_non_numeric'] as const
export const LINE_ENDS = ['crlf', 'lf'] as const
export const DECIMAL_SEPARATORS = ['.', ','] as const

/** Values of a document that are not fields of its schema. */
export const PROPERTIES = [
  'id',
  'url',
  'status',
  'automated',
  'file_name',
  'arrived_at',
  'confirmed_at',
  'exported_at',
  'modified_at',
  /** Name of the document in the ZIP archive; empty without one. */
  'archive_name',
  /** Number of the line within its document, from 1. */
  'line_number',
] as const
export type Property = (typeof PROPERTIES)[number]

/** The one of these that a column has is where its values come from. */
export const SOURCES = ['field', 'property', 'constant', 'expression'] as const

export interface ExportColumn {
  heading: string
  /** Schema id of the field. */
  field?: string
  property?: Property
  constant?: string
  /** In the language of formula fields. */
  expression?: string
  /** Digits after the decimal separator, instead of those of the profile. */
  decimals?: number | null
  /** Instead of that of the profile. */
  date_format?: string
  /** Longer values are shortened to this number of characters. */
  max_length?: number
  /** Quoted always or only if necessary, instead of what the profile says. */
  quoted?: boolean
  /** Values only in the first line of each document. */
  first_line_only?: boolean
}

export interface ExportSettings {
  columns: ExportColumn[]
  /** Schema id of the table whose rows are the lines; null for one line per document. */
  lines_of: string | null
  /** Whether there is a line with the headings. */
  headings: boolean
  /** Lines before the headings; they may contain placeholders. */
  preamble: string[]
  encoding: Encoding
  unencodable: (typeof UNENCODABLE)[number]
  bom: boolean
  delimiter: string
  quote_char: string
  quoting: (typeof QUOTING)[number]
  line_end: (typeof LINE_ENDS)[number]
  formula_protection: boolean
  decimal_separator: (typeof DECIMAL_SEPARATORS)[number]
  /** Null: as many as the value has. */
  decimals: number | null
  date_format: string
  /** Pattern of the file's name without its extension. */
  file_name: string
  extension: string
  /** Whether the file is a ZIP archive that contains the documents too. */
  include_documents: boolean
}

/** What a profile is unless the client says otherwise. */
export const DEFAULTS = {
  lines_of: null,
  headings: true,
  preamble: [],
  encoding: 'utf-8',
  unencodable: 'transliterate',
  bom: false,
  delimiter: ',',
  quote_char: '"',
  quoting: 'quote_minimal',
  line_end: 'crlf',
  formula_protection: true,
  decimal_separator: '.',
  decimals: null,
  date_format: 'YYYY-MM-DD',
  file_name: '{queue}-{date}',
  extension: 'csv',
  include_documents: false,
} satisfies Omit<ExportSettings, 'columns'>
