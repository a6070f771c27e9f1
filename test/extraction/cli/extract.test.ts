import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SMALL_INVOICE } from '@sheaf/extraction/fixtures'

const run = promisify(execFile)
const script = join(import.meta.dirname, '..', '..', '..', 'src', 'cli', 'main.ts')
let folder: string

/** Writes the small invoice as a PDF; the page image has 150 dpi, the PDF 72. */
async function makePdf(file: string): Promise<void> {
  const pdf = new PDFDocument({ size: 'A4', margin: 0 })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise((resolve) => pdf.on('end', resolve))
  for (const [x, y, text, size = 16] of SMALL_INVOICE)
    pdf.fontSize(size * 0.48).text(text, x * 0.48, y * 0.48, { lineBreak: false })
  pdf.end()
  await done
  await writeFile(file, Buffer.concat(chunks))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-extract-'))
  await makePdf(join(folder, 'invoice.pdf'))
  await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7\nnothing follows')
  await writeFile(join(folder, 'empty.pdf'), '')
})
afterAll(() => rm(folder, { recursive: true }))

describe('sheaf extract', () => {
  it('prints one line of JSON per file in order, with errors on the line of their file', async () => {
    const files = ['broken.pdf', 'invoice.pdf', 'missing.pdf', 'empty.pdf'].map((name) => join(folder, name))
    const ended = await run(process.execPath, [script, 'extract', '--json', '--no-embedded-xml', ...files]).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('[4/4] ') })
    const lines = ended.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map((line) => line.file)).toEqual(files)
    expect(lines.map((line) => line.error?.code ?? null)).toEqual(['damaged', null, 'not_found', 'empty'])
    expect(Object.keys(lines[1])).toEqual([
      'file',
      'pages',
      'ms',
      'engine',
      'language',
      'fields',
      'line_items',
      'error',
    ])
    expect(lines[1].fields.invoice_id).toEqual({
      value: 'INV-20417',
      normalized_value: 'INV-20417',
      confidence: expect.any(Number),
      page: 1,
      position: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
    })
    expect(lines[1].fields.amount_total.normalized_value).toBe('238.00')
    expect(
      lines[1].line_items.map((item: Record<string, { normalized_value: string }>) => [
        item.description!.normalized_value,
        Number(item.amount_total!.normalized_value),
      ]),
    ).toEqual([
      ['Copy paper A4', 125],
      ['Toner', 75],
    ])
  }, 60_000)

  it('prints a table for interactive use', async () => {
    const { stdout } = await run(process.execPath, [script, 'extract', join(folder, 'invoice.pdf')])
    expect(stdout).toMatch(/amount_total\s+\d+ %\s+p1\s+238\.00/)
    expect(stdout).toMatch(/invoice_id \(document_id\) /)
    expect(stdout).toMatch(/^ {2}items: .*amount_total \(item_amount_total_base or item_amount_total\)/m)
  }, 60_000)

  it('finds fields of the user in a sandbox, and refuses what is no field', async () => {
    const file = join(folder, 'invoice.pdf')
    const { stdout } = await run(process.execPath, [script, 'extract', file, '--json', '--field', 'Invoice number'])
    expect(JSON.parse(stdout).own_fields['Invoice number'].value).toBe('INV-20417')
    const refused = run(process.execPath, [script, 'extract', file, '--field', 'Weight:amount'])
    await expect(refused).rejects.toMatchObject({
      code: 2,
      stderr: 'The field "Weight" has the type "amount". Use string, number, date, enum.\n',
    })
  }, 60_000)

  it('prints its usage', async () => {
    const { stdout } = await run(process.execPath, [script, 'extract', '--help'])
    expect(stdout).toContain('--no-embedded-xml')
  }, 60_000)
})
