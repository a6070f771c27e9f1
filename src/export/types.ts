/** The part of a schema node that exports read; more complete schema types are compatible. */
export type SchemaNode = {
  category: string
  id: string
  label?: string | null
  type?: string | null
  /** The format of numbers or dates in the documents, such as `#,##0.#` or `D/M/YYYY`. */
  format?: string | null
  can_export?: boolean | null
  children?: SchemaNode | SchemaNode[] | null
}

/**
 * Schema contents by schema id, and those of former versions by the negative id of the version, in the order in which their columns are joined.
 * Must contain the schema of every annotation.
 */
export type Schemas = ReadonlyMap<number, readonly SchemaNode[]>

/** The part of a content node that exports read. */
export type ContentNode = {
  category: string
  schema_id: string
  children?: ContentNode[] | null
  content?: { value?: string | null; normalized_value?: string | null; rir_confidence?: number | null } | null
}

/** One annotation with wire values (URLs, timestamps as text) and its content tree. */
export type ExportAnnotation = {
  id: number
  url: string
  status: string
  arrived_at: string | null
  exported_at: string | null
  confirmed_at: string | null
  modified_at: string | null
  assigned_at: string | null
  automated: boolean
  creator: string | null
  relations: string[]
  document: { url: string; file_name: string; file: string }
  /** The name is null for callers who do not see other users. */
  modifier: { url: string; username: string | null } | null
  /** `version`: the version of the schema in which the content is, unless it is the present one. */
  schema: { id: number; url: string; version?: number | null }
  metadata: Record<string, unknown>
  content: ContentNode[]
}

export const exportFormats = ['json', 'xml', 'csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const quotingModes = ['quote_minimal', 'quote_none', 'quote_all', 'quote_non_numeric'] as const
export type Quoting = (typeof quotingModes)[number]

export type Pagination = { total: number; total_pages: number; next: string | null; previous: string | null }

/** The exported data, and the CSV dialect. */
export type ExportOptions = {
  /** The exact list of columns (schema ids and meta columns), or null for all exportable fields. */
  columns: readonly string[] | null
  prepend_columns: readonly string[]
  append_columns: readonly string[]
  delimiter: string
  quote_char: string
  quoting: Quoting
  escape_char: string | null
  /** Whether CSV begins with a byte order mark, by which spreadsheets recognize UTF-8. */
  bom: boolean
  /** Whether an apostrophe is prepended to CSV cells that a spreadsheet would run as a formula. */
  formula_protection: boolean
  /** The pagination in JSON and XML; null counts the annotations during the export and reports a single page. */
  pagination: Pagination | null
}

export const defaultExportOptions: ExportOptions = {
  columns: null,
  prepend_columns: [],
  append_columns: [],
  delimiter: ',',
  quote_char: '"',
  quoting: 'quote_minimal',
  escape_char: null,
  bom: false,
  formula_protection: true,
  pagination: null,
}
