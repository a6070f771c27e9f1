/** Decodes HEIC files, the photographs of telephones, with libheif as WebAssembly: the picture library has no decoder for HEVC. */
import { ReadError } from '../types.ts'
import type { RawPicture } from './bmp.ts'

/** Decoding needs three copies of the pixels in memory at the same time. */
const MAX_PIXELS = 50_000_000

interface HeifImage {
  is_primary(): boolean
  get_width(): number
  get_height(): number
  display(target: { data: Uint8ClampedArray; width: number; height: number }, done: (found: unknown) => void): void
  free(): void
}

interface Library {
  ready?: Promise<unknown>
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[]; decoder?: { delete(): void } }
}

/** Returns the primary picture, upright. Throws `ReadError` `damaged`, or `too_many_pixels` before it is decoded. */
export async function decodeHeic(bytes: Uint8Array): Promise<RawPicture> {
  const { default: library } = (await import('libheif-js/wasm-bundle.js')) as { default: Library }
  await library.ready
  const decoder = new library.HeifDecoder()
  let images: HeifImage[] = []
  try {
    images = decoder.decode(bytes)
    const image = images.find((one) => one.is_primary()) ?? images[0]
    if (!image) throw damaged()
    const [width, height] = [image.get_width(), image.get_height()]
    if (width * height > MAX_PIXELS)
      throw new ReadError(
        'too_many_pixels',
        `The picture has ${width} x ${height} pixels; at most ${MAX_PIXELS / 1_000_000} million of a HEIC picture are read.`,
      )
    const data = new Uint8ClampedArray(width * height * 4)
    const found = await new Promise<unknown>((resolve) => image.display({ data, width, height }, resolve))
    if (!found) throw damaged()
    return { data: new Uint8Array(data.buffer), width, height, channels: 4 }
  } catch (error) {
    if (error instanceof ReadError) throw error
    throw damaged()
  } finally {
    for (const image of images) image.free()
    decoder.decoder?.delete()
  }
}

const damaged = (): ReadError => new ReadError('damaged', 'The picture is damaged and cannot be read.')
