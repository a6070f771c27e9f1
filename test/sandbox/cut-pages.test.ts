import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { readDocument } from '@sheaf/extraction'
import { cutPages } from '../../src/sandbox/children/cut-pages.ts'
import { invoicePdf } from '../support/invoice-pdf.ts'

const failure = (code: string) => expect.objectContaining({ name: 'ReadError', code })
const textOf = async (bytes: Uint8Array) =>
  (await readDocument(bytes)).pages.map(({ words }) => words.map(({ text }) => text).join(' '))

describe('cutPages', () => {
  it('copies the pages in the given order, with their text', async () => {
    const whole = await invoicePdf('C-1', '119.00', 4)
    const cut = await cutPages(whole, [
      { page: 3, rotation: 0 },
      { page: 1, rotation: 0 },
    ])
    const [first, second, ...none] = await textOf(cut)
    expect(first).toBe('Terms, page 3')
    expect(second).toContain('C-1')
    expect(none).toEqual([])
  })

  it('rotates pages in addition to the rotation in the file', async () => {
    const once = await cutPages(await invoicePdf('C-2'), [{ page: 1, rotation: 270 }])
    const twice = await cutPages(once, [{ page: 1, rotation: 180 }])
    const angles = await Promise.all(
      [once, twice].map(async (bytes) => (await PDFDocument.load(bytes)).getPage(0).getRotation().angle),
    )
    expect(angles).toEqual([270, 90])
  })

  it('creates pages that are read upright, unless a user has rotated them', async () => {
    const turned = await cutPages(await invoicePdf('C-4'), [{ page: 1, rotation: 90 }])
    const [upright] = (await readDocument(turned)).pages
    expect(upright).toMatchObject({ rotation: 270, width: 1240, height: 1754 })
    const [kept] = (await readDocument(turned, { turned: true })).pages
    expect(kept).toMatchObject({ rotation: 0, width: 1754, height: 1240 })
  })

  it('copies nothing of omitted pages, although links refer to them', async () => {
    const pdf = await PDFDocument.create()
    const [kept, secret] = [pdf.addPage([300, 300]), pdf.addPage([300, 300])]
    secret.node.set(PDFName.of('Hidden'), PDFString.of('left behind'))
    const link = pdf.context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, 10, 10],
      Dest: [secret.ref, PDFName.of('Fit')],
    })
    const stamp = pdf.context.obj({
      Type: 'Annot',
      Subtype: 'Stamp',
      Rect: [0, 0, 10, 10],
      P: secret.ref,
      AP: { N: pdf.context.register(pdf.context.stream('', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9] })) },
    })
    kept.node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.register(link), pdf.context.register(stamp)]))
    const whole = await pdf.save({ useObjectStreams: false })
    expect(Buffer.from(whole).includes('left behind')).toBe(true)

    const cut = await PDFDocument.load(await cutPages(whole, [{ page: 1, rotation: 0 }]))
    const plain = Buffer.from(await cut.save({ useObjectStreams: false })).toString('latin1')
    expect(plain).not.toContain('left behind')
    expect(plain).toContain('/Stamp')
    expect(plain).not.toContain('/Link')
  })

  it('reports why it cannot copy', async () => {
    const whole = await invoicePdf('C-3')
    await expect(cutPages(whole, [{ page: 2, rotation: 0 }])).rejects.toEqual(failure('damaged'))
    await expect(cutPages(Buffer.from('%PDF-1.7 nothing'), [{ page: 1, rotation: 0 }])).rejects.toEqual(
      failure('damaged'),
    )
    const locked = await PDFDocument.load(whole)
    locked.context.trailerInfo.Encrypt = locked.context.obj({ Filter: 'Standard' })
    await expect(cutPages(await locked.save(), [{ page: 1, rotation: 0 }])).rejects.toEqual(failure('encrypted'))
  })
})
