/** The part of a schema node that an export reads; any fuller schema type fits it. */
export type SchemaNode = {
  category: string
  id: string
  label?: string | null
  type?: string | null
  /** How a number or a date is written in the documents, such as `#,##0.#` or `D/M/YYYY`. */
  format?: string | null
  can_export?: boolean | null
  children?: SchemaNode | SchemaNode[] | null
}

/** Schema contents by schema id, in the order in which their columns are joined. Must hold the schema of every annotation. */
export type Schemas = ReadonlyMap<number, readonly SchemaNode[]>

/** The part of a node of an annotation's data tree that an export reads. */
export type ContentNode = {
  category: string
  schema_id: string
  children?: ContentNode[] | null
  content?: { value?: string | null; normalized_value?: string | null; rir_confidence?: number | null } | null
}

/** One annotation with wire values (URLs, timestamps as text) and its data tree. */
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
  modifier: { url: string; username: string } | null
  schema: { id: number; url: string }
  metadata: Record<string, unknown>
  content: ContentNode[]
}

export const exportFormats = ['json', 'xml', 'csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const quotingModes = ['quote_minimal', 'quote_none', 'quote_all', 'quote_non_numeric'] as const
export type Quoting = (typeof quotingModes)[number]

export type Pagination = { total: number; total_pages: number; next: string | null; previous: string | null }

/** Which data are exported, and how CSV is written. */
export type ExportOptions = {
  /** The exact list of columns (schema ids and meta columns), or null for all exportable fields. */
  columns: readonly string[] | null
  prepend_columns: readonly string[]
  append_columns: readonly string[]
  delimiter: string
  quote_char: string
  quoting: Quoting
  escape_char: string | null
  /** Whether CSV cells that a spreadsheet would run as a formula begin with an apostrophe. */
  formula_protection: boolean
  /** What JSON and XML say about the page; null counts the annotations while they pass and calls them the only page. */
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
  formula_protection: true,
  pagination: null,
}
