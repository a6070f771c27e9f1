import { ZipFile } from 'yazl'
import { describe, expect, it } from 'vitest'
import { INVOICES, REFUSED } from '@sheaf/extraction/fixtures'
import { recogniseFile, refuseType } from '../../src/domain/documents/file-type.ts'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function zip(...names: string[]): Promise<Buffer> {
  const archive = new ZipFile()
  for (const name of names) archive.addBuffer(Buffer.from('x'), name)
  archive.end()
  const chunks: Buffer[] = []
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
const compound = (stream: string) =>
  Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(512),
    Buffer.from(stream, 'utf16le'),
  ])

describe('recogniseFile', () => {
  it.each([
    'text/\u017c\u00f3',
    'text/a\nb',
    'text/a b',
    'text',
    'text/',
    '/a',
    'a/b/c',
    `text/${'x'.repeat(128)}`,
    'text/"a"',
  ])('takes the declared type %j for unknown, because it fits into no header', (declared) => {
    expect(recogniseFile(Buffer.from('x'), 'a', declared)).toBe('application/octet-stream')
    expect(recogniseFile(Buffer.from('x'), 'a.json', declared)).toBe('application/json')
  })

  it('keeps declared types with all characters that they may have', () => {
    expect(recogniseFile(Buffer.from('x'), 'a', 'application/vnd.a-b+c_d.1; x=y')).toBe('application/vnd.a-b+c_d.1')
  })

  it.each<[string, Buffer, string]>([
    ['%PDF-1.4', Buffer.from('%PDF-1.4'), 'application/pdf'],
    ['a PDF after some bytes', Buffer.from('\n\n junk %PDF-1.4'), 'application/pdf'],
    ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'image/png'],
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
    ['a TIFF', Buffer.from([0x49, 0x49, 0x2a, 0x00]), 'image/tiff'],
    ['a Word 97 file', compound('WordDocument'), 'application/msword'],
    ['an Excel 97 file', compound('Workbook'), 'application/vnd.ms-excel'],
    ['an ELF program', Buffer.from('\x7fELF', 'latin1'), 'application/x-executable'],
    ['a script', Buffer.from('#!/bin/sh\n'), 'application/x-executable'],
  ])('recognises %s by its content', (_, bytes, type) => {
    expect(recogniseFile(bytes, 'anything.txt', 'text/plain')).toBe(type)
  })

  it('distinguishes office files from archives by their members, not by members of members', async () => {
    expect(recogniseFile(await zip('[Content_Types].xml', 'word/document.xml'), 'a.zip')).toBe(word)
    expect(recogniseFile(await zip('[Content_Types].xml', 'xl/workbook.xml'), 'a.zip')).toBe(excel)
    expect(recogniseFile(await zip('word.txt', 'inner.docx'), 'a.docx')).toBe('application/zip')
  })

  it('recognises files of other types by their content, whatever their name', () => {
    for (const [name, make] of Object.entries(INVOICES)) {
      const type = recogniseFile(make(), 'a.zip', 'application/zip')
      expect(type, name).not.toMatch(/zip|octet-stream/)
      expect(refuseType({ name, mime_type: type, size: 9 }), name).toBeNull()
    }
    for (const [name, [make]] of Object.entries(REFUSED)) {
      const type = recogniseFile(make(), name)
      expect(type, name).not.toMatch(/zip|octet-stream/)
      if (!name.startsWith('locked'))
        expect(refuseType({ name, mime_type: type, size: 9 }), name).toMatch(/cannot be read/)
    }
  })

  it('recognises a protected office file by its name', () => {
    expect(recogniseFile(compound('EncryptedPackage'), 'a.xlsx')).toBe(excel)
    expect(recogniseFile(compound('EncryptedPackage'), 'a.docx')).toBe(word)
  })

  it('uses the declared type, then the name, only for files without a signature', () => {
    const text = Buffer.from('a;b;c')
    expect(recogniseFile(text, 'a.json')).toBe('application/json')
    expect(recogniseFile(text, 'a.csv', 'application/json; charset=utf-8')).toBe('application/json')
    expect(recogniseFile(text, 'a.pdf', 'application/pdf')).toBe('application/octet-stream')
    expect(recogniseFile(text, 'a')).toBe('application/octet-stream')
    for (const name of ['x.constructor', 'x.__proto__', 'x.toString'])
      expect(recogniseFile(text, name)).toBe('application/octet-stream')
  })

  it('does not take a file for a table, a page or a message because of its name or declared type', () => {
    expect(recogniseFile(Buffer.from('one column\nonly'), 'a.csv')).toBe('text/plain')
    expect(recogniseFile(Buffer.from('no page'), 'a', 'text/html')).toBe('text/plain')
    const binary = Buffer.from([1, 2, 3, 250, 5, 6, 7, 8, 9, 10])
    for (const declared of ['text/html', 'text/csv', 'message/rfc822'])
      expect(recogniseFile(binary, 'a.html', declared)).toBe('application/octet-stream')
    expect(recogniseFile(Buffer.from('a;b\nc;d\n'), 'a.txt', 'text/plain')).toBe('text/csv')
  })
})

describe('refuseType', () => {
  const pdf = { name: 'a.pdf', mime_type: 'application/pdf', size: 9 }

  it('accepts readable types', () => {
    expect(refuseType(pdf)).toBeNull()
    expect(refuseType(pdf, ['application/pdf'])).toBeNull()
    expect(refuseType(pdf, ['image/*', 'application/*'])).toBeNull()
  })
  it('returns the reason', () => {
    expect(refuseType({ ...pdf, size: 0 })).toBe('a.pdf is empty.')
    expect(refuseType({ ...pdf, mime_type: 'application/x-executable' })).toBe('a.pdf is a program, not a document.')
    expect(refuseType({ ...pdf, mime_type: 'text/plain' }, ['text/plain'])).toMatch(
      /^a\.pdf is of type text\/plain, which cannot be imported/,
    )
    expect(refuseType({ ...pdf, name: 'a.msg', mime_type: 'application/vnd.ms-outlook' })).toBe(
      'a.msg is a message of Outlook (MSG), which cannot be read. Send its attachments, or the message itself by email or as EML.',
    )
    expect(refuseType(pdf, ['image/*'])).toBe('a.pdf is of type application/pdf, which this queue does not accept.')
  })
})
