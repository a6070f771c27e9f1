import { openPpOcr } from './ppocr.ts'
import type { OcrEngine } from './types.ts'

export type { OcrEngine, OcrImage, OcrResult, Rotation } from './types.ts'

export interface OcrOptions {
  /** The folder `npm run setup:ocr` filled. */
  modelsDir?: string
  /** ISO 639-3 codes. */
  languages?: string[]
  engine?: 'auto' | 'ppocr' | 'tesseract' | 'tesseract.js'
  mode?: 'accurate' | 'fast' | 'cascade'
}

export async function openOcr(options: OcrOptions): Promise<OcrEngine> {
  return openPpOcr(options.modelsDir!, options.mode ?? 'cascade')
}
