/** Attached files of all types that the reader knows: which of them are imported, and none is unpacked that is a document. */
import { INVOICES, PICTURES, REFUSED } from '@sheaf/extraction/fixtures'
import { describe, expect, it } from 'vitest'
import { recogniseFile, refuseType } from '../../src/domain/documents/file-type.ts'
import { rejectFile } from '../../src/rules/mail/incoming.ts'
import { parseEmail } from '../../src/sandbox/children/parse-email.ts'
import { file, multipart, text } from './parts.ts'

const HEAD = ['From: a@harrow.example', 'To: in@example.org', 'Subject: Documents']
const conditions = { document_rejection_conditions: { enabled: false } } as unknown as Parameters<typeof rejectFile>[1]

/** Returns what becomes of the files of a message: null for those that are imported. */
async function statusesOf(files: Record<string, Buffer>, declared = 'application/octet-stream') {
  const parts = Object.entries(files).map(([name, bytes]) => file(name, bytes, declared))
  const parsed = await parseEmail(multipart('mixed', [text('See below'), ...parts], HEAD))
  return Object.fromEntries(
    parsed.files.map((part) => {
      const bytes = Buffer.from(part.bytes)
      const found = { ...part, mime_type: recogniseFile(bytes, part.name, part.declared), size: bytes.length }
      return [part.name, rejectFile(found, conditions, (one) => refuseType(one) === null)]
    }),
  )
}

const made = (files: Record<string, () => Buffer>) =>
  Object.fromEntries(Object.entries(files).map(([name, make]) => [name, make()]))

describe('attached files', () => {
  it('are imported as one document each', async () => {
    const { 'invoice.eml': message, ...files } = made(INVOICES)
    expect(await statusesOf(files)).toEqual(Object.fromEntries(Object.keys(files).map((name) => [name, null])))
    expect(await statusesOf({ 'invoice.eml': message! })).toEqual({ 'invoice.eml': 'extracted_archive' })
    expect(await statusesOf({ 'invoice.eml': message! }, 'text/plain')).toEqual({ 'invoice.eml': null })
  })

  it('are not unpacked if they are refused by name', async () => {
    const files = made(Object.fromEntries(Object.entries(REFUSED).map(([name, [make]]) => [name, make])))
    const statuses = await statusesOf(files)
    expect(Object.keys(statuses)).toEqual(Object.keys(files))
    // A password is found by the reader, whose reason the document then has.
    for (const [name, status] of Object.entries(statuses))
      expect(status, name).toBe(name.startsWith('locked') ? null : 'filtered_by_queue_mime_type')
  })

  it('are left out if the transport made them', async () => {
    const page = Buffer.from('<html><p>Text behind a file</p></html>')
    expect(await statusesOf({ 'ATT00001.htm': page, 'ATT2.html': page, 'invoice.html': page })).toEqual({
      'invoice.html': null,
    })
    expect(await statusesOf({ 'headers.txt': Buffer.from('From: a\r\nTo: b\r\n') }, 'text/rfc822-headers')).toEqual({})
  })

  it('that are small pictures are logos, whatever their type', async () => {
    expect(await statusesOf(made(PICTURES))).toEqual({
      'photograph.heic': 'filtered_by_inbox_resolution',
      'scan.bmp': 'filtered_by_inbox_resolution',
    })
  })

  it('that are broken pictures are said to be', async () => {
    for (const [name, bytes] of Object.entries(made(PICTURES)))
      expect(await statusesOf({ [name]: bytes.subarray(0, 24) }, 'image/heic')).toEqual({ [name]: 'broken_image' })
  })
})
