import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { BlobNotFound, type Blobs } from '../../../src/blobs/index.ts'

const listed = async (blobs: Blobs, prefix: string) => {
  const keys: string[] = []
  for await (const key of blobs.list(prefix)) keys.push(key)
  return keys.sort()
}

/** Tests every blob store. `open` returns an empty store; `atomic` is false for a test server that writes in place. */
export function describeBlobs(name: string, open: () => Blobs | Promise<Blobs>, { atomic = true } = {}): void {
  describe(name, () => {
    let blobs: Blobs
    beforeAll(async () => {
      blobs = await open()
    })

    it('returns stored blobs, from bytes and from a stream', async () => {
      const bytes = Buffer.from([0, 255, 10, 13, 128])
      await blobs.put('round/bytes', bytes, { contentType: 'application/pdf' })
      expect(await blobs.get('round/bytes')).toEqual(bytes)
      await blobs.put('round/stream', Readable.from([Buffer.from('one '), Buffer.from('two')]))
      expect((await blobs.get('round/stream')).toString()).toBe('one two')
      expect((await buffer(await blobs.stream('round/stream'))).toString()).toBe('one two')
    })

    it.each([{}, { ifAbsent: true }])(
      'rethrows the error of a stream that fails before it is read (%o)',
      async (options) => {
        const failed = Readable.from([Buffer.from('one')])
        const put = blobs.put('failed/early', failed, options)
        failed.destroy(new Error('The source failed.'))
        await expect(put).rejects.toThrow('The source failed.')
        expect(await blobs.head('failed/early')).toBeNull()
      },
    )

    it('stores empty blobs', async () => {
      await blobs.put('round/empty', Buffer.alloc(0))
      expect(await blobs.get('round/empty')).toEqual(Buffer.alloc(0))
      expect(await blobs.head('round/empty')).toMatchObject({ size: 0 })
    })

    it('stores a stream that is larger than one part', async () => {
      const part = Buffer.alloc(1_500_000)
      const parts = Array.from({ length: 12 }, (_, index) => Buffer.from(part).fill(index))
      await blobs.put('round/large', Readable.from(parts))
      expect(await blobs.head('round/large')).toMatchObject({ size: 18_000_000 })
      expect((await blobs.get('round/large')).equals(Buffer.concat(parts))).toBe(true)
    })

    it('replaces a blob, or keeps it with ifAbsent', async () => {
      expect(await blobs.put('again/one', Buffer.from('first'))).toBe(true)
      expect(await blobs.put('again/one', Buffer.from('second'))).toBe(true)
      expect(await blobs.put('again/one', Buffer.from('third'), { ifAbsent: true })).toBe(false)
      expect((await blobs.get('again/one')).toString()).toBe('second')
      expect(await blobs.put('again/two', Buffer.from('new'), { ifAbsent: true })).toBe(true)
      expect((await blobs.get('again/two')).toString()).toBe('new')
    })

    it('streams ranges, both ends included', async () => {
      await blobs.put('range/it', Buffer.from('0123456789'))
      const read = async (start: number, end?: number) =>
        (await buffer(await blobs.stream('range/it', { start, ...(end === undefined ? {} : { end }) }))).toString()
      expect(await read(2, 4)).toBe('234')
      expect(await read(7)).toBe('789')
      expect(await read(8, 50)).toBe('89')
      await expect(read(10)).rejects.toThrow(RangeError)
    })

    it('distinguishes a missing blob from a failure', async () => {
      await expect(blobs.get('missing/blob')).rejects.toBeInstanceOf(BlobNotFound)
      await expect(blobs.stream('missing/blob')).rejects.toMatchObject({ key: 'missing/blob' })
      expect(await blobs.head('missing/blob')).toBeNull()
    })

    it('deletes one or many blobs, and ignores missing ones', async () => {
      await Promise.all(['gone/a', 'gone/b', 'gone/c'].map((key) => blobs.put(key, Buffer.from(key))))
      await blobs.delete(['gone/a', 'gone/none', 'gone/b'])
      expect(await listed(blobs, 'gone/')).toEqual(['gone/c'])
      await blobs.delete('gone/c')
      await blobs.delete([])
      expect(await listed(blobs, 'gone/')).toEqual([])
    })

    it('discards a blob with unfinished writes, and ignores a missing one', async () => {
      await Promise.all(['left/a', 'left/a1'].map((key) => blobs.put(key, Buffer.from(key))))
      await blobs.discard('left/a')
      await blobs.discard('left/a')
      expect(await listed(blobs, 'left/')).toEqual(['left/a1'])
    })

    it('lists the keys with a prefix', async () => {
      const keys = ['list/a', 'list/a.100', 'list/b/1', 'list/b/2', 'listing']
      await Promise.all(keys.map((key) => blobs.put(key, Buffer.from('x'))))
      expect(await listed(blobs, 'list/')).toEqual(['list/a', 'list/a.100', 'list/b/1', 'list/b/2'])
      expect(await listed(blobs, 'list/b')).toEqual(['list/b/1', 'list/b/2'])
      expect(await listed(blobs, 'list')).toEqual(keys)
    })

    it.each(['', '/a', 'a/', 'a//b', '..', '../a', 'a/../b', './a', 'a~b', 'a\\b', 'ä', 'a\0', 'x'.repeat(201)])(
      'refuses the key %j in every operation',
      async (key) => {
        await expect(blobs.put(key, Buffer.from('x'))).rejects.toThrow(TypeError)
        await expect(blobs.get(key)).rejects.toThrow(TypeError)
        await expect(blobs.stream(key)).rejects.toThrow(TypeError)
        await expect(blobs.head(key)).rejects.toThrow(TypeError)
        await expect(blobs.delete([key])).rejects.toThrow(TypeError)
      },
    )

    it('stores nothing when the source of a blob fails, and rejects with its error', async () => {
      async function* broken() {
        yield await Promise.resolve(Buffer.alloc(100_000))
        throw new Error('the client disconnected')
      }
      await expect(blobs.put('broken/one', Readable.from(broken()))).rejects.toThrow('the client disconnected')
      expect(await blobs.head('broken/one')).toBeNull()
    })

    const whenAtomic = (name: string, test: () => Promise<void>) => void (atomic && it(name, test))
    whenAtomic('returns only complete blobs while several writers use the same key', async () => {
      const bodies = Array.from({ length: 6 }, (_, index) => Buffer.alloc(200_000, index))
      await Promise.all(bodies.map((body) => blobs.put('race/one', body)))
      const kept = await blobs.get('race/one')
      expect(bodies.filter((body) => body.equals(kept))).toHaveLength(1)
    })

    it('passes its readiness check', async () => {
      await expect(blobs.check()).resolves.toBeUndefined()
    })
  })
}
