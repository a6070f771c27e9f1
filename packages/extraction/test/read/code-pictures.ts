/** QR codes as pictures, and as modules to draw. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode, type WriterOptions } from 'zxing-wasm/writer'

let ready: Promise<unknown> | undefined

/** The library would load its module from the network. */
const prepare = () =>
  (ready ??= readFile(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'))).then((module) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(module).buffer }, fireImmediately: true }),
  ))

/** Returns a code as PNG, with its quiet zone. */
export async function codeAsPng(text: string, format: WriterOptions['format'], width: number): Promise<Buffer> {
  await prepare()
  const { image } = await writeBarcode(text, { format: format!, scale: 4 })
  return sharp(Buffer.from(await image!.arrayBuffer()))
    .resize({ width, kernel: 'nearest' })
    .png()
    .toBuffer()
}

/** Returns the dark modules of a QR code by row and column, and the number of modules per side. */
export async function modulesOf(text: string): Promise<{ side: number; dark: [row: number, column: number][] }> {
  await prepare()
  const { symbol } = await writeBarcode(text, { format: 'QRCode', addQuietZones: false })
  const side = symbol.width
  const dark: [number, number][] = []
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) if (symbol.data[row * side + column] === 0) dark.push([row, column])
  return { side, dark }
}
