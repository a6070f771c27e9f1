import * as xlsx from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import { sniff } from '../../src/sniff.ts'
import { zipOf } from './office-files.ts'

const x = 'x'
const compound = (...streams: string[]): Buffer => {
  const container = xlsx.CFB.utils.cfb_new()
  for (const name of streams) xlsx.CFB.utils.cfb_add(container, name, Buffer.alloc(5000, 1))
  return Buffer.from(xlsx.CFB.write(container, { type: 'buffer' }) as Uint8Array)
}
const ooxml = (...names: string[]) =>
  zipOf({ '[Content_Types].xml': x, ...Object.fromEntries(names.map((name) => [name, x])) })
const opendocument = (type: string) =>
  zipOf({ mimetype: `application/vnd.oasis.opendocument.${type}`, 'content.xml': x, 'META-INF/manifest.xml': x })

const AS_PDF = 'Save it as PDF and send that file.'
const IWORK =
  'The file is a document of Apple Pages, Numbers or Keynote, which cannot be read. Export it as PDF and send that file.'
const POWERPOINT = `The file is a PowerPoint presentation, which cannot be read. ${AS_PDF}`

describe('files that are refused by their name', () => {
  it.each<[string, Buffer, string]>([
    [
      'XLSB',
      ooxml('xl/workbook.bin', 'xl/worksheets/sheet1.bin'),
      'The file is a binary Excel workbook (XLSB), which cannot be read. Save it as XLSX or PDF and send that file.',
    ],
    ['PPTX', ooxml('ppt/presentation.xml', 'ppt/embeddings/book.xlsx'), POWERPOINT],
    ['PPT', compound('PowerPoint Document', 'Current User'), POWERPOINT],
    [
      'ODP',
      opendocument('presentation'),
      `The file is an OpenDocument presentation (ODP), which cannot be read. ${AS_PDF}`,
    ],
    [
      'ODG',
      opendocument('graphics'),
      `The file is an OpenDocument file of another kind than text and spreadsheet, which cannot be read. ${AS_PDF}`,
    ],
    [
      'VSDX',
      ooxml('visio/document.xml'),
      `The file is an office file of another kind than Word and Excel, which cannot be read. ${AS_PDF}`,
    ],
    ['Numbers', zipOf({ 'Index/Document.iwa': x, 'Index/Tables/DataList.iwa': x, 'preview.jpg': x }), IWORK],
    ['Keynote', zipOf({ 'Index/Slide-1.iwa': x, 'Metadata/Properties.plist': x }), IWORK],
    ['Pages of 2009', zipOf({ 'index.xml': x, 'QuickLook/Preview.pdf': x }), IWORK],
    ['Pages of 2007', zipOf({ 'index.xml': x, 'buildVersionHistory.plist': x, 'thumbs/a.png': x }), IWORK],
    [
      'MSG',
      compound('__properties_version1.0', '__substg1.0_0037001F'),
      'The file is a message of Outlook (MSG), which cannot be read. Send its attachments, or the message itself by email or as EML.',
    ],
  ])('%s', async (_, bytes, message) => {
    await expect(readDocument(bytes)).rejects.toMatchObject({ name: 'ReadError', code: 'unsupported', message })
  })

  it('are no archives with an index', () => {
    expect(sniff(zipOf({ 'index.xml': x, 'gdpdu-01-08-2002.dtd': x, 'invoices/1.pdf': x }))).toBe('zip')
  })

  it('are those with a password', async () => {
    const encrypted = (what: string) => ({
      name: 'ReadError',
      code: 'encrypted',
      message: `The ${what} is protected with a password. Save it without the password and send that file.`,
    })
    await expect(readDocument(compound('EncryptedPackage', 'EncryptionInfo'))).rejects.toMatchObject(
      encrypted('Word, Excel or PowerPoint file'),
    )
    const bytes = ooxml('word/document.xml')
    // The flag of the entries, in the directory of the archive.
    for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4)) bytes[at + 8]! |= 1
    await expect(readDocument(bytes)).rejects.toMatchObject(encrypted('DOCX file'))
  })
})
