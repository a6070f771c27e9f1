import { ReadError, type ReadDocument } from '@sheaf/extraction/types'
import type { DocumentSandbox } from '../sandbox/types.ts'
import { documentRequests, documentSeconds, pagesRead } from './registry.ts'

/** Returns a sandbox that reports the duration and the results of its requests, and the pages that it has read. */
export function measureDocuments(documents: DocumentSandbox): DocumentSandbox {
  const timed = async <T>(request: string, work: () => Promise<T>): Promise<T> => {
    const end = documentSeconds.startTimer({ request })
    try {
      const answer = await work()
      documentRequests.inc({ request, result: answer === null ? 'slow' : 'ok' })
      return answer
    } catch (error) {
      documentRequests.inc({ request, result: error instanceof ReadError ? error.code : 'error' })
      throw error
    } finally {
      end()
    }
  }
  return {
    level: documents.level,
    extract: async (...given) => {
      const found = await timed('extract', () => documents.extract(...given))
      countPages(found.document)
      return found
    },
    extractFast: async (...given) => {
      const found = await timed('extract_fast', () => documents.extractFast(...given))
      if (found) countPages(found.document)
      return found
    },
    extractAgain: (...given) => timed('extract_again', () => documents.extractAgain(...given)),
    teach: (...given) => timed('teach', () => documents.teach(...given)),
    read: async (...given) => {
      const found = await timed('read', () => documents.read(...given))
      countPages(found)
      return found
    },
    renderPage: (...given) => timed('render_page', () => documents.renderPage(...given)),
    readRegion: (...given) => timed('read_region', () => documents.readRegion(...given)),
    barcodes: (...given) => timed('barcodes', () => documents.barcodes(...given)),
    unpack: (...given) => timed('unpack', () => documents.unpack(...given)),
    picturePages: (...given) => timed('picture_pages', () => documents.picturePages(...given)),
    cutPages: (...given) => timed('cut_pages', () => documents.cutPages(...given)),
    parseEmail: (...given) => timed('parse_email', () => documents.parseEmail(...given)),
    ground: (...given) => timed('ground', () => documents.ground(...given)),
    close: () => documents.close(),
  }
}

function countPages({ pages }: ReadDocument): void {
  for (const { source } of pages) pagesRead.inc({ source })
}
