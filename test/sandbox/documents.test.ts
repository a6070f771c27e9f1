import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDocumentSandbox } from '../../src/sandbox/documents.ts'
import { onBehalfOf } from '../../src/work/on-behalf.ts'
import { INVOICE, makeEncryptedPdf, makeExecutable, makeHugePng, makePdf } from '@sheaf/extraction/fixtures'

describe('document sandbox', () => {
  let sandbox: ReturnType<typeof openDocumentSandbox>
  beforeAll(() => {
    sandbox = openDocumentSandbox({ processes: 1 })
  })
  afterAll(() => sandbox.close())

  it('reads a document', async () => {
    const document = await sandbox.read(await makePdf([INVOICE]), {})
    expect(document.pages[0]!.lines.map((line) => line.text)).toContain('Total amount due 1,234.50 EUR')
  })

  it('returns lines that contain the words of the page', async () => {
    const page = (await sandbox.read(await makePdf([INVOICE]), {})).pages[0]!
    for (const line of page.lines) for (const word of line.words) expect(page.words).toContain(word)
    expect(page.lines.flatMap((line) => line.words)).toHaveLength(page.words.length)
  })

  it('finds values in a document', async () => {
    const { extraction, document } = await sandbox.extract(await makePdf([INVOICE]), {})
    expect(document.pageCount).toBe(1)
    expect(document.picture).toMatch(/^[0-9a-f]{64}$/)
    expect(extraction.fields.date_issue?.value).toBe('2024-03-05')
  })

  it('finds the same values in a quick request', async () => {
    const bytes = await makePdf([INVOICE])
    expect(await sandbox.extractFast(bytes, {})).toEqual(await sandbox.extract(bytes, {}))
  })

  it('does not start OCR in a quick request', async () => {
    const { png } = await sandbox.renderPage(await makePdf([INVOICE]), { page: 1 })
    expect(await sandbox.extractFast(png, {})).toBeNull()
  })

  it('reads quick requests in a process of their own while long ones occupy the others', async () => {
    const bytes = await makePdf([INVOICE])
    const { png } = await sandbox.renderPage(bytes, { page: 1, width: 2400 })
    let goesOn = true
    // Two at any time: while one is read, another one waits.
    const occupy = async () => {
      while (goesOn) await sandbox.extract(png, {})
    }
    const long = Promise.all([occupy(), occupy()])
    expect(await sandbox.extractFast(bytes, {})).toBeNull()
    await expect
      .poll(() => sandbox.extractFast(bytes, {}))
      .not.toBeNull()
      .finally(() => (goesOn = false))
    expect(sandbox.pids).toHaveLength(2)
    await long
    expect(await sandbox.extractFast(bytes, {})).not.toBeNull()
  })

  it('reads the documents of organizations in turns', async () => {
    const bytes = await makePdf([INVOICE])
    const order: number[] = []
    const read = (organization_id: number) =>
      onBehalfOf({ organization_id }, () => sandbox.extract(bytes, {})).then(() => order.push(organization_id))
    await Promise.all([1, 1, 1, 1, 1, 1, 2, 3, 2].map(read))
    expect(order.slice(0, 5).sort()).toEqual([1, 1, 2, 2, 3])
  })

  it('reports in a quick request why it cannot read a file', async () => {
    const encrypted = await makeEncryptedPdf('secret')
    await expect(sandbox.extractFast(encrypted, {})).rejects.toMatchObject({ name: 'ReadError', code: 'encrypted' })
  })

  it('renders a page', async () => {
    const page = await sandbox.renderPage(await makePdf([INVOICE]), { page: 1, width: 300 })
    expect(page).toMatchObject({ width: 300, height: 424 })
    expect(Buffer.from(page.png.subarray(1, 4)).toString()).toBe('PNG')
  })

  it('unpacks an archive', async () => {
    const pdf = Buffer.from(await makePdf([INVOICE]))
    const files = await sandbox.unpack(zipSync({ 'a.pdf': pdf, 'b.txt': Buffer.from('note') }))
    expect(files.map((file) => [file.name, Buffer.from(file.bytes)])).toEqual([
      ['a.pdf', pdf],
      ['b.txt', Buffer.from('note')],
    ])
  })

  it.each([
    ['an empty file', () => Buffer.alloc(0), 'empty'],
    ['a PDF with a password', () => makeEncryptedPdf('secret'), 'encrypted'],
    ['a truncated PDF', async () => (await makePdf([INVOICE])).subarray(0, 900), 'damaged'],
    ['a picture of 30,000 x 30,000 pixels', () => makeHugePng(30_000, 30_000), 'too_many_pixels'],
    ['a program named .pdf', () => makeExecutable(), 'unsupported'],
  ])('reports why it cannot read %s, and reads the next document', async (_, make, code) => {
    const pids = sandbox.pids
    await expect(sandbox.read(await make(), {})).rejects.toMatchObject({ name: 'ReadError', code })
    expect((await sandbox.read(await makePdf([INVOICE]), {})).pageCount).toBe(1)
    expect(sandbox.pids).toEqual(pids)
  })

  it('uses constant memory over 300 documents', async () => {
    const bytes = await makePdf([INVOICE, INVOICE])
    for (let n = 0; n < 100; n++) await sandbox.read(bytes, {})
    const [before] = sandbox.memoryMb
    for (let n = 0; n < 200; n++) await sandbox.read(bytes, {})
    const [after] = sandbox.memoryMb
    // A page that is not closed would leak about a megabyte.
    expect(after! - before!).toBeLessThan(40)
  })
})
