import { fingerprint } from '@sheaf/extraction/learn'
import { ReadError, type ExtractOptions } from '@sheaf/extraction/types'
import type { DocumentSandbox } from '../sandbox/types.ts'
import type { Extractor, Found, Memory } from './port.ts'

/**
 * The extractor of packages/extraction/src, run in a child process of the document sandbox. It reads every field of the catalogue in one pass, so
 * requesting fewer fields would save nothing. A dedicated engine is the same code; the queue's schema uses only the fields of that engine.
 */
export const builtIn = (documents: DocumentSandbox): Extractor => ({
  extract: async ({ bytes, options }, _fields, memory) =>
    remember(documents, await documents.extract(bytes, options), options, memory),
  extractFast: async ({ bytes, options }, _fields, memory) => {
    const found = await documents.extractFast(bytes, options)
    return found && remember(documents, found, options, memory)
  },
})

/**
 * Extracts the values again if the queue has learned layouts that are like the document: they are only searched once its words are
 * known, because a queue may have hundreds. If that fails, for example in a reader of an earlier release, the first result remains.
 */
async function remember(
  documents: DocumentSandbox,
  found: Found,
  options: ExtractOptions,
  memory: Memory,
): Promise<Found> {
  const layouts = await memory.layoutsLike(fingerprint(found.document))
  if (layouts.length === 0) return found
  try {
    return { ...found, extraction: await documents.extractAgain(found.document, { ...options, memory: layouts }) }
  } catch (error) {
    if (error instanceof ReadError) return found
    throw error
  }
}
