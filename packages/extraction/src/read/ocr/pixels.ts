import sharp, { type Sharp } from '../sharp.ts'
import type { OcrImage, Rotation } from './types.ts'

// Every worker process reads one page at a time; libvips' own threads would compete with the other workers.
sharp.concurrency(1)

/** Scales to exactly `width` × `height`. */
export async function resize(image: OcrImage, width: number, height: number): Promise<OcrImage> {
  if (width === image.width && height === image.height) return image
  return raw(open(image).resize(width, height, { fit: 'fill', kernel: 'lanczos2' }), image.channels)
}

/** Rotates clockwise by a multiple of 90 degrees. */
export async function rotate(image: OcrImage, rotation: Rotation): Promise<OcrImage> {
  return rotation === 0 ? image : raw(open(image).rotate(rotation), image.channels)
}

function open(image: OcrImage): Sharp {
  const { data, width, height, channels } = image
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
}

async function raw(pipeline: Sharp, channels: 1 | 3): Promise<OcrImage> {
  const space = channels === 1 ? pipeline.toColourspace('b-w') : pipeline.toColourspace('srgb')
  const { data, info } = await space.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels }
}

/** Returns, for each of the 256 byte values, the model input (v/255 - mean) / deviation. */
export function normalisation(mean: number, deviation: number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, v) => (v / 255 - mean) / deviation)
}

/**
 * ImageNet's means and deviations, in the order in which the models apply them. PaddleOCR trained on images with blue first and applied the
 * values in that order, so the first belongs to the first channel of the tensor.
 */
export const IMAGENET = [normalisation(0.485, 0.229), normalisation(0.456, 0.224), normalisation(0.406, 0.225)] as const

/**
 * Converts pixels to planes (blue, green, red) of `width` × `height`. The image is at the top left, and the rest is filled with its last
 * row and column, so that the edge of the paper does not look like a border.
 */
export function toPlanes(
  image: OcrImage,
  width: number,
  height: number,
  tables: readonly Float32Array[],
): Float32Array {
  const { data, channels } = image
  const planes = new Float32Array(3 * width * height)
  for (let c = 0; c < 3; c++) {
    const table = tables[c]!
    const offset = channels === 1 ? 0 : 2 - c
    let to = c * width * height
    for (let y = 0; y < height; y++) {
      const row = Math.min(y, image.height - 1) * image.width
      for (let x = 0; x < width; x++) {
        planes[to++] = table[data[(row + Math.min(x, image.width - 1)) * channels + offset]!]!
      }
    }
  }
  return planes
}
