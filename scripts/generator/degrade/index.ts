import { PDFDocument } from 'pdf-lib'
import { Random } from '../../train/random.ts'
import { photographPage, type Picture, scanPage } from './paper.ts'

/**
 * Simulates paper: the pages as an office scanner or a phone would store them, as a PDF without text, or as a JPEG or PNG if there is only
 * one page.
 */
export async function degrade(pdf: Buffer, number: number, kind: 'scan' | 'photo'): Promise<Buffer> {
  const random = new Random(number * 7919 + (kind === 'scan' ? 1 : 2))
  for (let i = 0; i < 3; i++) random.next()
  const pages = (await PDFDocument.load(pdf)).getPageCount()
  const pictures: Picture[] = []
  for (let page = 1; page <= pages; page++) {
    pictures.push(kind === 'scan' ? await scanPage(pdf, page, random) : await photographPage(pdf, page, random))
  }
  const [first] = pictures
  if (pages === 1 && (kind === 'photo' || random.chance(0.4))) return first!.bytes
  return bind(pictures)
}

/** A PDF whose pages are pictures. */
async function bind(pictures: readonly Picture[]): Promise<Buffer> {
  const file = await PDFDocument.create()
  const when = new Date('2026-01-01T08:00:00Z')
  file.setCreationDate(when)
  file.setModificationDate(when)
  for (const { bytes, type, points } of pictures) {
    const image = type === 'jpeg' ? await file.embedJpg(bytes) : await file.embedPng(bytes)
    file.addPage(points).drawImage(image, { x: 0, y: 0, width: points[0], height: points[1] })
  }
  return Buffer.from(await file.save())
}
