import type { Segment } from '../find/layout.ts'
import type { OwnField } from './field.ts'

/** How much of the label is printed: all its words in their order, a phrase of a lexicon that means the same, or a part of its words. */
export type LabelMatch = 'whole' | 'lexicon' | 'part'

/** A place where the label of a field is printed. */
export interface PrintedLabel {
  field: OwnField
  match: LabelMatch
  /** Share of the weight of its words that is printed, less for what is printed between them; from 0 to 1. */
  score: number
  segment: Segment
  start: number
  end: number
}

/** Where a value is, as seen from its label. */
export type Side = 'behind' | 'right' | 'below' | 'ticked'

/** A text in the place of a value. */
export interface Place {
  side: Side
  segment: Segment
  start: number
  end: number
  /** Of a text behind a label: whether a colon or another mark is between them. */
  isMarked?: boolean
}
