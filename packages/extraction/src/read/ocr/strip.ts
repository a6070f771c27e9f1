import { pointIn, type TurnedRectangle } from './geometry.ts'
import type { OcrImage } from './types.ts'

export const STRIP_HEIGHT = 48
const MAX_WIDTH = 3200
const MIN_WIDTH = 32
/** Lines are scaled to slightly less than their width: a tenth less work for the recognizer without any loss (docs/ocr.md). */
const SQUEEZE = 0.9

/** A text line cut out of the page, straightened and scaled to the recogniser's height. */
export interface LineStrip {
  width: number
  height: typeof STRIP_HEIGHT
  /** Blue, green, red planes, each value (v/255 - .5) / .5. */
  planes: Float32Array
}

/** Samples the rectangle from the page with bilinear interpolation. */
export function cutStrip(image: OcrImage, line: TurnedRectangle): LineStrip {
  const natural = (line.width / line.height) * STRIP_HEIGHT
  const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.round(natural * SQUEEZE)))
  const planes = new Float32Array(3 * STRIP_HEIGHT * width)
  const { data, channels } = image
  const plane = STRIP_HEIGHT * width
  const [originX, originY] = pointIn(line, 0, 0)
  const stepX = line.width / width
  const stepY = line.height / STRIP_HEIGHT
  const cos = Math.cos(line.angle)
  const sin = Math.sin(line.angle)
  const maxX = image.width - 1
  const maxY = image.height - 1
  let to = 0
  for (let j = 0; j < STRIP_HEIGHT; j++) {
    const v = (j + 0.5) * stepY
    for (let i = 0; i < width; i++, to++) {
      const u = (i + 0.5) * stepX
      const x = clamp(originX + u * cos - v * sin - 0.5, maxX)
      const y = clamp(originY + u * sin + v * cos - 0.5, maxY)
      const x0 = Math.floor(x)
      const y0 = Math.floor(y)
      const fx = x - x0
      const fy = y - y0
      const a = (y0 * image.width + x0) * channels
      const b = x0 < maxX ? a + channels : a
      const down = y0 < maxY ? image.width * channels : 0
      for (let c = 0; c < channels; c++) {
        const top = data[a + c]! + (data[b + c]! - data[a + c]!) * fx
        const bottom = data[a + down + c]! + (data[b + down + c]! - data[a + down + c]!) * fx
        const value = (top + (bottom - top) * fy) / 127.5 - 1
        planes[channels === 1 ? to : (2 - c) * plane + to] = value
      }
    }
  }
  if (channels === 1) {
    planes.copyWithin(plane, 0, plane)
    planes.copyWithin(2 * plane, 0, plane)
  }
  return { width, height: STRIP_HEIGHT, planes }
}

function clamp(value: number, max: number): number {
  return value < 0 ? 0 : value > max ? max : value
}
