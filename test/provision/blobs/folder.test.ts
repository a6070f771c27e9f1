import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
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

  it('lets exactly one of many concurrent writers create a blob', async () => {
    const blobs = openBlobs({ kind: 'folder', folder: newFolder() })
    const written = await Promise.all(
      Array.from({ length: 8 }, (_, index) => blobs.put('a/b', Buffer.from(`${index}`), { ifAbsent: true })),
    )
    expect(written.filter(Boolean)).toHaveLength(1)
    expect((await blobs.get('a/b')).toString()).toBe(String(written.indexOf(true)))
  })
})
