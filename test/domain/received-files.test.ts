import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { zipSync, type Zippable } from 'fflate'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BlobUnavailable, openBlobs } from '../../src/blobs/index.ts'
import type { Deps } from '../../src/deps.ts'
import { deleteAbandonedFiles } from '../../src/domain/documents/pending-files.ts'
import { FileReceiver } from '../../src/domain/documents/receive.ts'
import { describeFile, documentKey, storeThen, type StoredFile } from '../../src/domain/documents/stored-file.ts'
import { runSweep } from '../../src/domain/outbox/sweeps.ts'
import { database, useDatabase } from '../support/database.ts'
import { depsWithoutTemporal } from './fixtures.ts'

const folder = mkdtempSync(join(tmpdir(), 'sheaf-received-'))
let deps: Deps

useDatabase()
beforeAll(async () => {
  const { deps: without } = depsWithoutTemporal(database.db)
  const config = { ...without.config, eventsKeptDays: 30, usageKeptDays: 30 }
  deps = { ...without, config, blobs: openBlobs({ kind: 'folder', folder }) }
})
afterEach(async () => {
  await age()
  await deleteAbandonedFiles(deps)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

const age = () => database.db('pending_files').update({ created_at: database.db.raw("now() - interval '2 hours'") })
const pending = async () => (await database.db('pending_files').pluck('s3_name')) as string[]
const drafts = () => readdir(join(folder, '.tmp'))
const stored = async () => {
  const names: string[] = []
  for await (const key of deps.blobs.list('documents/')) names.push(key.slice('documents/'.length))
  return names.sort()
}

/** Writes a file in chunks as a client sends it, of a size that divides nothing evenly. */
async function receive(receiver: FileReceiver, name: string, bytes: Buffer): Promise<StoredFile> {
  const file = receiver.open(name)
  for (let at = 0; at < bytes.length; at += 1777) file.stream.write(bytes.subarray(at, at + 1777))
  file.stream.end()
  return file.stored
}

describe('received files', () => {
  const noise = Buffer.from(Array.from({ length: 150_000 }, (_, index) => (index * index * 31) % 251))
  const zip = (names: string[], comment = '') => {
    const files = Object.fromEntries(names.map((name) => [name, [noise, { level: 0 }]])) as Zippable
    const bytes = Buffer.from(zipSync(files))
    bytes.writeUInt16LE(comment.length, bytes.length - 2)
    return Buffer.concat([bytes, Buffer.from(comment)])
  }
  const compound = (stream: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), noise, Buffer.from(stream, 'utf16le'), noise])

  it.each<[string, string, Buffer]>([
    ['a PDF', 'a.txt', Buffer.concat([Buffer.from('%PDF-1.7\n'), noise])],
    ['an empty file', 'empty.pdf', Buffer.alloc(0)],
    ['a program', 'a.pdf', Buffer.concat([Buffer.from('MZ'), noise])],
    ['text', 'a.csv', Buffer.from('a;b\n1;2\n')],
    ['a small archive', 'a.zip', Buffer.from(zipSync({ 'word/document.xml': Buffer.from('<a/>') }))],
    ['a large document', 'a', zip(['[Content_Types].xml', 'word/document.xml'])],
    ['a large workbook', 'a', zip(['[Content_Types].xml', 'xl/workbook.xml'])],
    ['a large archive', 'a', zip(['one.pdf', 'two.pdf'])],
    ['a large OpenDocument sheet', 'a', zip(['mimetype', 'content.xml', 'META-INF/manifest.xml'])],
    ['a large presentation', 'a', zip(['[Content_Types].xml', 'ppt/presentation.xml'])],
    [
      'a large message',
      'a',
      Buffer.concat([Buffer.from('From: a@b.example\r\nDate: x\r\n\r\n%PDF-'), Buffer.alloc(90_000, 'text ')]),
    ],
    ['a large table', 'a', Buffer.from('paint;1.00\n'.repeat(20_000))],
    ['an archive with a comment', 'a', zip(['xl/workbook.xml'], `${'c'.repeat(3000)}PK\u0005\u0006`)],
    ['a truncated archive', 'a', zip(['word/document.xml']).subarray(0, 120_000)],
    ['an old document', 'a', compound('WordDocument')],
    ['an old workbook', 'a', compound('Workbook')],
    ['an old message', 'a', compound('__properties_version1.0')],
    ['an encrypted document', 'a.xlsx', compound('EncryptedPackage')],
  ])('are described like files in memory: %s', async (_, name, bytes) => {
    const receiver = new FileReceiver(deps)
    const file = await receive(receiver, name, bytes)
    const { bytes: _content, ...description } = describeFile({ name, bytes }, file.s3_name)
    expect(file).toEqual(description)
    expect((await deps.blobs.get(documentKey(file.s3_name))).equals(bytes)).toBe(true)
    await receiver.discard()
  })

  it('are deleted with their request unless a row refers to them', async () => {
    const receiver = new FileReceiver(deps)
    const files = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => receive(receiver, name, Buffer.from(name))))
    expect(await stored()).toEqual(files.map((file) => file.s3_name).sort())
    await storeThen(deps, [files[1]!, files[3]!], () => Promise.resolve())
    await receiver.discard()
    expect(await stored()).toEqual([files[1]!.s3_name, files[3]!.s3_name].sort())
    expect(await pending()).toEqual([])
    await deps.blobs.delete([1, 3].map((index) => documentKey(files[index]!.s3_name)))
  })

  it('are not stored when the stream is destroyed, and reject with its error', async () => {
    const receiver = new FileReceiver(deps)
    const { stream, stored: promise } = receiver.open('a')
    stream.write(noise)
    stream.destroy(new Error('the client disconnected'))
    await expect(promise).rejects.toThrow('the client disconnected')
    await receiver.discard()
    expect([await stored(), await drafts(), await pending()]).toEqual([[], [], []])
  })

  it('reject when the store fails, and end the stream', async () => {
    const receiver = new FileReceiver({
      ...deps,
      blobs: { ...deps.blobs, put: () => Promise.reject(new BlobUnavailable('full')) },
    })
    const { stream, stored: promise } = receiver.open('a')
    await expect(promise).rejects.toMatchObject({ status: 503 })
    await expect(finished(stream)).rejects.toMatchObject({ status: 503 })
  })

  it('reject when the store fails while it reads the stream', async () => {
    const put = async (_key: string, body: unknown) => {
      for await (const _chunk of body as Readable) break
      throw new BlobUnavailable('full')
    }
    const receiver = new FileReceiver({ ...deps, blobs: { ...deps.blobs, put } })
    const { stream, stored: promise } = receiver.open('a')
    stream.write(noise)
    await expect(promise).rejects.toMatchObject({ status: 503 })
    expect(stream.destroyed).toBe(true)
  })
})

describe('files left by a killed process', () => {
  it('are deleted after an hour: complete and unfinished files and their names', async () => {
    const receiver = new FileReceiver(deps)
    const whole = await receive(receiver, 'whole', Buffer.from('whole'))
    const used = await receive(receiver, 'used', Buffer.from('used'))
    await storeThen(deps, [used], () => Promise.resolve())
    // Never ended, so the store contains a draft.
    const { stream, stored: promise } = receiver.open('unfinished')
    stream.write(Buffer.alloc(100_000))
    await expect.poll(drafts).toHaveLength(1)

    expect(await deleteAbandonedFiles(deps)).toBe(0)
    expect(await stored()).toEqual([whole.s3_name, used.s3_name].sort())
    expect(await drafts()).toHaveLength(1)

    await age()
    expect(await runSweep(deps, 'expired')).toBeGreaterThanOrEqual(2)
    expect([await stored(), await drafts(), await pending()]).toEqual([[used.s3_name], [], []])
    stream.destroy(new Error('killed'))
    await expect(promise).rejects.toThrow()
    await deps.blobs.delete(documentKey(used.s3_name))
  })

  it('cannot be referred to by a row that is written too late', async () => {
    const receiver = new FileReceiver(deps)
    const file = await receive(receiver, 'late', Buffer.from('late'))
    await age()
    await deleteAbandonedFiles(deps)
    await expect(storeThen(deps, [file], () => Promise.resolve())).rejects.toMatchObject({ status: 503 })
  })

  it('include files created in memory until their row exists', async () => {
    const file = describeFile({ name: 'made', bytes: Buffer.from('made') })
    await storeThen(deps, [file], async () => expect(await pending()).toEqual([file.s3_name]))
    expect(await pending()).toEqual([])
    await deps.blobs.delete(documentKey(file.s3_name))
    const failed = describeFile({ name: 'failed', bytes: Buffer.from('failed') })
    await expect(storeThen(deps, [failed], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect([await stored(), await pending()]).toEqual([[], []])
  })
})
