import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/read/index.ts'
import { rawPdf, type RawFile, show, streamOf } from './raw-pdf.ts'

const LABELS = show('Invoice number and total of the order', 60, 780)
const ocr = (): never => {
  throw new Error('The page has text.')
}
const textOf = async (file: RawFile) =>
  (await readDocument(rawPdf(file), { ocr, pictures: false })).pages[0]!.lines.map(({ text }) => text)

const field = (value: string, y: number, more = ''): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${y}) /V (${value}) /F 4 /DA (/Helv 10 Tf 0 g) /Rect [60 ${y} 260 ${y + 20}] ${more} >>`
const form = (entries: string): string =>
  `/AcroForm << /Fields [10 0 R 11 0 R] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 3 0 R >> >> ${entries} >>`
const withFields = (catalog: string, more = ''): RawFile => ({
  pages: [{ content: LABELS, page: '/Annots [10 0 R 11 0 R]' }],
  catalog,
  objects: { 10: field('INV-20417', 700, more), 11: field('372.00', 650, more) },
})

describe('values of form fields', () => {
  it('are read if the file leaves it to programs what they look like', async () => {
    const lines = await textOf(withFields(form('/NeedAppearances true')))
    expect(lines).toEqual(['Invoice number and total of the order', 'INV-20417', '372.00'])
  })

  it('are read as they look if the file says so', async () => {
    const look = streamOf(
      '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >>',
      show('As shown', 2, 5),
    )
    const file = withFields(form('/NeedAppearances true'), '/AP << /N 12 0 R >>')
    const lines = await textOf({ ...file, objects: { ...file.objects, 12: look } })
    expect(lines).toEqual(['Invoice number and total of the order', 'As shown', 'As shown'])
  })
})

describe('text that was added to a page', () => {
  const note = (contents: string, more = ''): RawFile => ({
    pages: [{ content: LABELS, page: '/Annots [10 0 R]' }],
    objects: {
      10: `<< /Type /Annot /Subtype /FreeText /F 4 /Rect [60 600 200 660] /DA (/Helv 11 Tf 0 g) /Contents (${contents}) ${more} >>`,
    },
  })

  it.each([
    ['is read', 'PO 4711', ['PO 4711']],
    ['is read line by line', 'PO 4711\\nagreed', ['PO 4711', 'agreed']],
    ['is wrapped at its frame', 'Order 4711 of 12 March 2026', ['Order 4711 of 12 March', '2026']],
    ['may have brackets and accents', 'Stra\\337e \\(neu\\)', ['Straße (neu)']],
  ])('%s, though the file does not say what it looks like', async (_, contents, lines) => {
    expect(await textOf(note(contents))).toEqual(['Invoice number and total of the order', ...lines])
  })

  it('has a size that can be read if its font has none', async () => {
    const file = note('PO 4711', '').objects![10]!.replace('/Helv 11 Tf', '/Helv 0 Tf')
    const { pages } = await readDocument(rawPdf({ ...note(''), objects: { 10: file } }), { ocr, pictures: false })
    expect(pages[0]!.words.at(-1)).toMatchObject({ text: '4711', size: 25 })
  })

  it('is not read if it is switched off', async () => {
    const off = note('PO 4711').objects![10]!.replace('/F 4', '/F 2')
    expect(await textOf({ ...note(''), objects: { 10: off } })).toEqual(['Invoice number and total of the order'])
  })
})

describe('forms of the XML Forms Architecture', () => {
  const xfa = (catalog: string): RawFile => ({
    ...withFields(`${form('/NeedAppearances true /XFA 13 0 R')} ${catalog}`),
    objects: { ...withFields('').objects, 13: streamOf('', '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>') },
  })
  const refusal = expect.objectContaining({
    name: 'ReadError',
    code: 'unsupported',
    message: expect.stringMatching(/XFA/),
  })

  it('are refused if their pages are made when they are opened', async () => {
    await expect(textOf(xfa('/NeedsRendering true'))).rejects.toEqual(refusal)
    const { objects, ...file } = xfa('')
    await expect(textOf({ ...file, pages: [show('Please wait...', 60, 700)], objects: objects! })).rejects.toEqual(
      refusal,
    )
  })

  it('are read if they have pages with fields', async () => {
    expect(await textOf(xfa(''))).toContain('INV-20417')
  })
})
