/** Reads the files of a request: multipart with one or more files, or one file as the body. */
import busboyModule from '@fastify/busboy'
import { badRequest, invalid, tooLarge } from '../errors.ts'
import type { ReceivedFiles } from '../resources/engine/request.ts'
import { readBody } from './middleware/body.ts'
import type { Ctx } from './state.ts'

/** Total size of uploaded data (contract 11.4). */
const LIMIT = 40 * 1024 * 1024
const TOO_LARGE = 'The uploaded data must not exceed 40 MB.'

/** The body of an upload: at least one file, of multipart bodies those in the part `field`. Rejects with 400 or, above 40 MB, 413. */
export async function receiveFiles(ctx: Ctx, field: string): Promise<ReceivedFiles> {
  if (Number(ctx.get('Content-Length') || 0) > LIMIT + 1024 * 1024) throw tooLarge(TOO_LARGE)
  const received = ctx.is('multipart') ? await receiveMultipart(ctx, field) : await receiveRaw(ctx)
  if (!received.files.length) throw invalid({ [field]: ['No file was submitted.'] })
  return received
}

async function receiveRaw(ctx: Ctx): Promise<ReceivedFiles> {
  const bytes = await readBody(ctx, LIMIT)
  const name = nameOfPath(ctx) ?? nameOfDisposition(ctx.get('Content-Disposition'))
  if (!name) throw badRequest('The file name is missing: use /uploads/{filename} or a Content-Disposition header.')
  return { multipart: false, files: [{ name, bytes }], values: {}, metadata: {}, texts: {} }
}

/** The router leaves a segment it cannot decode as it was sent. */
const nameOfPath = (ctx: Ctx): string | null => (ctx.params.filename ? cleanName(ctx.params.filename) : null)

/** `filename*` (RFC 5987) before `filename`; the latter may be UTF-8 that HTTP carried as Latin-1. */
export function nameOfDisposition(header: string): string | null {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1]
  if (extended) {
    try {
      return cleanName(decodeURIComponent(extended))
    } catch {
      // Not percent-encoded UTF-8: the plain form may still serve.
    }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header)
  const text = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]
  return text ? cleanName(asUtf8(text)) : null
}

function asUtf8(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  const decoded = bytes.toString('utf8')
  return decoded.includes('\uFFFD') ? text : decoded
}

/** The last part of a path, without control characters, at most 255 characters with its extension kept. */
function cleanName(name: string): string {
  const base = name.replace(/\\/g, '/').split('/').at(-1)!
  // eslint-disable-next-line no-control-regex -- control characters are what is to be removed
  const clean = base.replace(/[\u0000-\u001f\u007f]/g, '').trim()
  if (clean.length <= 255) return clean || 'document'
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, 255 - extension.length) + extension
}

const unreadable = (error: unknown) => badRequest(`The multipart body cannot be read: ${(error as Error).message}.`)

function multipartParser(ctx: Ctx): InstanceType<typeof busboyModule.Busboy> {
  try {
    return new busboyModule.Busboy({
      headers: ctx.headers as { 'content-type': string },
      defCharset: 'utf8',
      limits: { fields: 100, files: 1000, fieldSize: 1024 * 1024 },
    })
  } catch (error) {
    throw unreadable(error)
  }
}

async function receiveMultipart(ctx: Ctx, fileField: string): Promise<ReceivedFiles> {
  const received: ReceivedFiles = { multipart: true, files: [], values: {}, metadata: {}, texts: {} }
  const texts: { name: string; text: string }[] = []
  let size = 0
  const parser = multipartParser(ctx)
  await new Promise<void>((resolve, reject) => {
    parser.on('file', (field, stream, name) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > LIMIT) reject(tooLarge(TOO_LARGE))
        else chunks.push(chunk)
      })
      stream.on('error', (error) => reject(unreadable(error)))
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks)
        // Typed clients send `values` and `metadata` as file parts with an empty name.
        if (field === fileField) received.files.push({ name: cleanName(name || 'document'), bytes })
        else texts.push({ name: field, text: bytes.toString('utf8') })
      })
    })
    parser.on('field', (name, text) => void texts.push({ name, text }))
    parser.on('error', (error) => reject(unreadable(error)))
    parser.on('finish', resolve)
    ctx.req.on('aborted', () => reject(badRequest('The request was aborted.')))
    ctx.req.pipe(parser)
  }).catch((error: unknown) => {
    // What is still to come is read and forgotten, so that the client gets the answer and not a broken connection.
    ctx.req.unpipe(parser)
    ctx.req.resume()
    throw error
  })
  for (const { name, text } of texts) {
    if (name === 'values' || name === 'metadata') received[name] = parseObject(name, text)
    else received.texts[name] = text
  }
  return received
}

function parseObject(name: string, text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    throw invalid({ [name]: ['Value must be valid JSON.'] })
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw invalid({ [name]: ['Value must be a JSON object.'] })
  if (name === 'metadata' && Buffer.byteLength(text) > 4096)
    throw invalid({ metadata: ['Metadata must not exceed 4 kB.'] })
  return value as Record<string, unknown>
}
