import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import PDFKit from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { groupLines } from '../../src/read/lines.ts'
import { readPdfText } from '../../src/read/pdf.ts'

const fonts = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')

/**
 * A page with texts whose right edges are given. `leftward` prints letter by letter in the order in which Hebrew is read, `rightward` in that of
 * numbers.
 */
function draw(
  texts: readonly (readonly [right: number, y: number, text: string, letters?: 'leftward' | 'rightward'])[],
): Promise<Buffer> {
  const pdf = new PDFKit({ size: 'A4', margin: 0 })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.font(join(fonts, 'DejaVuSans.ttf')).fontSize(11)
  for (const [right, y, text, letters] of texts) {
    let left = right - pdf.widthOfString(text)
    let edge = right
    for (const part of letters ? [...text] : [text]) {
      edge -= pdf.widthOfString(part)
      pdf.text(part, letters === 'leftward' ? edge : left, y, { lineBreak: false })
      left += pdf.widthOfString(part)
    }
  }
  pdf.end()
  return new Promise((resolve) => pdf.on('end', () => resolve(Buffer.concat(chunks))))
}

const linesOf = async (...texts: Parameters<typeof draw>[0]): Promise<string[]> =>
  groupLines((await readPdfText(await draw(texts), { maxPages: 1 })).pages[0]!.words).map(({ text }) => text)

describe('text layers of Hebrew and Arabic', () => {
  it('have words in the order of reading, whatever the order of the letters in the file', async () => {
    expect(
      await linesOf(
        [500, 80, 'חשבונית'],
        [440, 80, 'מספר:'],
        [400, 80, 'INV-20417'],
        [500, 110, 'חשבונית', 'leftward'],
        [440, 110, 'מספר:', 'leftward'],
        [400, 110, 'INV-20417'],
        [500, 140, 'לתשלום'],
        [440, 140, '1,234.50 ₪'],
      ),
    ).toEqual(['חשבונית מספר: INV-20417', 'חשבונית מספר: INV-20417', 'לתשלום 1,234.50 ₪'])
  })

  it('have the letters of Arabic words, of which fonts have several forms', async () => {
    expect(await linesOf([500, 80, 'رقم'], [460, 80, 'الفاتورة'], [400, 80, '١٢٣٤', 'rightward'])).toEqual([
      'رقم الفاتورة ١٢٣٤',
    ])
  })
})
