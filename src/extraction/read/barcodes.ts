/** Reads barcodes and two-dimensional codes from the images of pages. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes as readCodes, type ReadResult } from 'zxing-wasm/reader'
import type { Barcode, Box } from '../types.ts'
import { drawUpright } from './render.ts'

/** Codes of one page that are returned. */
const MAX_CODES = 100

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

/** Returns the codes of the selected pages (1-based), in reading order; boxes are pixels of the page image. */
export async function readBarcodes(
  bytes: Uint8Array,
  pages: { page: number; rotation?: number }[],
  onPage?: () => void,
): Promise<{ page: number; barcodes: Barcode[] }[]> {
  await prepare()
  const read: { page: number; barcodes: Barcode[] }[] = []
  for (const each of pages) {
    const { picture, scale } = await drawUpright(bytes, each)
    const { data, info } = await picture
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const image = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' }
    const codes = await readCodes(image as Parameters<typeof readCodes>[0], {
      tryHarder: true,
      maxNumberOfSymbols: MAX_CODES,
    })
    read.push({ page: each.page, barcodes: inOrder(codes.flatMap((code) => barcodeOf(code, scale) ?? [])) })
    onPage?.()
  }
  return read
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
