import sharp from 'sharp'

/** Creates a white picture with a black bar near its upper left corner. */
export const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite([
    { input: { create: { width: 40, height: 10, channels: 3, background: '#000' } }, left: 10, top: 10 },
  ])

export const png = (width: number, height: number): Promise<Buffer> => picture(width, height).png().toBuffer()

export const jpeg = (width: number, height: number, orientation = 1): Promise<Buffer> =>
  picture(width, height).jpeg().withMetadata({ orientation }).toBuffer()

/** Creates a TIFF with pages of equal size. */
export async function tiff(width: number, height: number, pages: number): Promise<Buffer> {
  // Sharp writes pages of equal height from a picture that contains them one below the other.
  const stack = await picture(width, height * pages)
    .raw()
    .toBuffer()
  return sharp(stack, { raw: { width, height: height * pages, channels: 3, pageHeight: height } })
    .tiff({ compression: 'lzw' })
    .toBuffer()
}
