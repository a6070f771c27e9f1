/** Reads PDF files with the programs of poppler, which share no code with the service. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs a program of poppler; throws an error that says how to install it if it is missing. */
export async function poppler(
  program: 'pdfinfo' | 'pdftotext' | 'pdftoppm' | 'pdfunite',
  args: string[],
): Promise<Buffer> {
  try {
    return (await run(program, args, { maxBuffer: 1 << 28, encoding: 'buffer' })).stdout
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error(`${program} is missing: install poppler, on Debian with "apt-get install poppler-utils".`, {
        cause: error,
      })
    throw error
  }
}

export interface PopplerPage {
  width: number
  height: number
  /** Clockwise, in degrees. */
  rotation: number
  /** The text in reading order. */
  text: string
}

/** Returns the pages of a file, in order. */
export async function pagesOf(file: string): Promise<PopplerPage[]> {
  const info = (await poppler('pdfinfo', ['-l', '9999', file])).toString()
  const texts = (await poppler('pdftotext', ['-enc', 'UTF-8', file, '-'])).toString().split('\f')
  const sizes = [...info.matchAll(/^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+)/gm)]
  const rotations = [...info.matchAll(/^Page\s+\d+ rot:\s+(\d+)/gm)]
  return sizes.map(([, width, height], index) => ({
    width: Number(width),
    height: Number(height),
    rotation: Number(rotations[index]![1]),
    text: texts[index]!,
  }))
}

/** A grey picture of a page as it is displayed. */
export interface Picture {
  width: number
  height: number
  /** 0 (black) to 255, row by row. */
  grey: Uint8Array
}

export async function pictureOf(file: string, page: number): Promise<Picture> {
  const pgm = await poppler('pdftoppm', ['-gray', '-r', '36', '-f', `${page}`, '-l', `${page}`, file])
  const [header, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.subarray(0, 64).toString('latin1'))!
  return { width: Number(width), height: Number(height), grey: pgm.subarray(header.length) }
}

/** Returns the picture turned clockwise. */
export function turned({ width, height, grey }: Picture, degrees: number): Picture {
  if (degrees === 0) return { width, height, grey }
  const next = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) next[x * height + (height - 1 - y)] = grey[y * width + x]!
  return turned({ width: height, height: width, grey: next }, degrees - 90)
}

/** Returns the mean difference of two pictures, 0 to 255; Infinity if their sizes differ by more than a rounded pixel. */
export function difference(a: Picture, b: Picture): number {
  if (Math.abs(a.width - b.width) > 1 || Math.abs(a.height - b.height) > 1) return Infinity
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)]
  let sum = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) sum += Math.abs(a.grey[y * a.width + x]! - b.grey[y * b.width + x]!)
  return sum / (width * height)
}
