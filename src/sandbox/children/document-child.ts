import { sniff } from '@sheaf/extraction/sniff'
import type { DocumentRequest } from '../protocol.ts'
import type { UnpackedFile } from '../types.ts'
import { serve } from './serve.ts'

/** A request that arrives with the start of the child is not delayed by modules that it may not need. */
const IDLE_MS = 100

// Modules are loaded when a request needs them: all of them together take longer than most documents.
const loadReading = () => import('./reading.ts')

serve(async (request: DocumentRequest, body: Buffer, progress) => {
  if (request.do === 'unpack') {
    const files = await unpack(body)
    const sizes = files.map(({ bytes, ...file }) => ({ ...file, length: bytes.length }))
    return { answer: { files: sizes }, body: Buffer.concat(files.map(({ bytes }) => bytes)) }
  }
  if (request.do === 'cutPages') {
    const { cutPages } = await import('./cut-pages.ts')
    return { answer: {}, body: await cutPages(body, request.pages, progress) }
  }
  if (request.do === 'parseEmail') {
    const { parseEmail } = await import('./parse-email.ts')
    const { email, files } = await parseEmail(body, progress, request)
    const heads = files.map(({ bytes, ...file }) => ({ ...file, length: bytes.length }))
    return { answer: { email, files: heads }, body: Buffer.concat(files.map(({ bytes }) => bytes)) }
  }
  return (await loadReading()).answerReading(request, body, progress)
})

async function unpack(body: Buffer): Promise<UnpackedFile[]> {
  const type = sniff(body)
  if (type === 'eml') return (await import('./unpack-message.ts')).unpackMessage(body)
  if (type === 'pdf') return (await import('./unpack-portfolio.ts')).unpackPortfolio(body)
  return (await import('./unpack.ts')).unpackArchive(body)
}

// Most requests need them, and a child usually waits for its first one. A failure is reported with each request.
setTimeout(() => void loadReading().catch(() => undefined), IDLE_MS)
