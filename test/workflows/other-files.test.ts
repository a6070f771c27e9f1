/** One file of each type that people make, through the whole import: one document with its values, or one with the reason. */
import { INVOICES, PICTURES, REFUSED, zipOf } from '@sheaf/extraction/fixtures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { contentOfDocument } from '../../src/domain/documents/stored-file.ts'
import { aFixture, harness, task, until, type Harness } from './harness.ts'

interface Imported {
  id: number
  name: string
  mime_type: string
  parent_id: number | null
  status: string
  message: string | null
  s3_name: string
  size: number
}

describe('files of other types', () => {
  let stack: Harness
  beforeAll(async () => {
    stack = await harness()
    await stack.startWorker()
  })
  afterAll(() => stack.stop())

  /** Imports files, and those that are in them; returns all documents of the queue. */
  async function imported(files: { name: string; bytes: Buffer }[], count = files.length): Promise<Imported[]> {
    const { deps } = stack
    const fixture = await aFixture(deps)
    const { upload_id } = await createUpload(deps, { queue: fixture.queue, who: fixture.who, files })
    await until(
      () => task(deps, upload_id),
      (found) => found.status !== 'running',
    )
    const documents = (): Promise<Imported[]> =>
      deps
        .db('documents as d')
        .join('annotations as a', 'a.document_id', 'd.id')
        .where('a.queue_id', fixture.queue.id)
        .orderBy('d.id')
        .select(
          'd.id',
          'd.original_file_name as name',
          'd.mime_type',
          'd.parent_id',
          'd.s3_name',
          'd.size',
          'a.status',
          deps.db.raw(`a.messages->0->>'content' as message`),
        )
    return until(documents, (found) => found.length === count && found.every(({ status }) => status !== 'importing'))
  }

  it('that are read become one document each, with pages that can be shown', { timeout: 240_000 }, async () => {
    const names = [...Object.keys(INVOICES), ...Object.keys(PICTURES)]
    const documents = await imported(names.map((name) => ({ name, bytes: { ...INVOICES, ...PICTURES }[name]!() })))
    expect(documents.map(({ name, status }) => [name, status])).toEqual(names.map((name) => [name, 'to_review']))
    for (const document of documents) {
      const bytes = await contentOfDocument(stack.deps, document)
      const { width, height } = await stack.deps.documents.renderPage(bytes, { page: 1 })
      expect(width * height, document.name).toBeGreaterThan(1000)
    }
  })

  it('that are refused become one document each, with the reason', { timeout: 240_000 }, async () => {
    const documents = await imported(Object.entries(REFUSED).map(([name, [make]]) => ({ name, bytes: make() })))
    expect(documents.map(({ name, status }) => [name, status])).toEqual(
      Object.keys(REFUSED).map((name) => [name, 'failed_import']),
    )
    for (const { name, message } of documents) expect(message).toContain(REFUSED[name]![1])
  })

  it('that are messages are followed by their documents', { timeout: 240_000 }, async () => {
    const part = (name: string, bytes: Buffer) =>
      `--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=${name}\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n`
    const message = Buffer.from(
      `From: a@harrow.example\r\nSubject: Documents\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n${part('invoice.ods', INVOICES['invoice.ods']!())}${part('slides.pptx', REFUSED['slides.pptx']![0]())}--b--\r\n`,
    )
    const documents = await imported([{ name: 'message.eml', bytes: message }], 3)
    const [cover] = documents
    expect(documents.map(({ name, status, parent_id }) => [name, status, parent_id])).toEqual([
      ['message.eml', 'to_review', null],
      ['invoice.ods', 'to_review', cover!.id],
      ['slides.pptx', 'failed_import', cover!.id],
    ])
    expect(cover!.message).toBe('Attached files are not pages of this document: invoice.ods, slides.pptx.')
  })

  it('in an archive become one document each', { timeout: 240_000 }, async () => {
    const bytes = zipOf({ 'invoice.ods': INVOICES['invoice.ods']!(), 'sheet.numbers': REFUSED['sheet.numbers']![0]() })
    const documents = await imported([{ name: 'all.zip', bytes }], 2)
    expect(documents.map(({ name, status }) => [name, status])).toEqual([
      ['invoice.ods', 'to_review'],
      ['sheet.numbers', 'failed_import'],
    ])
  })
})
