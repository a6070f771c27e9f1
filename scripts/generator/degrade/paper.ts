import sharp from 'sharp'
import { renderPage, openPdf } from '@sheaf/extraction/pages'
import type { Random } from '../../train/random.ts'
import { type Corners, fromCorners } from './perspective.ts'

export interface Picture {
  bytes: Buffer
  type: 'jpeg' | 'png'
  /** Size of the paper in points. */
  points: [number, number]
}

interface Grey {
  data: Buffer
  width: number
  height: number
}

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : Math.round(value))

/** Returns the grey value between four pixels. */
function sample({ data, width, height }: Grey, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 2, Math.floor(x)))
  const top = Math.max(0, Math.min(height - 2, Math.floor(y)))
  const dx = Math.max(0, Math.min(1, x - left))
  const dy = Math.max(0, Math.min(1, y - top))
  const at = top * width + left
  const upper = data[at]! * (1 - dx) + data[at + 1]! * dx
  const lower = data[at + width]! * (1 - dx) + data[at + width + 1]! * dx
  return upper * (1 - dy) + lower * dy
}

/** The page in grey at a resolution in dots per inch. */
async function greyPage(pdf: Buffer, page: number, dpi: number): Promise<{ grey: Grey; points: [number, number] }> {
  const file = await openPdf(pdf)
  try {
    const size = file.pageSize(page - 1)
    const [width, height] = [Math.round((size.width * dpi) / 150), Math.round((size.height * dpi) / 150)]
    const { data, channels } = file.draw(page - 1, { width, height, grey: false })
    const grey = await sharp(data, { raw: { width, height, channels } }).greyscale().raw().toBuffer()
    return { grey: { data: grey, width, height }, points: [(size.width * 72) / 150, (size.height * 72) / 150] }
  } finally {
    file.close()
  }
}

/** Simulates an office scanner or a fax: skewed, noisy, in grey or black and white. */
export async function scanPage(pdf: Buffer, page: number, random: Random): Promise<Picture> {
  const dpi = random.pick([120, 150, 150, 200, 200, 240])
  const { grey, points } = await greyPage(pdf, page, dpi)
  const { width, height } = grey
  const angle = (random.between(-1.6, 1.6) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [shiftX, shiftY] = [random.between(-6, 6), random.between(-6, 6)]
  const noise = random.between(2, 16)
  const white = random.between(232, 254)
  const black = random.between(8, 80)
  const specks = random.chance(0.4) ? random.between(0.00002, 0.0002) : 0
  const edge = random.chance(0.3) ? random.between(10, 60) : 0
  const stripe = random.chance(0.12) ? random.integer(0, width) : -1
  const bilevel = random.chance(0.22)
  const threshold = random.between(130, 185)
  const out = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromX = cos * (x - width / 2) + sin * (y - height / 2) + width / 2 + shiftX
      const fromY = -sin * (x - width / 2) + cos * (y - height / 2) + height / 2 + shiftY
      const isInside = fromX >= 0 && fromY >= 0 && fromX < width && fromY < height
      const ink = isInside ? sample(grey, fromX, fromY) / 255 : 1
      const dark = edge * Math.max(0, (x - width * 0.95) / (width * 0.05))
      const value =
        black +
        (white - black) * ink -
        dark +
        (random.next() + random.next() - 1) * noise -
        (specks && random.next() < specks ? 130 : 0) -
        (x === stripe ? 70 : 0)
      out[y * width + x] = bilevel ? (value < threshold ? 0 : 255) : clamp(value)
    }
  }
  const picture = sharp(out, { raw: { width, height, channels: 1 } })
  if (!bilevel && random.chance(0.35)) picture.blur(random.between(0.4, 0.9))
  if (bilevel) return { bytes: await picture.png({ palette: true, colours: 2 }).toBuffer(), type: 'png', points }
  return { bytes: await picture.jpeg({ quality: random.integer(38, 85) }).toBuffer(), type: 'jpeg', points }
}

/** Simulates a photograph: perspective, uneven light, a fold, a table below the paper. */
export async function photographPage(pdf: Buffer, page: number, random: Random): Promise<Picture> {
  const { width: pageWidth, height: pageHeight } = await renderPage(pdf, { page })
  const wide = random.integer(1000, 1500)
  const { grey: paper } = await greyPage(pdf, page, (150 * wide) / pageWidth)
  const width = Math.round(wide * random.between(1.08, 1.3))
  const height = Math.min(4200, Math.round(((wide * pageHeight) / pageWidth) * random.between(1.06, 1.2)))
  const corner = (x: number, y: number): [number, number] => [
    x + random.between(-0.03, 0.03) * width,
    y + random.between(-0.025, 0.025) * height,
  ]
  const [left, top] = [(width - wide) / 2, (height - paper.height) / 2]
  const corners: Corners = [
    corner(left, top),
    corner(left + wide, top),
    corner(left + wide, top + paper.height),
    corner(left, top + paper.height),
  ]
  const map = fromCorners(corners, paper.width, paper.height)
  const [lightX, lightY] = [random.between(-0.35, 0.35), random.between(-0.25, 0.25)]
  const fold = random.chance(0.5) ? random.between(0.3, 0.7) * paper.height : -1e6
  const shadow = random.chance(0.35) ? random.between(0.4, 0.9) : 2
  const table = random.between(40, 180)
  const background = [table + random.between(0, 40), table + random.between(-10, 20), table - random.between(0, 35)]
  const warm = random.between(0.86, 1)
  const noise = random.between(3, 14)
  const bright = random.between(0.8, 1.04)
  const black = random.between(25, 80)
  const out = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = map(x, y)
      const isInside = u >= 0 && v >= 0 && u < paper.width && v < paper.height
      let light = bright * (1 - lightX * (x / width - 0.5) - lightY * (y / height - 0.5))
      if (isInside) light *= 1 - 0.12 * Math.exp(-(((v - fold) / 14) ** 2))
      if (x / width + 0.3 * (y / height) > shadow) light *= 0.78
      const ink = isInside ? black + (sample(paper, u, v) / 255) * (240 - black) : 0
      const grain = isInside ? 0 : Math.sin(x * 0.045 + 6 * Math.sin(y * 0.0016)) * 9
      const speckle = (random.next() + random.next() - 1) * noise
      const at = (y * width + x) * 3
      out[at] = clamp((isInside ? ink : background[0]! + grain) * light + speckle)
      out[at + 1] = clamp((isInside ? ink * (1 + warm) * 0.5 : background[1]! + grain) * light + speckle)
      out[at + 2] = clamp((isInside ? ink * warm : background[2]! + grain) * light + speckle)
    }
  }
  const picture = sharp(out, { raw: { width, height, channels: 3 } })
  const blur = random.between(0.3, 1.1)
  if (blur > 0.4) picture.blur(blur)
  return {
    bytes: await picture.jpeg({ quality: random.integer(45, 85) }).toBuffer(),
    type: 'jpeg',
    points: [(width * 72) / 150, (height * 72) / 150],
  }
}
