import { zipSync, type Zippable } from 'fflate'
import { describe, expect, it } from 'vitest'
import { unpackArchive } from '../../src/sandbox/children/unpack.ts'

const file = (text = 'x') => Buffer.from(text)
const zip = (files: Zippable) => Buffer.from(zipSync(files))
const names = async (files: Zippable) => (await unpackArchive(zip(files))).map((entry) => entry.name)
const failure = (code: string) => expect.objectContaining({ name: 'ReadError', code })

describe('unpackArchive', () => {
  it('returns the files of the root with their content', async () => {
    const files = await unpackArchive(zip({ 'a.pdf': file('first'), 'ü b.pdf': file('second') }))
    expect(files.map((entry) => [entry.name, Buffer.from(entry.bytes).toString()])).toEqual([
      ['a.pdf', 'first'],
      ['ü b.pdf', 'second'],
    ])
  })

  it('returns the files of the only folder, but not of folders below it', async () => {
    expect(await names({ 'march/a.pdf': file(), 'march/b.pdf': file(), 'march/old/c.pdf': file() })).toEqual([
      'a.pdf',
      'b.pdf',
    ])
  })

  it('returns only files of the root if there are two folders', async () => {
    expect(await names({ 'a.pdf': file(), 'x/b.pdf': file(), 'y/c.pdf': file() })).toEqual(['a.pdf'])
  })

  it('omits files that operating systems add', async () => {
    const files = { 'march/a.pdf': file(), '__MACOSX/march/._a.pdf': file(), 'march/.DS_Store': file() }
    expect(await names(files)).toEqual(['a.pdf'])
  })

  it('refuses an archive without files that can be imported', async () => {
    await expect(names({ 'x/b.pdf': file(), 'y/c.pdf': file() })).rejects.toEqual(failure('empty'))
    await expect(unpackArchive(zip({}))).rejects.toEqual(failure('empty'))
  })

  it('refuses names outside the archive', async () => {
    for (const name of ['../a.pdf', 'x/../../a.pdf', '/etc/passwd', 'C:/a.pdf']) {
      await expect(names({ [name]: file() })).rejects.toEqual(failure('damaged'))
    }
  })

  it('refuses an archive with a declared size over 40 MB', async () => {
    const bomb = { 'a.pdf': Buffer.alloc(25 * 2 ** 20), 'b.pdf': Buffer.alloc(16 * 2 ** 20) }
    await expect(names(bomb)).rejects.toEqual(failure('too_large'))
  })

  it('refuses a zip bomb that declares a smaller size', async () => {
    const bytes = zip({ 'a.pdf': Buffer.alloc(60 * 2 ** 20) })
    const claim = Buffer.alloc(4)
    claim.writeUInt32LE(60 * 2 ** 20)
    const lie = Buffer.alloc(4)
    lie.writeUInt32LE(1000)
    for (let at = bytes.indexOf(claim); at >= 0; at = bytes.indexOf(claim)) lie.copy(bytes, at)
    await expect(unpackArchive(bytes)).rejects.toMatchObject({ name: 'ReadError' })
  })

  it('accepts 999 files and refuses 1000', async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.pdf`, file()]))
    await expect(names(many(1000))).rejects.toEqual(failure('too_large'))
    expect(await names(many(999))).toHaveLength(999)
  })

  it('refuses an encrypted archive', async () => {
    const bytes = zip({ 'a.pdf': file() })
    // Bit 0 of the flags, in the local header and in the directory.
    bytes.writeUInt16LE(bytes.readUInt16LE(6) | 1, 6)
    const directory = bytes.indexOf('PK\x01\x02')
    bytes.writeUInt16LE(bytes.readUInt16LE(directory + 8) | 1, directory + 8)
    await expect(unpackArchive(bytes)).rejects.toEqual(failure('encrypted'))
  })

  it('refuses a damaged archive', async () => {
    const bytes = zip({ 'a.pdf': Buffer.alloc(5000, 'abc') })
    await expect(unpackArchive(bytes.subarray(0, bytes.length - 30))).rejects.toEqual(failure('damaged'))
    bytes.fill(0xee, 40, 50)
    await expect(unpackArchive(bytes)).rejects.toEqual(failure('damaged'))
  })
})
