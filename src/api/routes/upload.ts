/** Uploads: multipart with one or more files, or a raw body; and the older endpoint of queues that answers at once. */
import busboyModule from '@fastify/busboy'
import { badRequest, invalid, tooLarge } from '../../errors.ts'
import { createUpload, importNow } from '../../domain/intake/uploads.ts'
import { readBody } from '../middleware/body.ts'
import { resourceAt } from '../../resources/engine/define.ts'
import type { Row } from '../../resources/engine/fields.ts'
import { parseBoolean } from '../../resources/engine/filters.ts'
import { idFromFilter } from '../../resources/engine/urls.ts'
import { load } from '../../resources/engine/verbs.ts'
import type { Ctx } from '../state.ts'

/** Total size of uploaded data (api.md, Limits). */
const LIMIT = 40 * 1024 * 1024
const TOO_LARGE = 'The uploaded data must not exceed 40 MB.'

interface Received {
  files: { name: string; bytes: Buffer }[]
  values: Record<string, unknown>
  metadata: Record<string, unknown>
  /** Other text parts, by name. */
  texts: Record<string, string>
}

export async function upload(ctx: Ctx): Promise<void> {
  const queue = await queueOfQuery(ctx)
  const received = await receive(ctx)
  const { task_id } = await createUpload(ctx.state.deps, {
    queue: queue as never,
    ...(received as Received & { values: Record<string, string> }),
    who: ctx.state.who,
    request_id: ctx.state.request_id,
    reject_identical: isAsked(ctx, 'reject_identical'),
  })
  const url = ctx.state.urls.of('tasks', task_id)
  ctx.status = 202
  ctx.set('Location', url)
  ctx.body = { url, ...(ctx.state.deps.config.compat.uploadResults ? { results: [{ annotation: url }] } : {}) }
}

export async function legacyUpload(ctx: Ctx): Promise<void> {
  const queue = await load(resourceAt('queues')!, ctx)
  const received = await receive(ctx)
  const made = await importNow(ctx.state.deps, {
    queue: queue as never,
    ...(received as Received & { values: Record<string, string> }),
    who: ctx.state.who,
    request_id: ctx.state.request_id,
    reject_identical: false,
    join: isAsked(ctx, 'join'),
  })
  const results = made.map((one) => ({
    annotation: ctx.state.urls.of('annotations', one.annotation_id),
    document: ctx.state.urls.of('documents', one.document_id),
  }))
  ctx.status = 201
  // The two keys beside `results` are obsolete copies of the first result that clients still read.
  ctx.body = { results, ...results[0] }
}

/** Anything but a spelling of true counts as no. */
const isAsked = (ctx: Ctx, parameter: string): boolean =>
  parseBoolean(String([ctx.query[parameter]].flat()[0] ?? '')) === true

async function queueOfQuery(ctx: Ctx): Promise<Row> {
  const given = [ctx.query.queue].flat()[0]
  if (!given) throw invalid({ queue: ['This field is required.'] })
  const id = idFromFilter(given)
  if (id === null) throw invalid({ queue: [`"${given}" is not a valid id.`] })
  return load(resourceAt('queues')!, ctx, String(id))
}

/** The body of an upload: at least one file, of multipart bodies those in the part `field`. Rejects with 400 or, above 40 MB, 413. */
export async function receive(ctx: Ctx, field = 'content'): Promise<Received> {
  if (Number(ctx.get('Content-Length') || 0) > LIMIT + 1024 * 1024) throw tooLarge(TOO_LARGE)
  const received = ctx.is('multipart') ? await receiveMultipart(ctx, field) : await receiveRaw(ctx)
  if (!received.files.length) throw invalid({ [field]: ['No file was submitted.'] })
  return received
}

async function receiveRaw(ctx: Ctx): Promise<Received> {
  const bytes = await readBody(ctx, LIMIT)
  const name = nameOfPath(ctx) ?? nameOfDisposition(ctx.get('Content-Disposition'))
  if (!name)
    throw badRequest('The name of the file is missing: use /uploads/{filename} or a Content-Disposition header.')
  return { files: [{ name, bytes }], values: {}, metadata: {}, texts: {} }
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

async function receiveMultipart(ctx: Ctx, fileField: string): Promise<Received> {
  const received: Received = { files: [], values: {}, metadata: {}, texts: {} }
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
