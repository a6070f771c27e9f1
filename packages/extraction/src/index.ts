/**
 * Reads documents and returns what they say (docs/extraction.md). Loads the engine and the reader of PDF files, which takes most of the time of
 * a start: programs that need neither import the other entrances.
 */
export { ENGINE, extractDocument } from './engine.ts'
export { readDocument, type ReadOptions } from './read/index.ts'
export * from './types.ts'
