/** Temporary files of exports: nothing of them is left, whatever their reader does (contract 17.46). */
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { FileTooLarge, spool } from '../../src/domain/exports/spool.ts'

async function* pieces(...sizes: number[]) {
  for (const size of sizes) yield await Promise.resolve(Buffer.alloc(size, 'x'))
}

/** Descriptors of this process that belong to files of exports. */
const open = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('sheaf-export-')
    } catch {
      return false
    }
  })

describe('the file of an export', () => {
  it('has its size and SHA-256, can be read several times, and is closed', async () => {
    const file = await spool(1, pieces(70_000, 70_000))
    expect(file).toMatchObject({ size: 140_000, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    for (const _ of [1, 2]) expect(await buffer(file.read())).toEqual(Buffer.alloc(140_000, 'x'))
    expect(open()).toHaveLength(1)
    await file.close()
    await file.close()
    expect(open()).toEqual([])
  })

  it('is closed although one reader has not begun, and another has stopped in the middle', async () => {
    const file = await spool(1, pieces(200_000))
    file.read()
    for await (const _ of file.read()) break
    await file.close()
    expect(open()).toEqual([])
  })

  it('is removed when it is larger than its destination takes', async () => {
    await expect(spool(1, pieces(60_000, 60_000), 100_000)).rejects.toBeInstanceOf(FileTooLarge)
    expect(open()).toEqual([])
    await (await spool(1, pieces(50_000, 50_000), 100_000)).close()
  })

  it('can be closed when its reader ends, as answers do', async () => {
    const file = await spool(1, pieces(200_000))
    const reader = file.read()
    const ended = once(reader, 'close')
    reader.pipe(new PassThrough()).resume()
    await ended
    await file.close()
    expect(open()).toEqual([])
  })

  it('is closed if what makes it fails', async () => {
    async function* failing() {
      yield* pieces(10)
      throw new Error('no more')
    }
    await expect(spool(1, failing())).rejects.toThrow('no more')
    expect(open()).toEqual([])
  })
})
