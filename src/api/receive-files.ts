/** Receives the files of a request into the blob store: multipart with one or more files, or one file as the body. */
import { pipeline } from 'node:stream/promises'
import type { FileReceiver } from '../domain/documents/receive.ts'
import { assertStorage } from '../domain/documents/storage.ts'
import { extensionOf } from '../domain/documents/file-type.ts'
import { invalid, tooLarge } from '../errors.ts'
import type { ReceivedFiles } from '../resources/framework/request.ts'
import { cleanName, nameOfDisposition } from './file-names.ts'
import { errorOfJson, errorOfJsonText } from '../rules/input/json-limits.ts'
import { MAX_AROUND, readParts } from './multipart.ts'
import { countedBody } from './request-stream.ts'
import type { Ctx } from './state.ts'

/** Total size of uploaded data, in bytes. */
const LIMIT = 40 * 1024 * 1024
const tooLong = () => tooLarge('The uploaded data must not exceed 40 MB.')

/**
 * Reads the body of an upload: the body itself, or the parts of a multipart body named `field`. Rejects with 400 if there is no file, and
 * with 413 above 40 MB or the storage of the organization. `receiver` owns the files.
 */
export async function receiveFiles(ctx: Ctx, field: string, receiver: FileReceiver): Promise<ReceivedFiles> {
  const { deps, who } = ctx.state
  await assertStorage(deps, who.organization_id)
  const isMultipart = Boolean(ctx.is('multipart'))
  const limit = isMultipart ? LIMIT + MAX_AROUND : LIMIT
  if (Number(ctx.get('Content-Length') || 0) > limit) throw tooLong()
  const received = isMultipart ? await receiveMultipart(ctx, field, receiver) : await receiveRaw(ctx, receiver)
  if (!received.files.length) throw invalid({ [field]: ['No file was submitted.'] })
  return received
}

async function receiveRaw(ctx: Ctx, receiver: FileReceiver): Promise<ReceivedFiles> {
  const name =
    nameOfPath(ctx) ?? nameOfDisposition(ctx.get('Content-Disposition')) ?? nameOfType(ctx.get('Content-Type'))
  // Before the destination is opened: it may throw.
  const body = countedBody(ctx, (size) => (size > LIMIT ? tooLong() : null))
  const { stream, stored } = receiver.open(name)
  await pipeline(body, stream).catch(async (error) => {
    // A store that fails destroys the stream; `stored` has the reason.
    await stored
    throw error
  })
  return { multipart: false, files: [await stored], values: {}, metadata: {}, texts: {} }
}

/** The router leaves a segment that it cannot decode unchanged. */
const nameOfPath = (ctx: Ctx): string | null => (ctx.params.filename ? cleanName(ctx.params.filename) : null)

/** The name of a file that the client did not name. */
function nameOfType(contentType: string): string {
  const extension = extensionOf(contentType.split(';')[0]!.trim().toLowerCase())
  return extension ? `document.${extension}` : 'document'
}

async function receiveMultipart(ctx: Ctx, field: string, receiver: FileReceiver): Promise<ReceivedFiles> {
  const { files, texts } = await readParts(ctx, {
    fileField: field,
    limit: { bytes: LIMIT, error: tooLong },
    open: (name) => receiver.open(cleanName(name || 'document')),
  })
  const received: ReceivedFiles = { multipart: true, files, values: {}, metadata: {}, texts: {} }
  for (const { name, text } of texts) {
    if (name === 'values' || name === 'metadata') received[name] = parseObject(name, text)
    else received.texts[name] = text
  }
  return received
}

function parseObject(name: string, text: string): Record<string, unknown> {
  const exceeded = errorOfJsonText(text, 'Value')
  if (exceeded) throw invalid({ [name]: [exceeded] })
  let value: unknown
  try {
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    throw invalid({ [name]: ['Value must be valid JSON.'] })
  }
  const error = errorOfJson(value, 'Value')
  if (error) throw invalid({ [name]: [error] })
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw invalid({ [name]: ['Value must be a JSON object.'] })
  if (name === 'metadata' && Buffer.byteLength(text) > 4096)
    throw invalid({ metadata: ['Metadata must not exceed 4 kB.'] })
  return value as Record<string, unknown>
}
