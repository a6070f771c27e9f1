import { describe, expect, it } from 'vitest'
import { readPdfText } from '../../src/read/pdf.ts'
import { rawPdf, show } from './raw-pdf.ts'

const LINE = 'Invoice INV-20417 of 12 March 2026'
const FLIP = '1 0 0 -1 0 842 cm'

/** The line at the same place, with these signs of the font size, of the horizontal scale, and of the vertical axis of the page. */
function pageOf(size: number, scale: number, axis: number): string {
  const before = `${100 * scale} Tz /F1 ${11 * size} Tf`
  return axis > 0 ? show(LINE, 300, 700, before) : `q ${FLIP} ${show(LINE, 300, 142, before)} Q`
}

const SIGNS = [1, -1].flatMap((size) => [1, -1].flatMap((scale) => [1, -1].map((axis) => [size, scale, axis] as const)))

describe('the direction of text', () => {
  it.each(SIGNS)('is that of its glyphs: font size %i, horizontal scale %i, vertical axis %i', async (...signs) => {
    const { pages } = await readPdfText(rawPdf({ pages: [pageOf(...signs)] }), { maxPages: 1 })
    const page = pages[0]!
    // The axis does not change whether the glyphs run to the right.
    const [size, scale] = signs
    expect(page.rotation).toBe(size * scale > 0 ? 0 : 180)
    expect(page.words.map(({ text }) => text).join(' ')).toBe(LINE)
    const lefts = page.words.map(({ box }) => box[0])
    expect(lefts).toEqual([...lefts].sort((a, b) => a - b))
    expect(page.words[0]!.size).toBeCloseTo((11 * 150) / 72, 1)
  })

  it('places upright text that is turned twice like text that is not turned', async () => {
    const read = async (page: string) => (await readPdfText(rawPdf({ pages: [page] }), { maxPages: 1 })).pages[0]!.words
    const [plain, turned] = [await read(pageOf(1, 1, 1)), await read(pageOf(-1, -1, -1))]
    expect(turned).toHaveLength(plain.length)
    for (const [index, { box }] of turned.entries())
      for (let side = 0; side < 4; side++) expect(box[side]).toBeCloseTo(plain[index]!.box[side]!, -0.5)
  })
})
