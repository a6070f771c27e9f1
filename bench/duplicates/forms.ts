/** A document in the forms in which copies of it arrive. */
import { PDFDocument, StandardFonts } from 'pdf-lib'
import sharp from 'sharp'
import { degrade } from '../../scripts/generator/index.ts'
import { Random } from '../../scripts/train/random.ts'
import { renderPage, openPdf } from '@sheaf/extraction/pages'
import type { Form } from './plan.ts'

/** Returns the PDF in one of its forms; `number` decides what is random about paper. */
export async function inForm(pdf: Buffer, form: Form, number: number): Promise<Buffer> {
  if (form === 'pdf') return pdf
  if (form === 'saved') return saved(pdf, number)
  if (form === 'scan' || form === 'photo') return degrade(pdf, number, form)
  const random = new Random(number * 31 + form.length)
  const pages = (await PDFDocument.load(pdf)).getPageCount()
  const pictures: Picture[] = []
  for (let page = 1; page <= pages; page++)
    pictures.push(form === 'fax' ? await faxed(pdf, page, random) : await drawn(pdf, page, form, random))
  if (form === 'jpeg' && pages === 1) return pictures[0]!.bytes
  return bind(pictures)
}

interface Picture {
  bytes: Buffer
  points: [number, number]
}

/** The same pages, written by another program. */
async function saved(pdf: Buffer, number: number): Promise<Buffer> {
  const file = await PDFDocument.load(pdf)
  file.setProducer(`Archive ${number % 7}`)
  file.setKeywords([`saved ${number}`])
  return Buffer.from(await file.save({ useObjectStreams: number % 2 === 0 }))
}

/** A page as a picture without the traces of paper. */
async function drawn(pdf: Buffer, page: number, form: Form, random: Random): Promise<Picture> {
  const { png, width, height } = await renderPage(pdf, { page })
  const scale = form === 'printed' ? 1 : random.between(0.8, 1)
  const bytes = await sharp(png)
    .resize({ width: Math.round(width * scale) })
    .jpeg({ quality: form === 'printed' ? 90 : random.integer(45, 85) })
    .toBuffer()
  return { bytes, points: [(width * 72) / 150, (height * 72) / 150] }
}

/** A fax in fine or standard resolution: black and white, lines that the machine adds at the top, lost dots. */
async function faxed(pdf: Buffer, page: number, random: Random): Promise<Picture> {
  const labelled = await withHeadline(pdf, page, random)
  const file = await openPdf(labelled)
  try {
    const size = file.pageSize(page - 1)
    const lines = random.chance(0.8) ? 196 : 98
    const [width, height] = [Math.round((size.width * 204) / 150), Math.round((size.height * lines) / 150)]
    const { data } = file.draw(page - 1, { width, height, grey: true })
    const threshold = random.integer(140, 190)
    const shift = random.integer(-12, 12)
    const lost = random.between(0, 0.0008)
    const out = Buffer.alloc(width * height, 255)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const from = x + shift
        const ink = from >= 0 && from < width ? data[y * width + from]! : 255
        out[y * width + x] = ink < threshold !== random.next() < lost ? 0 : 255
      }
    const bytes = await sharp(out, { raw: { width, height, channels: 1 } })
      .png({ palette: true, colours: 2 })
      .toBuffer()
    return { bytes, points: [(size.width * 72) / 150, (size.height * 72) / 150] }
  } finally {
    file.close()
  }
}

async function withHeadline(pdf: Buffer, page: number, random: Random): Promise<Buffer> {
  const file = await PDFDocument.load(pdf)
  const font = await file.embedFont(StandardFonts.Courier)
  const sheet = file.getPage(page - 1)
  const at = `${random.integer(8, 18)}:${random.integer(10, 59)}`
  const text = `FAX ${at}  +${random.integer(10, 49)} ${random.integer(100, 999)} ${random.integer(10_000, 99_999)}   P.${page}`
  sheet.drawText(text, { x: 30, y: sheet.getHeight() - 14, size: 8, font })
  return Buffer.from(await file.save())
}

async function bind(pictures: readonly Picture[]): Promise<Buffer> {
  const file = await PDFDocument.create()
  const when = new Date('2026-01-01T08:00:00Z')
  file.setCreationDate(when)
  file.setModificationDate(when)
  for (const { bytes, points } of pictures) {
    const image = bytes[0] === 0xff ? await file.embedJpg(bytes) : await file.embedPng(bytes)
    file.addPage(points).drawImage(image, { x: 0, y: 0, width: points[0], height: points[1] })
  }
  return Buffer.from(await file.save())
}
