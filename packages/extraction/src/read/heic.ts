/** Decodes HEIC files, the photographs of telephones, with libheif as WebAssembly: the picture library has no decoder for HEVC. */
import { ReadError } from '../types.ts'
import type { RawPicture } from './bmp.ts'

/** Decoding needs three copies of the pixels in memory at the same time. */
const MAX_PIXELS = 50_000_000
/** Pictures of a file among which the primary one is searched. */
const MAX_IMAGES = 1000

/** What is used of the library. Its own classes write to standard output, and decode in a timer, whose errors end the process. */
interface Library {
  ready?: Promise<unknown>
  heif_context_alloc(): unknown
  heif_context_free(context: unknown): void
  heif_context_read_from_memory(context: unknown, bytes: Uint8Array): { code: unknown }
  heif_js_context_get_list_of_top_level_image_IDs(context: unknown): number[] | { code: unknown } | undefined
  heif_js_context_get_image_handle(context: unknown, id: number): Handle | { code: unknown } | undefined
  heif_image_handle_is_primary_image(handle: Handle): unknown
  heif_image_handle_get_width(handle: Handle): number
  heif_image_handle_get_height(handle: Handle): number
  heif_image_handle_release(handle: Handle): void
  heif_js_decode_image2(handle: Handle, space: unknown, chroma: unknown): Decoded | { code: unknown } | undefined
  heif_image_release(image: unknown): void
  heif_error_code: { heif_error_Ok: unknown }
  heif_colorspace: { heif_colorspace_RGB: unknown }
  heif_chroma: { heif_chroma_interleaved_RGBA: unknown }
  heif_channel: { heif_channel_interleaved: unknown }
}
type Handle = object & { code?: undefined }
interface Decoded {
  code?: undefined
  image: unknown
  channels: { id: unknown; width: number; height: number; stride: number; data: Uint8Array }[]
}

/** Returns the primary picture, upright. Throws `ReadError` `damaged`, or `too_many_pixels` before it is decoded. */
export async function decodeHeic(bytes: Uint8Array): Promise<RawPicture> {
  const { default: library } = (await import('libheif-js/wasm-bundle.js')) as { default: Library }
  await library.ready
  const handles: Handle[] = []
  let context: unknown
  try {
    context = library.heif_context_alloc()
    if (library.heif_context_read_from_memory(context, bytes).code !== library.heif_error_code.heif_error_Ok)
      throw damaged()
    const ids = library.heif_js_context_get_list_of_top_level_image_IDs(context)
    for (const id of Array.isArray(ids) ? ids.slice(0, MAX_IMAGES) : []) {
      const handle = library.heif_js_context_get_image_handle(context, id)
      if (handle && !handle.code) handles.push(handle as Handle)
    }
    const handle = handles.find((one) => library.heif_image_handle_is_primary_image(one)) ?? handles[0]
    if (!handle) throw damaged()
    return await decode(library, handle)
  } catch (error) {
    // The library throws values of its own, too.
    throw error instanceof ReadError ? error : damaged()
  } finally {
    for (const handle of handles) library.heif_image_handle_release(handle)
    if (context) library.heif_context_free(context)
  }
}

async function decode(library: Library, handle: Handle): Promise<RawPicture> {
  const width = library.heif_image_handle_get_width(handle)
  const height = library.heif_image_handle_get_height(handle)
  if (width * height > MAX_PIXELS)
    throw new ReadError(
      'too_many_pixels',
      `The picture has ${width} x ${height} pixels; at most ${MAX_PIXELS / 1_000_000} million of a HEIC picture are read.`,
    )
  const [space, chroma] = [
    library.heif_colorspace.heif_colorspace_RGB,
    library.heif_chroma.heif_chroma_interleaved_RGBA,
  ]
  const found = await library.heif_js_decode_image2(handle, space, chroma)
  if (!found || !('channels' in found)) throw damaged()
  try {
    const pixels = found.channels.find(({ id }) => id === library.heif_channel.heif_channel_interleaved)
    if (pixels?.width !== width || pixels.height !== height) throw damaged()
    const data = new Uint8Array(width * height * 4)
    for (let row = 0; row < height; row++)
      data.set(pixels.data.subarray(row * pixels.stride, row * pixels.stride + width * 4), row * width * 4)
    return { data, width, height, channels: 4 }
  } finally {
    library.heif_image_release(found.image)
  }
}

const damaged = (): ReadError => new ReadError('damaged', 'The picture is damaged and cannot be read.')
