/** The library that reads codes, as WebAssembly. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader'
import type { Barcode, Box } from '../types.ts'
import type { OcrImage } from './ocr/types.ts'

/** Codes of one picture that are returned, and QR codes of one picture that are examined. */
const MAX_CODES = 100
const MAX_QR_CODES = 8

/** A4 at 300 dpi. In larger pictures, such as photographs, codes have so many pixels that noise hides them; searching scaled copies doubles the time. */
const PAGE_PIXELS = 9_000_000

let ready: Promise<unknown> | undefined

/** The library would load its module from the network. */
const prepare = () =>
  (ready ??= readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).then((module) =>
    prepareZXingModule({
      // A copy: the buffer of a small file is part of a larger one.
      overrides: { wasmBinary: new Uint8Array(module).buffer },
      fireImmediately: true,
    }),
  ))

/** Returns the codes of all types in a picture of four channels, in reading order, with boxes divided by `scale`. */
export async function readAllCodes(
  { data, width, height }: { data: Buffer; width: number; height: number },
  scale: number,
): Promise<Barcode[]> {
  await prepare()
  const image = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' }
  const codes = await readBarcodes(image as Parameters<typeof readBarcodes>[0], {
    tryHarder: true,
    maxNumberOfSymbols: MAX_CODES,
  })
  return inOrder(codes.flatMap((code) => barcodeOf(code, scale) ?? []))
}

/** Returns the QR codes of a picture in reading order, with boxes in its pixels. A tenth of the time of `readAllCodes`. */
export async function readQrCodes(picture: OcrImage): Promise<Barcode[]> {
  await prepare()
  const { width, height } = picture
  const codes = await readBarcodes(greyFile(picture), {
    formats: ['QRCode'],
    tryHarder: true,
    // QR codes are found in any rotation.
    tryRotate: false,
    tryInvert: false,
    tryDownscale: width * height > PAGE_PIXELS,
    maxNumberOfSymbols: MAX_QR_CODES,
  })
  return inOrder(codes.flatMap((code) => barcodeOf(code, 1) ?? []))
}

/** Returns a picture as a file of the simplest format, because raw pixels need four channels. Green is the grey of colours. */
function greyFile({ data, width, height, channels }: OcrImage): Buffer {
  const head = `P5\n${width} ${height}\n255\n`
  const file = Buffer.allocUnsafe(head.length + width * height)
  let to = file.write(head, 'latin1')
  if (channels === 1) data.copy(file, to)
  else for (let from = 1; from < data.length; from += channels) file[to++] = data[from]!
  return file
}

function barcodeOf({ isValid, text, format, position }: ReadResult, scale: number): Barcode | null {
  if (!isValid || text === '') return null
  const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft]
  const [xs, ys] = [corners.map(({ x }) => x / scale), corners.map(({ y }) => y / scale)]
  const box: Box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  return { type: String(format), text, position: box.map((side) => Math.round(side)) as Box }
}

const inOrder = (codes: Barcode[]): Barcode[] =>
  codes.sort((a, b) => a.position[1] - b.position[1] || a.position[0] - b.position[0])
