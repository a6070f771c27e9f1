import { extractDocument, readDocument } from '@sheaf/extraction'
import type { Lesson } from '@sheaf/extraction/learn'
import { pictureOf, readBarcodes, readRegion, renderPage } from '@sheaf/extraction/pages'
import type { ReadDocument } from '@sheaf/extraction/types'
import { packDocument, type PackedDocument, unpackDocument } from '../pack.ts'
import type { DocumentAnswers, DocumentRequest } from '../protocol.ts'
import type { Answer } from './serve.ts'

type FastRequest = DocumentRequest & { do: 'extractFast' }
/** Requests for which files are opened as documents. */
export type ReadingRequest = Exclude<DocumentRequest, { do: 'unpack' | 'cutPages' | 'parseEmail' }>

/** Handles a request with the readers and the engine, which take most of the time to load. */
export async function answerReading(request: ReadingRequest, body: Buffer, progress: () => void): Promise<Answer> {
  if (request.do === 'extract' || request.do === 'read') {
    const { options, modelsDir } = request
    const document = await readDocument(body, { ...options, ...(modelsDir ? { modelsDir } : {}), onPage: progress })
    if (request.do === 'read') return { answer: { document: packDocument(document) } }
    const extraction = extractDocument(document, options)
    return { answer: { extraction, document: packDocument(await withPicture(body, document)) } }
  }
  if (request.do === 'extractFast') return { answer: await extractFast(body, request) }
  if (request.do === 'renderPage') {
    const { png, width, height } = await renderPage(body, request)
    return { answer: { width, height }, body: png }
  }
  if (request.do === 'readRegion') {
    return { answer: { words: await readRegion(body, request) } }
  }
  if (request.do === 'barcodes') {
    return { answer: { pages: await readBarcodes(body, request.pages, progress) } }
  }
  if (request.do === 'extractAgain') {
    return { answer: { extraction: extractDocument(documentIn(body), request.options) } }
  }
  if (request.do === 'teach') return { answer: { lesson: await teach(documentIn(body), request) } }
  if (request.do === 'ground') {
    const { groundClaims } = await import('@sheaf/extraction/ground')
    return { answer: { grounding: groundClaims(documentIn(body), request.claims, request.options) } }
  }
  const { readPicturePages } = await import('./picture-pages.ts')
  const { pages, pageCount } = await readPicturePages(body, { maxPages: request.maxPages, onPage: progress })
  const heads = pages.map(({ bytes, ...page }) => ({ ...page, length: bytes.length }))
  return { answer: { pages: heads, pageCount }, body: Buffer.concat(pages.map(({ bytes }) => bytes)) }
}

/** Only duplicates are found by the picture: a document whose page cannot be drawn is imported without. */
async function withPicture(body: Buffer, document: ReadDocument): Promise<ReadDocument> {
  const picture = await pictureOf(body, document).catch(() => null)
  return picture ? { ...document, picture } : document
}

const documentIn = (body: Buffer): ReadDocument => unpackDocument(JSON.parse(body.toString('utf8')) as PackedDocument)

async function teach(document: ReadDocument, { values, options }: DocumentRequest & { do: 'teach' }): Promise<Lesson> {
  const { makeLesson } = await import('@sheaf/extraction/learn/lesson')
  const { fields } = extractDocument(document, { ...options, tables: false, embeddedXml: false })
  return makeLesson(document, values, { fields }, options.locale)
}

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
    const extraction = extractDocument(document, options)
    return { extraction, document: packDocument(await withPicture(body, document)) }
  } catch (error) {
    if (slow) return { slow }
    throw error
  }
}
