import sharp from 'sharp'
import { extractDocument } from '../../extraction/engine.ts'
import { groundClaims } from '../../extraction/ground/index.ts'
import { readBarcodes } from '../../extraction/read/barcodes.ts'
import { readDocument } from '../../extraction/read/index.ts'
import { readRegion } from '../../extraction/read/region.ts'
import { renderPage } from '../../extraction/read/render.ts'
import { packDocument, unpackDocument, type PackedDocument } from '../pack.ts'
import type { DocumentAnswers, DocumentRequest } from '../protocol.ts'
import { cutPages } from './cut-pages.ts'
import { parseEmail } from './parse-email.ts'
import { readPicturePages } from './picture-pages.ts'
import { serve } from './serve.ts'
import { unpackArchive } from './unpack.ts'

// One document at a time on one core; the cache of libvips would only use memory.
sharp.concurrency(1)
sharp.cache(false)

type FastRequest = DocumentRequest & { do: 'extractFast' }

/** Stops where `readDocument` would start OCR. */
async function extractFast(body: Buffer, { options, modelsDir }: FastRequest): Promise<DocumentAnswers['extractFast']> {
  let slow = false
  const ocr = (): never => {
    slow = true
    throw new Error('OCR takes longer.')
  }
  try {
    // Images on pages with text are read only if the models are available.
    const document = await readDocument(body, { ...options, ocr, pictures: modelsDir !== undefined })
    if (slow) return { slow }
    return { extraction: extractDocument(document, options), document: packDocument(document) }
  } catch (error) {
    if (slow) return { slow }
    throw error
  }
}

serve(async (request: DocumentRequest, body: Buffer, progress) => {
  if (request.do === 'extract' || request.do === 'read') {
    const { options, modelsDir } = request
    const document = await readDocument(body, { ...options, ...(modelsDir ? { modelsDir } : {}), onPage: progress })
    if (request.do === 'read') return { answer: { document: packDocument(document) } }
    return { answer: { extraction: extractDocument(document, options), document: packDocument(document) } }
  }
  if (request.do === 'extractFast') return { answer: await extractFast(body, request) }
  if (request.do === 'renderPage') {
    const { png, width, height } = await renderPage(body, request)
    return { answer: { width, height }, body: png }
  }
  if (request.do === 'readRegion') return { answer: { words: await readRegion(body, request) } }
  if (request.do === 'barcodes') return { answer: { pages: await readBarcodes(body, request.pages, progress) } }
  if (request.do === 'picturePages') {
    const { pages, pageCount } = await readPicturePages(body, { maxPages: request.maxPages, onPage: progress })
    const heads = pages.map(({ bytes, ...page }) => ({ ...page, length: bytes.length }))
    return { answer: { pages: heads, pageCount }, body: Buffer.concat(pages.map(({ bytes }) => bytes)) }
  }
  if (request.do === 'cutPages') return { answer: {}, body: await cutPages(body, request.pages, progress) }
  if (request.do === 'parseEmail') {
    const { email, files } = await parseEmail(body, progress, request)
    const heads = files.map(({ bytes, ...file }) => ({ ...file, length: bytes.length }))
    return { answer: { email, files: heads }, body: Buffer.concat(files.map(({ bytes }) => bytes)) }
  }
  if (request.do === 'ground') {
    const document = unpackDocument(JSON.parse(body.toString('utf8')) as PackedDocument)
    return { answer: { grounding: groundClaims(document, request.claims, request.options) } }
  }
  const files = await unpackArchive(body)
  const sizes = files.map(({ name, bytes }) => ({ name, length: bytes.length }))
  return { answer: { files: sizes }, body: Buffer.concat(files.map(({ bytes }) => bytes)) }
})
