import type { Box, HeaderField } from '../types.ts'
import type { Doubt } from './doubts.ts'

/** A value found by its label alone, for fields without a trained scorer. */
export interface LabelledValue {
  value: string
  text: string
  page: number
  box: Box
  probability: number
  /** What contradicts it. */
  doubts?: readonly Doubt[]
  label?: string
  generator: string
}
export type LabelledValues = Partial<Record<HeaderField, LabelledValue>>
