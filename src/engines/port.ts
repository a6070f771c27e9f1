/** The interface between imports and the code that extracts values from documents. */
import type { Fingerprint, LearnedLayout } from '@sheaf/extraction/learn'
import type { Extraction, ExtractOptions, ReadDocument } from '@sheaf/extraction/types'
import type { EngineField } from '../rules/schema/index.ts'

/** A file and the reading options of its queue. */
export interface EngineDocument {
  bytes: Uint8Array
  options: ExtractOptions
  /** Ends requests to other servers when the result is no longer needed. */
  signal?: AbortSignal
}

/** What the queue has learned from confirmed annotations. The same document, fields and memory produce the same values. */
export interface Memory {
  /** Returns the layouts that documents with this fingerprint may have, of which there are only a few. */
  layoutsLike(fingerprint: Fingerprint): Promise<readonly LearnedLayout[]>
}
export const EMPTY_MEMORY: Memory = { layoutsLike: () => Promise.resolve([]) }

/** Extracted values with their evidence, and the words that they were found in. */
export interface Found {
  extraction: Extraction
  document: ReadDocument
}

/**
 * Extracts values from documents. `fields` are the fields of the engine; null selects all fields of the extractor. The result may contain
 * more fields than requested: a field that is added to a schema or an engine later uses the stored result.
 *
 * Both methods reject with `ReadError` if the file cannot be read.
 */
export interface Extractor {
  extract(document: EngineDocument, fields: readonly EngineField[] | null, memory: Memory): Promise<Found>
  /** Extracts from a document that can be read in milliseconds. Returns null for all other documents, without checking the file. */
  extractFast(document: EngineDocument, fields: readonly EngineField[] | null, memory: Memory): Promise<Found | null>
}
