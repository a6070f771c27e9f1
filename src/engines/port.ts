/** The interface between imports and the code that finds values in documents. */
import type { Extraction, ExtractOptions, ReadDocument } from '../extraction/types.ts'
import type { EngineField } from '../rules/schema-content.ts'

/** A file with what its queue says about reading it. */
export interface EngineDocument {
  bytes: Uint8Array
  options: ExtractOptions
}

/** What an engine has learnt from confirmed annotations. The same document, fields and memory give the same values. */
export interface Memory {
  /** Always empty today: the built-in extractor does not learn. */
  readonly layouts: readonly never[]
}
export const EMPTY_MEMORY: Memory = { layouts: [] }

/** Values with their evidence, and the words they were found in. */
export interface Found {
  extraction: Extraction
  document: ReadDocument
}

/**
 * Finds values in documents. `fields` are those of the engine, null for all that the extractor knows. It may answer more than it was asked for:
 * a field that a schema or an engine gets later draws on what was kept.
 *
 * Both methods reject with `ReadError` when the file is at fault.
 */
export interface Extractor {
  extract(document: EngineDocument, fields: readonly EngineField[] | null, memory: Memory): Promise<Found>
  /** The same for documents that are read in milliseconds; null, and nothing said about the file, for all others. */
  extractAtOnce(document: EngineDocument, fields: readonly EngineField[] | null, memory: Memory): Promise<Found | null>
}
