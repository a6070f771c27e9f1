import type { CandidateKind } from '../find/candidates.ts'
import type { HeaderField } from '../types.ts'

/** Fields with a trained scorer, and the kind of candidate of each. */
export const SCORED_FIELDS = {
  document_id: 'id',
  order_id: 'id',
  date_issue: 'date',
  date_due: 'date',
  date_uzp: 'date',
  amount_total: 'amount',
  amount_total_tax: 'amount',
  amount_total_base: 'amount',
  amount_due: 'amount',
  currency: 'currency',
  iban: 'iban',
  bic: 'bic',
  sender_vat_id: 'vat',
  recipient_vat_id: 'vat',
  sender_name: 'name',
  recipient_name: 'name',
} as const satisfies Partial<Record<HeaderField, CandidateKind>>
export type ScoredField = keyof typeof SCORED_FIELDS
