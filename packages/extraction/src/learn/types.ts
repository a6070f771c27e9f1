import type { Box, HeaderField } from '../types.ts'

/**
 * The surroundings of a value on its page, in a form that is the same on the next document of the layout: words of labels, distances in
 * text heights, and shares of the width of the text. None of it depends on the value.
 */
export interface Place {
  /** Words on the left on the same line, the nearest last; folded, without digits. */
  left: string
  /** Words of the nearest text above in the same column. */
  above: string
  /** First words of the lines before and after. */
  before: string
  after: string
  /** Left and right edge as shares of the width of the text on the page. */
  x0: number
  x1: number
  /** Distance from the first and to the last line of the page, in text heights. */
  top: number
  bottom: number
  /** 1-based page number, and the number of pages after it. */
  page: number
  rest: number
  /** Letters as A, digits as 9. Of amounts only whether they have decimals: they may have more figures next time. */
  shape: string
  /** Values of the same kind to the right on the line. */
  nth: number
  /** Rank by size among the amounts of the document; 0 for other kinds. */
  rank: number
}

/** One position of a confirmed value. The first words of its labels are kept as printed, for people. */
export interface Anchor {
  place: Place
  /** 2 if the confirmed position is this one; otherwise 1, or less if it is that of another field. */
  weight: number
  label?: { text: string; side: 'left' | 'above' }
}

/** What one confirmed document says about one field. */
export interface FieldLesson {
  /** The confirmed value, normalized; null if the field was confirmed empty. */
  value: string | null
  /** Positions of the value on the page; empty if it was not found there. */
  anchors: Anchor[]
  /** Whether the text of the value is on the page. */
  printed: boolean
  /** What the engine read without memory; only for fields that describe the whole document, addresses, and empty fields. */
  read?: string
}

/** Features of a document by which its layout is recognized, as hashes. */
export interface Fingerprint {
  /** Numbers and addresses that identify a sender: VAT number, IBAN, domain, telephone number. */
  strong: number[]
  /** Words with their zone of the page. */
  words: number[]
}

/** What one confirmed document teaches. */
export interface Lesson {
  version: 1
  fingerprint: Fingerprint
  fields: Partial<Record<HeaderField, FieldLesson>>
}

/** A lesson in the memory, with the fate of the values that its layout had proposed for the document: whether people kept them. */
export interface Remembered {
  lesson: Lesson
  outcomes: Partial<Record<HeaderField, boolean>>
}

/** The lessons of one layout, the oldest first. */
export interface LearnedLayout {
  id: number
  lessons: readonly Remembered[]
}

/** A confirmed value. `page` and `position` are null if it was typed. */
export interface ConfirmedValue {
  value: string | null
  page: number | null
  position: Box | null
}
export type ConfirmedValues = Partial<Record<HeaderField, ConfirmedValue>>
