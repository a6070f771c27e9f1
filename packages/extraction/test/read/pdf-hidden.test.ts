import { PDFDocument, PDFName } from 'pdf-lib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import { mayHaveLayers } from '../../src/read/pdf-catalogue.ts'
import { renderPage } from '../../src/read/render.ts'
import { A4 } from './files.ts'
import { fill, picture, type RawFile, rawPdf, show, streamOf } from './raw-pdf.ts'

const IBAN = 'DE89370400440532013000'
const VISIBLE = show('Invoice INV-20417 of Harrow Supply', 60, 780) + show('Total 372.00 GBP', 60, 760)
const SEEN = 'Invoice INV-20417 of Harrow Supply Total 372.00 GBP'
const ocr = (): never => {
  throw new Error('The page has text.')
}

async function read(file: Buffer) {
  const page = (await readDocument(file, { ocr, pictures: false })).pages[0]!
  return { seen: page.words.map(({ text }) => text), hidden: (page.hidden ?? []).map(({ text }) => text) }
}

const onPage = (content: string, page: { page?: string; resources?: string } = {}): RawFile => ({
  pages: [{ content: VISIBLE + content, ...page }],
})

/** Text in a layer that is switched on or off, marked in the content or as a form. */
const layer = (state: 'ON' | 'OFF'): RawFile => ({
  pages: [{ content: `${VISIBLE}/OC /L1 BDC ${show(IBAN, 60, 600)} EMC`, resources: '/Properties << /L1 10 0 R >>' }],
  catalog: `/OCProperties << /OCGs [10 0 R] /D << /${state} [10 0 R] >> >>`,
  objects: { 10: '<< /Type /OCG /Name (Notes) >>' },
})
const layeredForm = (state: 'ON' | 'OFF'): RawFile => ({
  ...layer(state),
  pages: [{ content: `${VISIBLE}/X1 Do`, resources: '/XObject << /X1 11 0 R >>' }],
  objects: {
    10: '<< /Type /OCG /Name (Notes) >>',
    11: streamOf(
      '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /OC 10 0 R /Resources << /Font << /F1 3 0 R >> >>',
      show(IBAN, 60, 600),
    ),
  },
})
const CLEAR = '/ExtGState << /G1 << /ca 0 >> /G2 << /ca 0.4 >> /G3 << /BM /Lighten >> /G4 << /BM /Multiply >> >>'
const TEXT = show(IBAN, 60, 600)

/** Text in a form that is painted by `paint`. */
const form = (paint: string, entries = '/BBox [0 0 595 842]'): RawFile => ({
  pages: [{ content: `${VISIBLE}q ${paint} Q`, resources: `${CLEAR} /XObject << /X1 11 0 R >>` }],
  objects: {
    11: streamOf(`/Type /XObject /Subtype /Form ${entries} /Resources << /Font << /F1 3 0 R >> >>`, TEXT),
  },
})
/** A line from the left to the right of the text, through its middle. */
const line = (width: number, grey: number): string => `q ${width} w ${grey} G 50 604 m 350 604 l S Q\n`
/** Half a point high, from the bottom of the text to its top. */
const STRIPS = Array.from({ length: 40 }, (_, place) => fill(1, 50, 594 + place / 2, 300, 0.5)).join('')
/** As many objects as are read. */
const MANY = '0 0 1 1 re f\n'.repeat(20_000)
const ALONE = '3 Tr 0 g /F1 11 Tf'

/** A picture of 250 by 25 points with its lower left corner at 50, 592. */
async function pictured(content: string): Promise<RawFile> {
  const { png } = await renderPage(rawPdf({ pages: [content] }), { page: 1 })
  const [left, top, width, height] = [104, 469, 521, 52]
  const { data } = await sharp(png)
    .extract({ left, top, width, height })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`
  const paint = `q ${width * 0.48} 0 0 ${height * 0.48} 50 ${842 - (top + height) * 0.48} cm /I1 Do Q\n`
  return {
    pages: [{ content: `${VISIBLE}${paint}${show(IBAN, 60, 600, ALONE)}`, resources: '/XObject << /I1 11 0 R >>' }],
    objects: { 11: streamOf(entries, data.toString('latin1')) },
  }
}
const LOGO = `${fill(0.2, 50, 560, 90, 80)}${fill(0.2, 170, 580, 60, 30)}`
const BARS = Array.from({ length: 60 }, (_, bar) => fill(0, 60 + 4 * bar, 580, 2, 40)).join('')

describe('text that no reader sees', () => {
  it.each<[string, RawFile]>([
    ['white on white', onPage(show(IBAN, 60, 600, '1 g /F1 11 Tf'))],
    ['nearly white on white', onPage(show(IBAN, 60, 600, '0.99 g /F1 11 Tf'))],
    ['of the colour of an area', onPage(fill(0.2, 50, 590, 300, 30) + show(IBAN, 60, 600, '0.2 g /F1 11 Tf'))],
    ['of the colour of a picture', onPage(picture(50, 590, 300, 30) + show(IBAN, 60, 600, '0.494 g /F1 11 Tf'))],
    [
      'white beside the corners of a black shape',
      onPage(`q 0 g 50 590 m 350 590 l 350 591 l 50 620 l 50 620 l f Q ${show(IBAN, 200, 609, '1 g /F1 11 Tf')}`),
    ],
    [
      'white on black that is not painted',
      onPage(`q 0 0 9 9 re W n ${fill(0, 50, 590, 300, 30)} Q ${show(IBAN, 60, 600, '1 g /F1 11 Tf')}`),
    ],
    ['under an area', onPage(show(IBAN, 60, 600) + fill(0.9, 50, 590, 300, 30))],
    ['under a picture', onPage(show(IBAN, 60, 600) + picture(50, 590, 300, 30))],
    ['of 0.4 pt', onPage(show(IBAN, 60, 600, '0 g /F1 0.4 Tf'))],
    ['scaled to 0.5 pt', onPage(`q 0.05 0 0 0.05 0 0 cm ${show(IBAN, 1200, 12000, '0 g /F1 10 Tf')} Q`)],
    ['that is not painted', onPage(show(IBAN, 60, 600, '3 Tr 0 g /F1 11 Tf'))],
    ['without opacity', onPage(show(IBAN, 60, 600, '/G1 gs 0 g /F1 11 Tf'), { resources: CLEAR })],
    ['in a layer that is switched off', layer('OFF')],
    ['in a form of a layer that is switched off', layeredForm('OFF')],
    ['outside the crop box', onPage(show(IBAN, 60, 100), { page: '/CropBox [0 300 595 842]' })],
    ['outside the page', onPage(show(IBAN, 700, 600))],
    ['outside the area that is painted', onPage(`q 10 10 50 50 re W n ${TEXT} Q`)],
    ['outside the smaller of two areas', onPage(`q 10 10 50 50 re W n 0 0 595 842 re W n ${TEXT} Q`)],
    ['outside what two areas share', onPage(`q 0 0 595 300 re W n 0 500 595 300 re W n ${TEXT} Q`)],
    ['outside a shape that is painted', onPage(`q 10 10 m 500 10 l 500 500 l h W n ${TEXT} Q`)],
    [
      'outside of letters',
      onPage(`q ${show('OO', 60, 60, '7 Tr /F1 99 Tf')} ${show(IBAN, 60, 600, '0 Tr 0 g /F1 11 Tf')} Q`),
    ],
    ['that only limits what is painted', onPage(show(IBAN, 60, 600, '7 Tr 0 g /F1 11 Tf'))],
    ['in a form that is clipped', form('10 10 50 50 re W n /X1 Do')],
    ['outside of its form', form('/X1 Do', '/BBox [0 0 100 100]')],
    ['outside of its form, which is moved', form('1 0 0 1 100 300 cm /X1 Do', '/BBox [0 0 595 400]')],
    ['in a form without opacity', form('/G1 gs /X1 Do')],
    ['in a group without opacity', form('/G1 gs /X1 Do', '/BBox [0 0 595 842] /Group << /S /Transparency >>')],
    [
      'that leaves the lighter colour',
      onPage(fill(1, 50, 590, 300, 30) + show(IBAN, 60, 600, '/G3 gs 0 g /F1 11 Tf'), { resources: CLEAR }),
    ],
    [
      'of the colour that results from two',
      onPage(
        `${fill(0.5, 50, 590, 300, 30)}q /G4 gs ${fill(0.5, 50, 590, 300, 30)} Q${show(IBAN, 60, 600, '0.251 g /F1 11 Tf')}`,
        {
          resources: CLEAR,
        },
      ),
    ],
    ['under a thick line', onPage(TEXT + line(20, 1))],
    ['of the colour of a thick line', onPage(line(20, 0) + TEXT)],
    ['under many strips', onPage(TEXT + STRIPS)],
    [
      'of the colour of many strips',
      onPage(STRIPS.replaceAll('q 1 g', 'q 0.2 g') + show(IBAN, 60, 600, '0.2 g /F1 11 Tf')),
    ],
    [
      'white beside a black square that is turned',
      onPage(`q .7 .7 -.7 .7 200 500 cm 0 g 0 0 200 200 re f Q ${show(IBAN, 70, 510, '1 g /F1 6 Tf')}`),
    ],
    ['white behind many objects', onPage(MANY + show(IBAN, 60, 600, '1 g /F1 11 Tf'))],
    ['under an area behind many objects', onPage(TEXT + MANY + fill(0.9, 50, 590, 300, 30))],
    ['not painted, behind many objects', onPage(MANY + show(IBAN, 60, 600, ALONE))],
    ['of a hundredth of its width', onPage(show(IBAN, 60, 600, '1 Tz 0 g /F1 11 Tf'))],
    ['of a fiftieth of its height', onPage(`BT 0 g /F1 11 Tf 1 0 0 .02 60 600 Tm (${IBAN}) Tj ET`)],
    ['pressed to a slanted line', onPage(`BT 0 g /F1 11 Tf 1 1 1 1.001 60 500 Tm (${IBAN}) Tj ET`)],
    ['not painted, over a plain picture', onPage(picture(50, 590, 300, 30) + show(IBAN, 60, 600, ALONE))],
    [
      'not painted, over another text',
      onPage(show('Thank you for your business', 60, 600) + show(IBAN, 60, 600, ALONE)),
    ],
  ])('is not read: %s', async (_, file) => {
    const { seen, hidden } = await read(rawPdf(file))
    expect(seen.join(' ').replace(' Thank you for your business', '')).toBe(SEEN)
    expect(hidden.join('').replace('OO', '')).toBe(IBAN)
  })

  it.each([
    ['a logo', LOGO],
    ['bars', BARS],
    ['an empty picture', ''],
  ])('is not read if it is not painted: over %s', async (_, content) => {
    expect(await read(rawPdf(await pictured(content)))).toEqual({ seen: SEEN.split(' '), hidden: [IBAN] })
  })

  it.each([
    ['shows it', TEXT],
    ['shows it in white', fill(0.2, 0, 0, 595, 842) + show(IBAN, 60, 600, '1 g /F1 11 Tf')],
    ['shows it nearly a line higher', show(IBAN, 60, 607)],
  ])('is read if it is not painted and a picture %s', async (_, content) => {
    expect(await read(rawPdf(await pictured(content)))).toEqual({ seen: [...SEEN.split(' '), IBAN], hidden: [] })
  })

  it.each<[string, RawFile]>([
    ['white on black', onPage(fill(0, 50, 590, 300, 30) + show(IBAN, 60, 600, '1 g /F1 11 Tf'))],
    ['on a picture', onPage(picture(50, 590, 300, 30) + show(IBAN, 60, 600))],
    ['in a frame', onPage(`${show(IBAN, 60, 600)}50 590 300 30 re S`)],
    ['beside a later area', onPage(show(IBAN, 60, 600) + fill(0.9, 50, 500, 300, 30))],
    [
      'under an area that lets it through',
      onPage(`${show(IBAN, 60, 600)}q /G2 gs ${fill(0.9, 50, 590, 300, 30)} Q`, { resources: CLEAR }),
    ],
    ['light grey', onPage(show(IBAN, 60, 600, '0.85 g /F1 11 Tf'))],
    ['of 2 pt', onPage(show(IBAN, 60, 600, '0 g /F1 2 Tf'))],
    ['outlined', onPage(show(IBAN, 60, 600, '1 Tr 1 g 0 G /F1 11 Tf'))],
    ['the limit of an area', onPage(`q ${show(IBAN, 60, 600, '7 Tr /F1 11 Tf')} 0.3 g 0 500 595 200 re f Q`)],
    ['struck out and underlined', onPage(TEXT + line(1, 0) + fill(0, 60, 598, 150, 1))],
    ['in a frame that is painted later', onPage(`${TEXT}q 4 w 1 G 50 590 300 30 re S Q`)],
    ['behind many objects', onPage(MANY + TEXT)],
    ['of half its width', onPage(show(IBAN, 60, 600, '50 Tz 0 g /F1 11 Tf'))],
    ['inside two areas', onPage(`q 50 590 300 40 re W n 0 0 595 842 re W n ${TEXT} Q`)],
    ['inside a shape', onPage(`q 0 500 m 595 500 l 300 842 l h W n ${show(IBAN, 200, 600)} Q`)],
    ['in a form', form('/X1 Do')],
    ['in a form that is half transparent', form('/G2 gs /X1 Do')],
    ['inside of its form, which is moved', form('1 0 0 1 100 100 cm /X1 Do', '/BBox [0 590 300 620]')],
    ['in a layer that is switched on', layer('ON')],
    ['in a form of a layer that is switched on', layeredForm('ON')],
    ['inside the crop box', onPage(show(IBAN, 60, 400), { page: '/CropBox [0 300 595 842]' })],
    ['inside the area that is painted', onPage(`q 50 590 300 40 re W n ${show(IBAN, 60, 600)} Q`)],
  ])('is not: %s', async (_, file) => {
    const { seen, hidden } = await read(rawPdf(file))
    expect(seen).toContain(IBAN)
    expect(hidden).toEqual([])
  })

  it('is found among as many areas as are read', async () => {
    const texts = Array.from({ length: 1000 }, (_, row) => show(`text${row}`, 60, 20 + (row % 70) * 10)).join('')
    const areas = 'q 1 g 0 0 595 0.5 re B Q\n'.repeat(2000)
    const { seen, hidden } = await read(rawPdf(onPage(texts + areas + TEXT + fill(0.9, 50, 590, 300, 30))))
    expect(hidden).toContain(IBAN)
    expect(seen).toContain('text0')
  }, 30_000)

  it('is removed from a word of which the rest is seen', async () => {
    const half = onPage(show('12345', 60, 600, '0 g /F1 20 Tf') + fill(1, 60 + 3 * 0.556 * 20, 590, 100, 30))
    expect(await read(rawPdf(half))).toMatchObject({ seen: expect.arrayContaining(['123']), hidden: ['45'] })
  })
})

describe('layers of a file', () => {
  const saved = async (layers: boolean, useObjectStreams: boolean) => {
    const pdf = await PDFDocument.create()
    pdf.addPage(A4)
    if (layers) pdf.catalog.set(PDFName.of('OCProperties'), pdf.context.obj({ OCGs: [], D: {} }))
    return pdf.save({ useObjectStreams })
  }

  it.each([true, false])('are found in its catalogue (compressed: %s)', async (compressed) => {
    expect(mayHaveLayers(await saved(true, compressed))).toBe(true)
    expect(mayHaveLayers(await saved(false, compressed))).toBe(false)
  })

  it('are assumed if the catalogue cannot be decompressed', () => {
    expect(mayHaveLayers(Buffer.from('1 0 obj << /Type /ObjStm >> stream\nnothing of zlib\nendstream'))).toBe(true)
  })
})
