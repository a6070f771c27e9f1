import { join } from 'node:path'
import { ReadError } from '../extraction/types.ts'
import { SandboxChild, type ChildSettings } from './child.ts'
import type { Frame } from './frames.ts'
import { detectLevel, type SandboxLevel } from './isolation.ts'
import { unpackDocument } from './pack.ts'
import type { ChildReply, DocumentAnswers, DocumentRequest } from './protocol.ts'
import type { DocumentSandbox, DocumentSandboxOptions } from './types.ts'

/** Answers above this are not kept: the words of a few hundred full pages, or an unpacked archive. */
const OUTPUT_BYTES = 96 * 2 ** 20

/** A child is replaced after so many documents, and when it holds on to too much memory between two. */
const DOCUMENTS_PER_CHILD = 500
const IDLE_SHARE = 0.8

/** What reads at once has so long; far more than it needs on an idle machine. */
const AT_ONCE_MS = 5_000

interface Waiting {
  request: DocumentRequest
  bytes: Uint8Array
  resolve: (frame: Frame) => void
  reject: (error: Error) => void
}

/** For tests: another child, or another way of isolation than the best there is. */
export interface SandboxInternals {
  script?: string
  level?: SandboxLevel
  documentsPerChild?: number
}

const isShort = ({ request }: Waiting): boolean => request.do === 'extractAtOnce'
const UNCLEAR: ReadonlySet<string> = new Set(['crashed', 'out_of_memory', 'timeout'])

/** Starts a pool of warm children. Close it, or they keep the process alive. */
export function openDocumentSandbox(
  options: DocumentSandboxOptions,
  internals: SandboxInternals = {},
): DocumentSandbox & { readonly pids: number[]; readonly memoryMb: number[] } {
  const level = internals.level ?? detectLevel()
  const settings: ChildSettings = {
    script: internals.script ?? join(import.meta.dirname, 'children', 'document-child.ts'),
    level,
    readable: options.modelsDir ? [options.modelsDir] : [],
    memoryMb: options.memoryMb ?? 1500,
    timeoutMs: options.timeoutMs ?? 120_000,
    outputBytes: OUTPUT_BYTES,
  }
  const models = options.modelsDir ? { modelsDir: options.modelsDir } : {}
  const documentsPerChild = internals.documentsPerChild ?? DOCUMENTS_PER_CHILD
  const idle: SandboxChild[] = []
  const children = new Set<SandboxChild>()
  const queue: Waiting[] = []
  let closed = false
  /** Children at work that may take long. */
  let engaged = 0

  const start = (): void => {
    const child = new SandboxChild(settings)
    children.add(child)
    child.ready.then(
      () => {
        idle.push(child)
        void next()
      },
      // A child that cannot even start would be started for ever; the document that waits for it fails instead.
      (error: Error) => {
        children.delete(child)
        queue.shift()?.reject(error)
        if (!closed && queue.length > children.size) start()
      },
    )
    void child.exited.then(() => {
      children.delete(child)
      const at = idle.indexOf(child)
      if (at >= 0) idle.splice(at, 1)
      if (!closed && child.documents > 0) fill()
    })
  }

  const fill = (): void => {
    while (!closed && children.size < options.processes) start()
  }

  const next = async (): Promise<void> => {
    const child = idle.pop()
    if (!child) return fill()
    const waiting = queue.shift()
    if (!waiting) {
      idle.push(child)
      return
    }
    const short = isShort(waiting)
    if (!short) engaged++
    try {
      waiting.resolve(await child.run(waiting.request, waiting.bytes, short ? AT_ONCE_MS : undefined))
    } catch (error) {
      waiting.reject(error as Error)
    }
    if (!short) engaged--
    if (child.dead) return
    if (child.documents >= documentsPerChild || child.memoryMb > IDLE_SHARE * settings.memoryMb) {
      await child.end()
      return
    }
    idle.push(child)
    void next()
  }

  const ask = async <Name extends keyof DocumentAnswers>(
    request: DocumentRequest & { do: Name },
    bytes: Uint8Array,
  ): Promise<{ answer: DocumentAnswers[Name]; body: Buffer }> => {
    if (closed) throw new Error('The document sandbox is closed.')
    const frame = await new Promise<Frame>((resolve, reject) => {
      queue.push({ request, bytes, resolve, reject })
      void next()
    })
    const reply = frame.head as ChildReply
    if ('ok' in reply && reply.ok) return { answer: reply.answer as DocumentAnswers[Name], body: frame.body }
    if (!('ok' in reply)) throw new ReadError('crashed', 'The document made the reader crash.')
    const error = new ReadError(reply.code, reply.message)
    if (reply.detail) error.cause = reply.detail
    throw error
  }

  fill()
  return {
    level,
    get pids() {
      return [...children].map((child) => child.pid ?? 0)
    },
    get memoryMb() {
      return [...children].map((child) => child.memoryMb)
    },
    async extract(bytes, how) {
      const { extraction, document } = (await ask({ do: 'extract', options: how, ...models }, bytes)).answer
      return { extraction, document: unpackDocument(document) }
    },
    async extractAtOnce(bytes, how) {
      if (engaged >= options.processes || !queue.every(isShort)) return null
      try {
        const { answer } = await ask({ do: 'extractAtOnce', options: how, ...models }, bytes)
        if ('slow' in answer) return null
        return { extraction: answer.extraction, document: unpackDocument(answer.document) }
      } catch (error) {
        // Whether the file is to blame, those find out who have more time and count.
        if (error instanceof ReadError && UNCLEAR.has(error.code)) return null
        throw error
      }
    },
    async read(bytes, how) {
      return unpackDocument((await ask({ do: 'read', options: how, ...models }, bytes)).answer.document)
    },
    async renderPage(bytes, page) {
      const { answer, body } = await ask({ do: 'renderPage', ...page }, bytes)
      return { png: body, width: answer.width, height: answer.height }
    },
    async unpack(bytes) {
      const { answer, body } = await ask({ do: 'unpack' }, bytes)
      let at = 0
      return answer.files.map(({ name, length }) => {
        at += length
        return { name, bytes: body.subarray(at - length, at) }
      })
    },
    async picturePages(bytes, { maxPages }) {
      const { answer, body } = await ask({ do: 'picturePages', maxPages }, bytes)
      let at = 0
      const pages = answer.pages.map(({ length, ...page }) => {
        at += length
        return { ...page, bytes: body.subarray(at - length, at) }
      })
      return { pages, pageCount: answer.pageCount }
    },
    async cutPages(bytes, pages) {
      return (await ask({ do: 'cutPages', pages }, bytes)).body
    },
    async close() {
      closed = true
      for (const waiting of queue.splice(0)) waiting.reject(new Error('The document sandbox is closed.'))
      await Promise.all([...children].map((child) => child.end()))
    },
  }
}
