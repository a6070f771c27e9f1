import type { Word } from '../../types.ts'

/** Raw pixels, row by row without padding: one byte per pixel if `channels` is 1; red, green, blue if it is 3. */
export interface OcrImage {
  data: Buffer
  width: number
  height: number
  channels: 1 | 3
}

export type Rotation = 0 | 90 | 180 | 270

export interface OcrResult {
  /** Top to bottom, then left to right; boxes in pixels of the upright image. */
  words: Word[]
  /** Degrees clockwise by which the image was rotated to be upright. */
  rotation: Rotation
  /** Size of the upright image. */
  width: number
  height: number
  /** Degrees by which the lines of the upright image still fall (positive) or rise (negative) to the right. */
  skew: number
}

export interface OcrEngine {
  /** As displayed to users, e.g. `ppocr-v6 (tiny+small)` or `tesseract 5.3.0 best_int`. */
  name: string
  /** Why a better engine is not used; absent if the first choice is available. */
  fallbackReason?: string
  /** Determines the rotation of the image, unless it is read `asItLies`. */
  read(image: OcrImage, how?: { asItLies?: boolean }): Promise<OcrResult>
  close(): Promise<void>
}
