import type { Layout } from '../find/layout.ts'
import type { LabelledValues } from './labelled-values.ts'

/** Payment terms without a label, as sentences: `Zahlbar innerhalb von 30 Tagen`, `Payment within 30 days of …`. */
const PAYING =
  /(?<!\p{L})(?:pay(?:ment|able)?|zahlbar|zahlung|bezahlen|[uü]berweisen|paiement|r[eè]glement|payer|betaling|betalen|pagamento|pago|p[lł]atno[sś][cć]|splatnost)(?!\p{L})/iu
const WHEN =
  /(?<!\d)\d{1,3}\s*(?:days?|tagen?|jours?|dagen|dni|dn[uů]|d[ií]as|giorni)(?!\p{L})|(?:bis zum|by|before|until|avant le|au plus tard le)\s+\d/iu

/** Adds the first sentence about the payment, if no label has named the terms. */
export function findTermsSentence(layout: Layout, values: LabelledValues): void {
  if (values.terms) return
  const segment = layout.segments.find(
    ({ text }) => text.length <= 120 && PAYING.test(text) && WHEN.test(text) && !/:\s*$/.test(text),
  )
  if (!segment) return
  const { text, page, box } = segment
  values.terms = { value: text, text, page: page.number, box, probability: 0.6, generator: 'terms.sentence' }
}
