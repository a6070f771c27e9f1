import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { BlobNotFound, BlobUnavailable, openBlobs } from '../../../src/blobs/index.ts'
import { describeBlobs } from './suite.ts'

const root = mkdtempSync(join(tmpdir(), 'sheaf-blobs-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let count = 0
const newFolder = () => join(root, String(++count), 'blobs')

describeBlobs('blobs in a folder', () => openBlobs({ kind: 'folder', folder: newFolder() }))

describe('the blob folder', () => {
  it('is unavailable, not empty, when it disappears, and is not created again', async () => {
    const folder = newFolder()
    const blobs = openBlobs({ kind: 'folder', folder })
    await blobs.put('a/b', Buffer.from('x'))
    await rename(folder, `${folder}-moved`)
    await expect(blobs.get('a/b')).rejects.toBeInstanceOf(BlobUnavailable)
    await expect(blobs.put('a/c', Buffer.from('x'))).rejects.toBeInstanceOf(BlobUnavailable)
    await expect(blobs.head('a/b')).rejects.toBeInstanceOf(BlobUnavailable)
    await expect(blobs.check()).rejects.toThrow(/^The blob folder \(.*\) cannot be used: ENOENT/)
    await rename(`${folder}-moved`, folder)
    expect((await blobs.get('a/b')).toString()).toBe('x')
    await expect(blobs.get('a/c')).rejects.toBeInstanceOf(BlobNotFound)
  })

  it('works once a file in its place is removed', async () => {
    const folder = newFolder()
    await mkdir(join(folder, '..'), { recursive: true })
    await writeFile(folder, 'a file')
    const blobs = openBlobs({ kind: 'folder', folder })
    await expect(blobs.put('a/b', Buffer.from('x'))).rejects.toBeInstanceOf(BlobUnavailable)
    await rm(folder)
    expect(await blobs.put('a/b', Buffer.from('x'))).toBe(true)
  })

  it('leaves no drafts after writing, and removes those of a crashed process', async () => {
    const folder = newFolder()
    const drafts = join(folder, '.tmp')
    await mkdir(drafts, { recursive: true })
    await writeFile(join(drafts, 'old'), 'x')
    await utimes(join(drafts, 'old'), 0, 0)
    await writeFile(join(drafts, 'fresh'), 'x')
    const blobs = openBlobs({ kind: 'folder', folder })
    await blobs.put('a/b', Buffer.from('x'))
    await blobs.put('a/b', Buffer.from('y'), { ifAbsent: true })
    expect(await readdir(drafts)).toEqual(['fresh'])
  })

  it('discards the drafts of one key while other keys are written', async () => {
    const folder = newFolder()
    const blobs = openBlobs({ kind: 'folder', folder })
    const drafts = () => readdir(join(folder, '.tmp'))
    const endless = ['a/b', 'a/b/c', 'a/b1'].map((key) => {
      const stream = new PassThrough()
      return { key, stream, put: blobs.put(key, stream) }
    })
    await expect.poll(drafts).toHaveLength(3)
    await blobs.discard('a/b')
    expect((await drafts()).map((name) => name.replace(/~~.*/, '')).sort()).toEqual(['a~b1', 'a~b~c'])
    for (const { stream } of endless) stream.end('x')
    const ends = await Promise.allSettled(endless.map(({ put }) => put))
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  })

  it('reports its own failure while the source has more to send, and destroys the source', async () => {
    const blobs = openBlobs({ kind: 'folder', folder: newFolder() })
    // A chunk that no file can contain: writing fails in the middle, as on a full disk.
    const source = Readable.from([Buffer.from('one'), {}, Buffer.from('two')])
    await expect(blobs.put('a/b', source)).rejects.toBeInstanceOf(BlobUnavailable)
    expect(source.destroyed).toBe(true)
  })

  it('lets exactly one of many concurrent writers create a blob', async () => {
    const blobs = openBlobs({ kind: 'folder', folder: newFolder() })
    const written = await Promise.all(
      Array.from({ length: 8 }, (_, index) => blobs.put('a/b', Buffer.from(`${index}`), { ifAbsent: true })),
    )
    expect(written.filter(Boolean)).toHaveLength(1)
    expect((await blobs.get('a/b')).toString()).toBe(String(written.indexOf(true)))
  })

  it('lists the blobs of one document without reading the rest of the store', async () => {
    const folder = newFolder()
    const blobs = openBlobs({ kind: 'folder', folder })
    for (const key of ['pages/a/1', 'pages/a/2.300', 'pages/b/1', 'documents/a']) await blobs.put(key, Buffer.from('x'))
    // A file instead of a subfolder: reading the whole store fails there.
    await writeFile(join(folder, 'not-a-folder'), '')
    expect((await keysOf(blobs, 'pages/a/')).sort()).toEqual(['pages/a/1', 'pages/a/2.300'])
    expect(await keysOf(blobs, 'pages/none/')).toEqual([])
    await expect(keysOf(blobs, 'pages/')).rejects.toBeInstanceOf(BlobUnavailable)
  })

  it('moves the files of earlier versions to their place, and deletes those written there meanwhile', async () => {
    const folder = newFolder()
    const early = async (key: string) => {
      const hash = createHash('sha256').update(key).digest('hex')
      const path = join(folder, hash.slice(0, 2), hash.slice(2, 4))
      await mkdir(path, { recursive: true })
      await writeFile(join(path, key.replaceAll('/', '~')), key)
    }
    for (const key of ['pages/a/1', 'pages/a/2', 'words/a']) await early(key)
    const blobs = openBlobs({ kind: 'folder', folder })
    expect((await keysOf(blobs, 'pages/a/')).sort()).toEqual(['pages/a/1', 'pages/a/2'])
    for (const key of ['pages/a/1', 'pages/a/2', 'words/a']) expect((await blobs.get(key)).toString()).toBe(key)
    await early('pages/a/3')
    expect(await keysOf(blobs, '')).toHaveLength(4)
    await blobs.delete(['pages/a/1', 'pages/a/2', 'pages/a/3', 'words/a'])
    expect(await keysOf(openBlobs({ kind: 'folder', folder }), '')).toEqual([])
  })

  it('is accessible only to the user of the service, whatever the umask', async () => {
    const folder = newFolder()
    await mkdir(join(folder, '..'), { recursive: true })
    const before = process.umask(0)
    try {
      const blobs = openBlobs({ kind: 'folder', folder })
      await blobs.put('pages/a/1', Buffer.from('x'))
      await blobs.put('documents/a', Buffer.from('x'), { ifAbsent: true })
    } finally {
      process.umask(before)
    }
    const modes = new Set<string>()
    for (const entry of ['.', ...(await readdir(folder, { recursive: true }))]) {
      const found = await stat(join(folder, entry))
      modes.add(`${found.isDirectory() ? 'folder' : 'file'} ${(found.mode & 0o777).toString(8)}`)
    }
    expect([...modes].sort()).toEqual(['file 600', 'folder 700'])
  })

  it('makes the folder of an earlier version private', async () => {
    const folder = newFolder()
    await mkdir(join(folder, 'ab', 'cd'), { recursive: true, mode: 0o755 })
    await writeFile(join(folder, 'ab', 'cd', 'documents~a'), 'x', { mode: 0o644 })
    const blobs = openBlobs({ kind: 'folder', folder })
    expect((await blobs.get('documents/a')).toString()).toBe('x')
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const [moved] = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('documents~a'))
    expect((await stat(join(folder, moved!))).mode & 0o777).toBe(0o600)
  })

  it('deletes unfinished files older than a day on request', async () => {
    const folder = newFolder()
    const blobs = openBlobs({ kind: 'folder', folder })
    await blobs.check()
    for (const name of ['old', 'fresh']) await writeFile(join(folder, '.tmp', name), 'x')
    await utimes(join(folder, '.tmp', 'old'), 0, 0)
    expect(await blobs.deleteRemains()).toBe(1)
    expect(await readdir(join(folder, '.tmp'))).toEqual(['fresh'])
  })
})

async function keysOf(blobs: ReturnType<typeof openBlobs>, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of blobs.list(prefix)) keys.push(key)
  return keys
}
