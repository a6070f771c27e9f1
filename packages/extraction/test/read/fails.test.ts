import { describe, expect, it } from 'vitest'
import * as xlsx from '@e965/xlsx'
import { zipSync } from 'fflate'
import { readDocument } from '../../src/read/index.ts'
import { sniff } from '../../src/sniff.ts'
import { INVOICE, makeExecutable, makePdf } from './files.ts'

describe('readDocument', () => {
  it.each([
    ['an empty file', Buffer.alloc(0), 'empty', 'The file is empty.'],
    ['a program named .pdf', makeExecutable(), 'unsupported', 'The file is a program, not a document.'],
    ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'unsupported', 'The file is a program, not a document.'],
    [
      'a zip archive',
      Buffer.from(zipSync({ 'a.txt': Buffer.from('x') })),
      'unsupported',
      'The file is an archive, not a document.',
    ],
    ['a file above 40 MB', Buffer.alloc(40 * 2 ** 20 + 1), 'too_large', 'The file is larger than 40 MB.'],
    ['plain text', Buffer.from('Total: 100.00'), 'unsupported', expect.stringContaining('not a supported document')],
    ['a broken zip', Buffer.from('PK\x03\x04nothing'), 'unsupported', expect.any(String)],
    ['a broken office file', Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'damaged', expect.any(String)],
  ])('refuses %s with a reason', async (_, bytes, code, message) => {
    await expect(readDocument(bytes, { fileName: 'invoice.pdf' })).rejects.toMatchObject({
      name: 'ReadError',
      code,
      message,
    })
  })

  it('refuses a protected DOCX or XLSX, which is a compound file around an encrypted package', async () => {
    const container = xlsx.CFB.utils.cfb_new()
    xlsx.CFB.utils.cfb_add(container, 'EncryptedPackage', Buffer.alloc(5000, 1))
    xlsx.CFB.utils.cfb_add(container, 'EncryptionInfo', Buffer.alloc(5000, 1))
    const bytes = Buffer.from(xlsx.CFB.write(container, { type: 'buffer' }) as Uint8Array)
    await expect(readDocument(bytes)).rejects.toMatchObject({ name: 'ReadError', code: 'encrypted' })
  })

  it('refuses an office file that claims to unpack to hundreds of megabytes', async () => {
    const bytes = Buffer.from(
      zipSync({
        '[Content_Types].xml': Buffer.from('<Types/>'),
        'xl/workbook.xml': Buffer.from('<workbook/>'),
        'xl/worksheets/sheet1.xml': Buffer.alloc(210 * 2 ** 20, 32),
      }),
    )
    await expect(readDocument(bytes)).rejects.toMatchObject({ name: 'ReadError', code: 'too_large' })
  })

  it('determines the type by content, not by name', async () => {
    const document = await readDocument(await makePdf([INVOICE]), { fileName: 'holiday.png' })
    expect(document.reader).toBe('pdfium')
  })
})

describe('sniff', () => {
  it('recognises a PDF whose header is not at the start', async () => {
    expect(sniff(Buffer.concat([Buffer.from('\r\n\r\n'), await makePdf([INVOICE])]))).toBe('pdf')
  })

  it('distinguishes office documents from plain archives', () => {
    const zip = (name: string) =>
      Buffer.from(zipSync({ '[Content_Types].xml': Buffer.from('x'), [name]: Buffer.from('x') }))
    expect(sniff(zip('word/document.xml'))).toBe('docx')
    expect(sniff(zip('xl/workbook.xml'))).toBe('xlsx')
    expect(sniff(zip('ppt/presentation.xml'))).toBe('pptx')
    expect(sniff(Buffer.from(zipSync({ 'word.txt': Buffer.from('x'), 'inner.docx': Buffer.from('x') })))).toBe('zip')
  })
})
