import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Curve } from '../calibrate/calibration.ts'
import type { PageSource } from '../types.ts'
import type { ScoredField } from '../score/fields.ts'
import type { Models } from '../score/model.ts'

/** Calibration curves by field and source class. */
export type Calibration = Partial<Record<ScoredField, Partial<Record<SourceClass, Curve>>>>
/** Clean text and office files; pages that were read by OCR; till receipts. */
export type SourceClass = 'text' | 'ocr' | 'receipt'

export interface Trained {
  /** Identifies the training run; part of every extraction. */
  version: string
  models: Models
  calibration: Calibration
}

let shipped: Trained | undefined

/** Loads the model in this folder, written by `npm run train`. */
export function loadTrained(): Trained {
  shipped ??= JSON.parse(readFileSync(join(import.meta.dirname, 'header.json'), 'utf8')) as Trained
  return shipped
}

export function sourceClass(source: PageSource, receipt: boolean): SourceClass {
  if (receipt) return 'receipt'
  return source === 'ocr' ? 'ocr' : 'text'
}
