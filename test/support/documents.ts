import { openDocumentSandbox } from '../../src/sandbox/documents.ts'
import type { DocumentSandbox } from '../../src/sandbox/types.ts'

let shared: DocumentSandbox | undefined

/**
 * Returns the sandbox of documents that all test files of a process share: a child takes a second of processor time to start. `close` leaves
 * it open; its children end with the process. Without the OCR models, which take another second to load.
 */
export function sharedDocuments(): DocumentSandbox {
  shared ??= openDocumentSandbox({ processes: 2 })
  return { ...shared, close: () => Promise.resolve() }
}
