import type { Box, HeaderField } from '../types.ts'

/** A value found by its label alone, for fields without a trained scorer. */
export interface LabelledValue {
  value: string
  text: string
  page: number
  box: Box
  probability: number
  label?: string
  generator: string
}
export type LabelledValues = Partial<Record<HeaderField, LabelledValue>>
