import type { DocumentSandbox } from '../sandbox/types.ts'
import type { Extractor } from './port.ts'

/**
 * The extractor of src/extraction, run in a child process of the document sandbox. It reads every field of the catalogue in one pass, so
 * requesting fewer fields would save nothing. A dedicated engine is the same code; the queue's schema uses only the fields of that engine.
 */
export const builtIn = (documents: DocumentSandbox): Extractor => ({
  extract: ({ bytes, options }) => documents.extract(bytes, options),
  extractFast: ({ bytes, options }) => documents.extractFast(bytes, options),
})
