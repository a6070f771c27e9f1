/**
 * JSON answers that are too large for one string. They are made in small parts and kept in a temporary file, which is then sent as fast as
 * the client reads: neither the event loop nor the memory nor a connection of the database depends on the client.
 */
import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { nextTurn } from '../../domain/turns.ts'
import { ApiError } from '../../errors.ts'
import { beneficiary } from '../../work/on-behalf.ts'
import { openQuota } from '../../work/quota.ts'
import { ok, type Answer } from './request.ts'

/** Objects that are converted to text at once, about 200 nodes of content: about 2 ms of work. */
const AT_ONCE = 400
/** Objects of an answer that is made at once: about 50 ms of work. */
const MAX_AT_ONCE = 10_000
/** Bytes that are written to and read from the file at once. */
const CHUNK = 64 * 1024

/**
 * Yields the JSON text of a value in pieces of about `AT_ONCE` objects. A value may contain asynchronous iterables of lists, which become one
 * list.
 */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  if (isLazy(value)) yield* listPieces(value)
  else if (!isHeavy(value)) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* listPieces([value])
  else {
    let before = '{'
    for (const [key, item] of Object.entries(value as object)) {
      if (item === undefined) continue
      yield `${before}${JSON.stringify(key)}:`
      yield* jsonPieces(item)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  }
}

async function* listPieces(batches: AsyncIterable<unknown[]> | unknown[][]): AsyncGenerator<string> {
  let before = ''
  yield '['
  for await (const batch of batches) {
    for (let at = 0; at < batch.length;) {
      const light = lightFrom(batch, at)
      yield before
      if (light.length) yield JSON.stringify(light).slice(1, -1)
      else yield* jsonPieces(batch[at])
      before = ','
      at += Math.max(1, light.length)
    }
  }
  yield ']'
}

/** Returns the next items that can be converted at once; none if the first one is heavy itself. */
function lightFrom(batch: readonly unknown[], start: number): unknown[] {
  let left = AT_ONCE
  let end = start
  while (end < batch.length && left > 0) {
    left = itemsLeft(batch[end], left)
    // A single item of lists that are all short is still converted at once.
    if (left < 0) break
    end++
  }
  return batch.slice(start, end)
}

const isLazy = (value: unknown): value is AsyncIterable<unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

const isHeavy = (value: unknown): boolean => itemsLeft(value, AT_ONCE) < 0

/** Returns `left` without the objects in a value; negative if there are more, or lists of unknown length. */
function itemsLeft(value: unknown, left: number): number {
  if (typeof value !== 'object' || value === null) return left
  if (isLazy(value)) return -1
  let rest = Array.isArray(value) ? left : left - 1
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (rest < 0) return rest
    rest = itemsLeft(item, rest)
  }
  return rest
}

/**
 * Files of answers that clients are reading, in the folder for temporary files: room for three answers of the largest documents (about 160 MB)
 * of one organization, and for those of ten such organizations.
 */
export const answerFiles = openQuota({ each: 500e6, all: 5e9 })
const READ_FIRST_S = 10

const tooManyUnread = () =>
  new ApiError(
    429,
    'rate_limited',
    'Clients of your organization have not read their last large answers yet. Read them first, or close their connections.',
    {},
    { 'Retry-After': String(READ_FIRST_S) },
  )

/** A file without a name, which the system removes when it is closed. */
interface Spool {
  file: FileHandle
  length: number
  close(): Promise<void>
}

/** Writes pieces of text to a file. No other part of a long task runs in the same turn of the event loop. */
async function spool(pieces: AsyncIterable<string>): Promise<Spool> {
  const organization_id = beneficiary()?.organization_id ?? 0
  const path = join(tmpdir(), `sheaf-answer-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  let length = 0
  const close = async () => {
    answerFiles.give(organization_id, length)
    await file.close()
  }
  try {
    await unlink(path)
    let text = ''
    const write = async () => {
      const bytes = Buffer.byteLength(text)
      if (!answerFiles.take(organization_id, bytes)) throw tooManyUnread()
      length += bytes
      await file.appendFile(text)
      text = ''
    }
    for await (const piece of pieces) {
      text += piece
      if (text.length >= CHUNK) await write()
      await nextTurn()
    }
    await write()
    return { file, length, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Answers with the JSON of a value between each two of the `texts`: with two empty ones it is the whole body, with three it appears twice.
 * Throws what reading the value throws; once it returns, only the client can end the answer early.
 */
export async function largeAnswer(
  value: unknown,
  { texts = ['', ''], headers = {} }: { texts?: string[]; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { file, length, close } = await spool(jsonPieces(value))
  const body = Readable.from(sent(file, length, texts), { objectMode: false, highWaterMark: CHUNK })
  body.once('close', () => void close())
  const total = length * (texts.length - 1) + Buffer.byteLength(texts.join(''))
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': String(total) },
    body,
  }
}

/** Answers with the JSON of an object, made in parts if it is large. */
export const answerAny = async (body: object): Promise<Answer> =>
  itemsLeft(body, MAX_AT_ONCE) < 0 ? largeAnswer(body) : ok(body)

async function* sent(file: FileHandle, length: number, texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const [index, text] of texts.entries()) {
    if (index > 0)
      for (let at = 0; at < length;) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK), 0, Math.min(CHUNK, length - at), at)
        if (bytesRead === 0) throw new Error('The file of an answer ended early.')
        yield buffer.subarray(0, bytesRead)
        at += bytesRead
      }
    if (text) yield Buffer.from(text)
  }
}
