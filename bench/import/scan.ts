/** Scans of invoices, for benchmarks that need OCR. */
import sharp from 'sharp'
import type { DocumentSandbox } from '../../src/sandbox/types.ts'
import type { BenchFile } from './stack.ts'

/** Simulates a scanner's output of a PDF: grey, slightly uneven. */
export async function scanOf(sandbox: DocumentSandbox, { name, bytes }: BenchFile): Promise<BenchFile> {
  const { png } = await sandbox.renderPage(bytes, { page: 1 })
  const jpeg = await sharp(png).greyscale().blur(0.6).jpeg({ quality: 80 }).toBuffer()
  return { name: name.replace(/[.]pdf$/, '.jpg').replace('invoice', 'scan'), bytes: jpeg, mime: 'image/jpeg' }
}
