/** Simulates scanning, photographing and faxing of paper. All random numbers come from a fixed seed. */
import sharp from 'sharp'
import { drawUpright, renderPage } from '@sheaf/extraction/pages'
import { type Corners, fromCorners } from '../generator/degrade/perspective.ts'
import { makePdf } from './pdf.ts'
import { seeded } from './seeded.ts'

interface Grey {
  data: Buffer
  width: number
  height: number
}

async function grey(png: Buffer, width?: number): Promise<Grey> {
  const picture = sharp(png).flatten({ background: 'white' }).greyscale()
  if (width) picture.resize({ width, kernel: 'cubic' })
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The page at 250 dots per inch, like the usual settings of scanners. */
async function finePage(pdf: Buffer, page: number): Promise<Buffer> {
  const { picture } = await drawUpright(pdf, { page })
  return picture.png().toBuffer()
}
/** Pixels of a line of a fax machine. */
const FAX_WIDTH = 1728

const clamp = (value: number) => Math.max(0, Math.min(255, Math.round(value)))

/** Returns the interpolated grey value between four pixels. */
function sample({ data, width, height }: Grey, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)))
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)))
  const dx = Math.max(0, Math.min(1, x - left))
  const dy = Math.max(0, Math.min(1, y - top))
  const at = (row: number, column: number) => data[row * width + column]!
  const upper = at(top, left) * (1 - dx) + at(top, left + 1) * dx
  const lower = at(top + 1, left) * (1 - dx) + at(top + 1, left + 1) * dx
  return upper * (1 - dy) + lower * dy
}

/** Simulates an office scanner: slightly skewed, slightly noisy, JPEG in a PDF without text. */
export async function scan(pdf: Buffer, title: string, created: string): Promise<Buffer> {
  const page = await grey(await finePage(pdf, 1))
  const random = seeded(20260303)
  const angle = (0.8 * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const { width, height } = page
  const out = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromX = cos * (x - width / 2) + sin * (y - height / 2) + width / 2
      const fromY = -sin * (x - width / 2) + cos * (y - height / 2) + height / 2
      const inside = fromX >= 0 && fromY >= 0 && fromX < width && fromY < height
      // The lid lets in some light at the right edge.
      const paper = 249 - 14 * Math.max(0, (x - width * 0.93) / (width * 0.07))
      const ink = inside ? sample(page, fromX, fromY) / 255 : 0.72
      const speck = random() < 0.00004 ? -120 : 0
      out[y * width + x] = clamp(30 + (paper - 30) * ink + (random() + random() - 1) * 14 + speck)
    }
  }
  const jpeg = await sharp(out, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 62 })
    .toBuffer()
  return makePdf({ title, created }, (document) => document.image(jpeg, 0, 0, { width: 595.28, height: 841.89 }))
}

/** A receipt on a wooden table, slightly skewed, with a lamp on the left, photographed with a phone. */
export async function photograph(pdf: Buffer): Promise<Buffer> {
  const { png } = await renderPage(pdf, { page: 1 })
  const paper = await grey(png, 900)
  const [width, height] = [1200, 1920]
  const corners: Corners = [[170, 96], [1046, 148], [1012, 1792], [112, 1738]] /* prettier-ignore */ // four points on one line
  const map = fromCorners(corners, paper.width, paper.height)
  const random = seeded(14052026)
  const out = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = map(x, y)
      const inside = u >= 0 && v >= 0 && u < paper.width && v < paper.height
      const light = 1.02 - 0.34 * (x / width) ** 1.5 - 0.14 * (y / height) ** 2
      // A fold across the paper reflects the light.
      const fold = inside ? 1 - 0.1 * Math.exp(-(((v - paper.height * 0.55) / 14) ** 2)) : 1
      const grain = Math.sin(x * 0.045 + 6 * Math.sin(y * 0.0016) + 0.6 * Math.sin(y * 0.021)) * 9
      const ink = inside ? 52 + (sample(paper, u, v) / 255) * 186 : 0
      const colour = inside ? [ink, ink * 0.985, ink * 0.94] : [122 + grain, 86 + grain * 0.8, 58 + grain * 0.5]
      const noise = (random() + random() + random() - 1.5) * 11
      for (let channel = 0; channel < 3; channel++) {
        out[(y * width + x) * 3 + channel] = clamp(colour[channel]! * light * fold + noise)
      }
    }
  }
  return sharp(out, { raw: { width, height, channels: 3 } })
    .blur(0.7)
    .jpeg({ quality: 78 })
    .toBuffer()
}

/** Black and white pages in one TIFF, as fax machines store them. */
export async function fax(pdf: Buffer, pages: number): Promise<Buffer> {
  const pictures: Buffer[] = []
  for (let page = 1; page <= pages; page++) {
    const { data, width, height } = await grey(await finePage(pdf, page), FAX_WIDTH)
    for (let index = 0; index < data.length; index++) data[index] = data[index]! < 150 ? 0 : 255
    pictures.push(
      await sharp(data, { raw: { width, height, channels: 1 } })
        .png()
        .toBuffer(),
    )
  }
  const joined = pictures.length === 1 ? sharp(pictures[0]) : sharp(pictures, { join: { animated: true } })
  return joined.toColourspace('b-w').withMetadata({ density: 204 }).tiff({ compression: 'lzw' }).toBuffer()
}
