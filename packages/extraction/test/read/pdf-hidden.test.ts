import { PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import { mayHaveLayers } from '../../src/read/pdf-catalogue.ts'
import { A4 } from './files.ts'
import { fill, picture, type RawFile, rawPdf, show, streamOf } from './raw-pdf.ts'

const IBAN = 'DE89370400440532013000'
const VISIBLE = show('Invoice INV-20417 of Harrow Supply', 60, 780) + show('Total 372.00 GBP', 60, 760)
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
const CLEAR = '/ExtGState << /G1 << /ca 0 >> /G2 << /ca 0.4 >> >>'

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
    ['outside the area that is painted', onPage(`q 10 10 50 50 re W n ${show(IBAN, 60, 600)} Q`)],
  ])('is not read: %s', async (_, file) => {
    const { seen, hidden } = await read(rawPdf(file))
    expect(seen.join(' ')).toBe('Invoice INV-20417 of Harrow Supply Total 372.00 GBP')
    expect(hidden).toEqual([IBAN])
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
    ['not painted, over a picture', onPage(picture(50, 590, 300, 30) + show(IBAN, 60, 600, '3 Tr 0 g /F1 11 Tf'))],
    ['in a layer that is switched on', layer('ON')],
    ['in a form of a layer that is switched on', layeredForm('ON')],
    ['inside the crop box', onPage(show(IBAN, 60, 400), { page: '/CropBox [0 300 595 842]' })],
    ['inside the area that is painted', onPage(`q 50 590 300 40 re W n ${show(IBAN, 60, 600)} Q`)],
  ])('is not: %s', async (_, file) => {
    const { seen, hidden } = await read(rawPdf(file))
    expect(seen).toContain(IBAN)
    expect(hidden).toEqual([])
  })

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
