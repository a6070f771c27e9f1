/** Reads multipart bodies with formidable: files are passed on as streams, texts are collected. */
import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Writable } from 'node:stream'
import type { Context } from 'koa'
import { IncomingForm } from 'formidable'
import { ApiError, badRequest, invalid } from '../errors.ts'
import { asUtf8, fileNameIn } from './file-names.ts'
import { countedBody } from './request-stream.ts'

const MAX_TEXTS = 100
const MAX_FILES = 1000
/** Maximum size of one text, in bytes. */
const MAX_TEXT = 1024 * 1024
/** Maximum total size of boundaries and part headers, in bytes. */
export const MAX_AROUND = 1024 * 1024

/** A part as reported by formidable; header values are decoded as Latin-1. */
interface Part extends EventEmitter {
  name: string | null
  mimetype: string | null
  headers: Record<string, string | undefined>
}

export interface PartsOptions<File> {
  /** A part with this name and a file name is a file. Other parts are texts; typed clients send texts with an empty file name. */
  fileField: string
  /** Limit for the content of all parts together. */
  limit: { bytes: number; error: () => Error }
  /** Opens the destination of a file. Once `stored` rejects, nothing more is read. */
  open(name: string): { stream: Writable; stored: Promise<File> }
}

/**
 * Reads the whole body. Resolves with the files in the order they were sent, once all are stored, and with the texts of all other parts.
 * Rejects with 400 for a malformed body or too many parts, otherwise with the error that rejected a file; all streams are then destroyed.
 */
export async function readParts<File>(
  ctx: Context,
  options: PartsOptions<File>,
): Promise<{ files: File[]; texts: { name: string; text: string }[] }> {
  const parts = new Parts(ctx, options)
  try {
    // Formidable attaches its error listener late, and would wait forever for an error that occurred before.
    await Promise.race([parts.parse(), parts.failed])
    return await parts.end()
  } catch (error) {
    throw parts.destroy(error as Error)
  }
}

class Form extends IncomingForm {
  /**
   * Replaces a regular expression that takes minutes for a header of 1 MB, and would block all requests. Nothing uses its result: `begin`
   * reads the file name from the header.
   */
  _getFileName(): null {
    return null
  }
}

class Parts<File> {
  readonly #ctx: Context
  readonly #options: PartsOptions<File>
  readonly #body
  readonly #streams: Writable[] = []
  readonly #files: Promise<File>[] = []
  readonly #texts: { name: string; text: string }[] = []
  /** Streams with a full buffer. */
  readonly #full = new Set<Writable>()
  #textCount = 0
  #size = 0
  #failure: Error | undefined
  /** Rejects when the body fails or is destroyed. */
  readonly failed: Promise<never>

  constructor(ctx: Context, options: PartsOptions<File>) {
    this.#ctx = ctx
    this.#options = options
    this.#body = countedBody(ctx, (received) =>
      received > this.#size + MAX_AROUND ? unreadable('its boundaries and headers exceed 1 MB') : null,
    )
    this.failed = new Promise((_, reject) => this.#body.once('error', reject))
    this.failed.catch(() => undefined)
  }

  /** Reads the body until its end. */
  async parse(): Promise<void> {
    const form = new Form({ encoding: 'binary' })
    form.onPart = (part) => this.begin(part as unknown as Part)
    await form.parse(Object.assign(this.#body, { headers: this.#ctx.headers }) as unknown as IncomingMessage)
  }

  /** Handles a part. Called while formidable parses, so thrown errors would not be caught. */
  begin(part: Part): void {
    const name = asUtf8(part.name ?? '')
    const fileName = fileNameIn(part.headers['content-disposition'] ?? '')
    const isFile = fileName !== null || part.mimetype === 'application/octet-stream'
    if (isFile && name === this.#options.fileField) this.#beginFile(part, fileName ?? '')
    else this.#beginText(part, name)
  }

  async end(): Promise<{ files: File[]; texts: { name: string; text: string }[] }> {
    const files = await Promise.all(this.#files)
    if (this.#failure) throw this.#failure
    return { files, texts: this.#texts }
  }

  /** Destroys all streams, and returns the error for the client. */
  destroy(error: Error): Error {
    const cause = this.#failure ?? (error instanceof ApiError || !isOfFormidable(error) ? error : reasonOf(error))
    this.#body.destroy()
    for (const stream of this.#streams) stream.destroy(cause)
    return cause
  }

  #beginFile(part: Part, name: string): void {
    if (this.#files.length >= MAX_FILES) return this.#fail(unreadable(`it has more than ${MAX_FILES} files`))
    const { stream, stored } = this.#options.open(name)
    this.#streams.push(stream)
    this.#files.push(stored)
    stored.catch((error: Error) => this.#fail(error))
    stream.on('drain', () => this.#resume(stream)).on('close', () => this.#resume(stream))
    part.on('data', (chunk: Buffer) => {
      if (!this.#count(chunk) || stream.write(chunk) || stream.destroyed) return
      this.#full.add(stream)
      this.#body.pause()
    })
    part.on('end', () => stream.end())
  }

  #beginText(part: Part, name: string): void {
    if (++this.#textCount > MAX_TEXTS) return this.#fail(unreadable(`it has more than ${MAX_TEXTS} fields`))
    const chunks: Buffer[] = []
    let size = 0
    part.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_TEXT) this.#fail(invalid({ [name]: ['The field must not exceed 1 MB.'] }))
      else if (this.#count(chunk)) chunks.push(Buffer.from(chunk))
    })
    part.on('end', () => this.#texts.push({ name, text: Buffer.concat(chunks).toString('utf8') }))
  }

  #count(chunk: Buffer): boolean {
    if (this.#failure) return false
    this.#size += chunk.length
    if (this.#size > this.#options.limit.bytes) this.#fail(this.#options.limit.error())
    return !this.#failure
  }

  #resume(stream: Writable): void {
    if (this.#full.delete(stream) && this.#full.size === 0) this.#body.resume()
  }

  #fail(error: Error): void {
    this.#failure ??= error
    this.#body.destroy(this.#failure)
  }
}

const unreadable = (reason: string) => badRequest(`The multipart body cannot be read: ${reason}.`)

/** Errors of formidable have a numeric code. */
const isOfFormidable = (error: Error): boolean => typeof (error as { code?: unknown }).code === 'number'

const NO_BOUNDARY = 1013
const UNKNOWN_ENCODING = 1014
function reasonOf(error: Error): Error {
  const { code } = error as unknown as { code: number }
  if (code === NO_BOUNDARY) return unreadable('its Content-Type has no boundary')
  if (code === UNKNOWN_ENCODING) return unreadable('a part has an unknown Content-Transfer-Encoding')
  return unreadable(
    'it ends before its last boundary, or its parts are not separated by the boundary in the Content-Type',
  )
}
