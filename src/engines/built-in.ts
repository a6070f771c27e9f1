import type { DocumentSandbox } from '../sandbox/types.ts'
import type { Extractor } from './port.ts'

/**
 * The extractor of src/extraction, run in a child process of the document sandbox. It reads every field of the catalogue in one pass, so that
 * asking for fewer would save nothing: a dedicated engine is the same code, of which the queue's schema takes the engine's fields.
 */
export const builtIn = (documents: DocumentSandbox): Extractor => ({
  extract: ({ bytes, options }) => documents.extract(bytes, options),
  extractAtOnce: ({ bytes, options }) => documents.extractAtOnce(bytes, options),
})
