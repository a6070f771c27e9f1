import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { extractDocument, readDocument } from '@sheaf/extraction'
import { renderPage } from '@sheaf/extraction/pages'
import type { Extraction, ExtractedValue } from '@sheaf/extraction/types'
import { findOcrModels } from '../../src/provision/ocr-models.ts'

const examples = join(import.meta.dirname, '../../examples/documents')
/** Example documents that are drawn. */
const DRAWN = ['muehlbach-rechnung.pdf', 'bergmann-rechnung-scan.pdf', 'copper-kettle-receipt.jpg'] as const
const WIDTH = 900

interface Mark {
  value: ExtractedValue
  label: string
  colour: string
}

/** Draws the first page of example documents with the boxes of their values; returns the pictures that it wrote to `folder`. */
export async function drawBoxes(folder: string): Promise<{ file: string; title: string }[]> {
  const modelsDir = (await findOcrModels()).dir
  const pictures = []
  for (const name of DRAWN) {
    const bytes = readFileSync(join(examples, name))
    const document = await readDocument(bytes, modelsDir ? { modelsDir } : {})
    const read = extractDocument(document, { locale: 'en_GB' })
    const { png, width, height } = await renderPage(bytes, { page: 1, rotation: document.pages[0]!.rotation })
    const file = `boxes-${name.replace(/\.\w+$/, '')}.jpg`
    const scale = WIDTH / width
    await sharp(png)
      .resize({ width: WIDTH })
      .composite([{ input: Buffer.from(overlay(read, scale, Math.round(height * scale))) }])
      .jpeg({ quality: 72, mozjpeg: true })
      .toFile(join(folder, file))
    pictures.push({ file, title: `Values found on ${name}` })
  }
  return pictures
}

function overlay(read: Extraction, scale: number, height: number): string {
  const marks: Mark[] = [
    ...Object.entries(read.fields).map(([field, value]) => ({ value, label: field, colour: '#1d4ed8' })),
    ...read.line_items.flatMap((row) =>
      Object.values(row).flatMap((value) => (value ? [{ value, label: '', colour: '#15803d' }] : [])),
    ),
    ...read.tax_details.flatMap((row) =>
      Object.values(row).flatMap((value) => (value ? [{ value, label: '', colour: '#b45309' }] : [])),
    ),
  ].filter(({ value, label }) => value.page === 1 && label !== 'language')
  const boxes = marks.map(({ value, label, colour }) => {
    const [left, top, right, bottom] = value.position.map((edge) => edge * scale) as [number, number, number, number]
    const text = label === '' ? '' : `${label} ${value.confidence.toFixed(2)}`
    return `<rect x="${left - 2}" y="${top - 2}" width="${right - left + 4}" height="${bottom - top + 4}" fill="${colour}" fill-opacity=".1" stroke="${colour}"/>
<text x="${left - 2}" y="${top - 4}" fill="${colour}" font-size="9" font-family="sans-serif" stroke="#fff" stroke-width="2.5" paint-order="stroke">${text}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">${boxes.join('')}</svg>`
}
