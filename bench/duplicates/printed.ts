/** The values of a document as a reviewer leaves them: as they are printed. */
import type { GeneratedDocument } from '../../scripts/generator/index.ts'
import type { Extraction } from '@sheaf/extraction/types'

/** Fields by which invoices are recognised, and the keys of what is printed. */
const KEYS = {
  document_id: 'invoice_id',
  date_issue: 'date_issue',
  amount_total: 'amount_total',
  amount_due: 'amount_due',
  amount_total_base: 'amount_total_base',
  currency: 'currency',
  sender_name: 'sender_name',
  sender_vat_id: 'sender_vat',
  iban: 'iban',
} as const

/** Returns the extraction with the printed values of these fields; those that are not printed are empty. */
export function asPrinted(extraction: Extraction, { truth, visible }: GeneratedDocument): Extraction {
  const fields = { ...extraction.fields }
  for (const [field, key] of Object.entries(KEYS) as [keyof typeof KEYS, string][]) {
    const value = visible.includes(key) ? (truth as unknown as Record<string, unknown>)[key] : undefined
    if (value === undefined || value === null) delete fields[field]
    else
      fields[field] = {
        text: String(value),
        value: String(value),
        confidence: 1,
        page: 1,
        position: [0, 0, 1, 1],
        evidence: { generator: 'printed' },
      }
  }
  return { ...extraction, fields }
}
