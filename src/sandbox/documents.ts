import { join } from 'node:path'
import { ReadError, type ReadDocument } from '@sheaf/extraction/types'
import { detectLevel, type SandboxLevel } from './isolation.ts'
import { packDocument, unpackDocument } from './pack.ts'
import { ChildPool } from './pool.ts'
import type { DocumentSandbox, DocumentSandboxOptions } from './types.ts'

/** Larger responses are rejected. Enough for the words of a few hundred full pages, or an unpacked archive. */
const OUTPUT_BYTES = 96 * 2 ** 20

const DOCUMENTS_PER_CHILD = 500

/** The program of a child. */
export const DOCUMENT_CHILD = join(import.meta.dirname, 'children', 'document-child.ts')

/** Default limit on the resident memory of a child. */
export const MEMORY_MB = 1500

/** For tests: another child script, or a lower level of isolation. */
export interface SandboxInternals {
  script?: string
  level?: SandboxLevel
  documentsPerChild?: number
}

/** Errors that do not show whether the file is the cause. */
const UNCLEAR: ReadonlySet<string> = new Set(['crashed', 'out_of_memory', 'timeout'])

/** Starts a pool of warm children. It must be closed, otherwise the children keep the process alive. */
export function openDocumentSandbox(
  options: DocumentSandboxOptions,
  internals: SandboxInternals = {},
): DocumentSandbox & { readonly pids: number[]; readonly memoryMb: number[] } {
  const readable = options.modelsDir ? [options.modelsDir] : []
  const level = internals.level ?? (options.socket ? 'container' : detectLevel(readable))
  const pool = new ChildPool({
    script: internals.script ?? DOCUMENT_CHILD,
    level,
    readable,
    ...(options.socket ? { socket: options.socket } : {}),
    memoryMb: options.memoryMb ?? MEMORY_MB,
    timeoutMs: options.timeoutMs ?? 120_000,
    outputBytes: OUTPUT_BYTES,
    processes: options.processes,
    documentsPerChild: internals.documentsPerChild ?? DOCUMENTS_PER_CHILD,
  })
  const models = options.modelsDir ? { modelsDir: options.modelsDir } : {}
  return {
    level,
    get pids() {
      return pool.pids
    },
    get memoryMb() {
      return pool.memoryMb
    },
    async extract(bytes, how) {
      const { extraction, document } = (await pool.ask({ do: 'extract', options: how, ...models }, bytes)).answer
      return { extraction, document: unpackDocument(document) }
    },
    async extractFast(bytes, how) {
      if (!pool.isResponsive()) return null
      try {
        const { answer } = await pool.ask({ do: 'extractFast', options: how, ...models }, bytes)
        if ('slow' in answer) return null
        return { extraction: answer.extraction, document: unpackDocument(answer.document) }
      } catch (error) {
        // The caller retries with the long limit, which shows whether the file is the cause.
        if (error instanceof ReadError && UNCLEAR.has(error.code)) return null
        throw error
      }
    },
    async extractAgain(document, how) {
      return (await pool.ask({ do: 'extractAgain', options: how }, inBytes(document))).answer.extraction
    },
    async teach(document, values, how) {
      return (await pool.ask({ do: 'teach', values, options: how }, inBytes(document))).answer.lesson
    },
    async read(bytes, how) {
      return unpackDocument((await pool.ask({ do: 'read', options: how, ...models }, bytes)).answer.document)
    },
    async renderPage(bytes, page) {
      const { answer, body } = await pool.ask({ do: 'renderPage', ...page }, bytes)
      return { png: body, width: answer.width, height: answer.height }
    },
    async readRegion(bytes, region) {
      return (await pool.ask({ do: 'readRegion', ...region, ...models }, bytes)).answer.words
    },
    async barcodes(bytes, pages) {
      return (await pool.ask({ do: 'barcodes', pages }, bytes)).answer.pages
    },
    async unpack(bytes) {
      const { answer, body } = await pool.ask({ do: 'unpack' }, bytes)
      return cutBody(answer.files, body)
    },
    async picturePages(bytes, { maxPages }) {
      const { answer, body } = await pool.ask({ do: 'picturePages', maxPages }, bytes)
      return { pages: cutBody(answer.pages, body), pageCount: answer.pageCount }
    },
    async cutPages(bytes, pages) {
      return (await pool.ask({ do: 'cutPages', pages }, bytes)).body
    },
    async parseEmail(bytes, { renderBody = false } = {}) {
      const { answer, body } = await pool.ask({ do: 'parseEmail', renderBody }, bytes)
      return { email: answer.email, files: cutBody(answer.files, body) }
    },
    async ground(document, claims, how) {
      return (await pool.ask({ do: 'ground', claims, options: how }, inBytes(document))).answer.grounding
    },
    close: () => pool.close(),
  }
}

const inBytes = (document: ReadDocument): Buffer => Buffer.from(JSON.stringify(packDocument(document)))

/** Splits a body that contains several files in sequence; each item states its length in bytes. */
function cutBody<Item extends { length: number }>(
  items: Item[],
  body: Buffer,
): (Omit<Item, 'length'> & { bytes: Buffer })[] {
  let end = 0
  return items.map(({ length, ...item }) => {
    end += length
    return { ...item, bytes: body.subarray(end - length, end) }
  })
}
