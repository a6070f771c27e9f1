import { groundClaims } from '@sheaf/extraction/ground'
import { type Extraction, type ExtractOptions, type ReadDocument, ReadError } from '@sheaf/extraction/types'
import { parseEmail } from '../../src/sandbox/children/parse-email.ts'
import type { DocumentSandbox } from '../../src/sandbox/types.ts'

const value = (text: string, confidence = 0.99) => ({
  text,
  value: text,
  confidence,
  page: 1,
  position: [10, 10, 90, 30] as [number, number, number, number],
  evidence: { generator: 'test' },
})

/** Returns an extraction with high scores. */
export const anExtraction = (fields: Extraction['fields'] = {}): Extraction => ({
  engine: { name: 'generic', version: '1', reader: 'test' },
  language: 'eng',
  pages: [{ number: 1, width: 1240, height: 1754, rotation: 0 }],
  pageCount: 1,
  fields: { document_id: value('A-1'), date_issue: value('2026-02-03'), amount_total: value('119.00'), ...fields },
  line_items: [],
  tax_details: [],
  checks: [],
})

export const aReadDocument: ReadDocument = {
  reader: 'test',
  pageCount: 1,
  pages: [
    {
      number: 1,
      width: 1240,
      height: 1754,
      rotation: 0,
      source: 'text',
      words: [{ text: 'A-1', box: [10, 10, 90, 30], confidence: 1, size: 10 }],
      lines: [],
    },
  ],
}

export const extractedValue = value

/** Creates a sandbox that reads nothing and returns the result of `answer` for each document, for tests without a reader. */
export function fakeDocuments(
  answer: (bytes: Uint8Array, options: ExtractOptions) => Promise<Extraction> | Extraction = () => anExtraction(),
  atOnce: 'always' | 'never' = 'always',
): DocumentSandbox & { calls: ExtractOptions[] } {
  const calls: ExtractOptions[] = []
  return {
    calls,
    level: 'process',
    async extract(bytes, options) {
      calls.push(options)
      return { extraction: await answer(bytes, options), document: aReadDocument }
    },
    async extractFast(bytes, options) {
      if (atOnce === 'never') return null
      calls.push(options)
      try {
        return { extraction: await answer(bytes, options), document: aReadDocument }
      } catch (error) {
        if (error instanceof ReadError && error.code === 'crashed') return null
        throw error
      }
    },
    extractAgain: async (_document, options) => answer(new Uint8Array(), options),
    teach: () => Promise.resolve({ version: 1, fingerprint: { strong: [], words: [] }, fields: {} }),
    read: () => Promise.resolve(aReadDocument),
    renderPage: () => Promise.reject(new Error('rendering is not supported')),
    readRegion: () => Promise.resolve([]),
    barcodes: (_bytes, pages) => Promise.resolve(pages.map(({ page }) => ({ page, barcodes: [] }))),
    unpack: () => Promise.reject(new Error('unpacking is not supported')),
    picturePages: () => Promise.reject(new Error('joining is not supported')),
    cutPages: () => Promise.reject(new Error('cutting pages is not supported')),
    parseEmail: (bytes) => parseEmail(Buffer.from(bytes)),
    ground: (document, claims, how) => Promise.resolve(groundClaims(document, claims, how)),
    close: () => Promise.resolve(),
  }
}
