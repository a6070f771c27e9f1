import type { Box, HeaderField } from '../types.ts'

/** What another program, such as a language model, states about a field of a document. Nothing in it is trusted. */
export interface Claim {
  /** The text as it is said to be printed. */
  text: string
  /** The program's own probability, 0 to 1. */
  probability: number
}
export type Claims = Partial<Record<HeaderField, Claim>>

/** A claim that is on the page. Text, value and position are those of the page, not of the claim. */
export interface GroundedValue {
  text: string
  value: string
  page: number
  position: Box
  probability: number
  /** True if the check digits of the number are wrong. */
  doubtful: boolean
}

/** Why a claim is not used: its text is not on the page, it is no value of this kind, or the document has no such field. */
export type Dropped = 'not_on_page' | 'wrong_kind' | 'foreign'

export interface Grounding {
  values: Partial<Record<HeaderField, GroundedValue>>
  dropped: Record<Dropped, number>
}
