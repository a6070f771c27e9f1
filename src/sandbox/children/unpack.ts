import type { Readable } from 'node:stream'
import * as yauzl from 'yauzl'
import { inMegabytes, MAX_FILE_BYTES, MAX_MEMBERS } from '@sheaf/extraction/pages'
import { ReadError } from '@sheaf/extraction/types'
import { cleanFileName } from '../../rules/input/file-names.ts'
import type { UnpackedFile } from '../types.ts'

/**
 * Returns the importable files of a zip archive: those in the root, and those directly in the only folder of the root. Limits the bytes
 * actually extracted, because the sizes in an archive may be wrong.
 */
export async function unpackArchive(bytes: Buffer): Promise<UnpackedFile[]> {
  const archive = await open(bytes)
  const entries = await listEntries(archive)
  const claimed = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (claimed > MAX_FILE_BYTES) throw tooLarge()
  if (entries.some((entry) => entry.isEncrypted())) {
    throw new ReadError('encrypted', 'The archive is protected with a password.')
  }
  const wanted = chooseEntries(entries)
  if (wanted.length === 0) throw new ReadError('empty', 'The archive contains no files that can be imported.')
  const files: UnpackedFile[] = []
  let left = MAX_FILE_BYTES
  for (const entry of wanted) {
    const content = await inflate(archive, entry, left)
    left -= content.length
    files.push({ name: cleanFileName(entry.fileName.split('/').pop()!) || 'unnamed', bytes: content })
  }
  return files
}

/** Files that operating systems add to archives. */
const isJunk = (name: string): boolean => /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(name)

function chooseEntries(entries: yauzl.Entry[]): yauzl.Entry[] {
  const files = entries.filter(({ fileName }) => !fileName.endsWith('/') && !isJunk(fileName))
  const folders = new Set(
    entries.filter(({ fileName }) => fileName.includes('/') && !isJunk(fileName)).map(({ fileName }) => top(fileName)),
  )
  return files.filter(({ fileName }) => {
    const depth = fileName.split('/').length
    return depth === 1 || (depth === 2 && folders.size === 1)
  })
}

const top = (name: string): string => name.slice(0, name.indexOf('/'))

async function open(bytes: Buffer): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true, strictFileNames: false })
  } catch (error) {
    throw damaged(error)
  }
}

/** Reads the directory of the archive and stops at the limit, so that a million entries cost nothing. */
async function listEntries(archive: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  const entries: yauzl.Entry[] = []
  let files = 0
  try {
    for await (const entry of archive.eachEntry()) {
      entries.push(entry)
      if (!entry.fileName.endsWith('/')) files++
      if (files >= MAX_MEMBERS || entries.length >= 5 * MAX_MEMBERS) {
        throw new ReadError('too_large', `The archive contains ${MAX_MEMBERS} files or more; fewer are allowed.`)
      }
    }
  } catch (error) {
    if (error instanceof ReadError) throw error
    throw damaged(error)
  }
  return entries
}

async function inflate(archive: yauzl.ZipFile, entry: yauzl.Entry, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    const stream: Readable = await archive.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ReadError) throw error
    throw damaged(error)
  }
  return Buffer.concat(chunks, size)
}

const tooLarge = (): ReadError =>
  new ReadError('too_large', `The archive contains more than ${inMegabytes(MAX_FILE_BYTES)} of files.`)

function damaged(error: unknown): ReadError {
  const message = error instanceof Error ? error.message : ''
  if (/relative path|absolute path|invalid characters/i.test(message)) {
    return new ReadError('damaged', 'The archive contains files with paths outside the archive.')
  }
  return new ReadError('damaged', 'The archive is damaged and cannot be unpacked.')
}
