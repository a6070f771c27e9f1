import type { Layout } from '../find/layout.ts'
import { wordsOfAll } from '../lexicon/index.ts'
import type { LabelledValues } from './labelled-values.ts'

/** Payment terms without a label, as sentences: `Zahlbar innerhalb von 30 Tagen`, `Payment within 30 days of …`. */
const PAYING =
  /(?<!\p{L})(?:pay(?:ment|able)?|zahlbar|zahlung|bezahlen|[uü]berweisen|paiement|r[eè]glement|payer|betaling|betalen|pagamento|pago|p[lł]atno[sś][cć]|splatnost)(?!\p{L})/iu
const WHEN =
  /(?<!\d)\d{1,3}\s*(?:days?|tagen?|jours?|dagen|dni|dn[uů]|d[ií]as|giorni)(?!\p{L})|(?:bis zum|by|before|until|avant le|au plus tard le)\s+\d/iu

const anyOf = (words: readonly string[]): string => String.raw`(?:${words.join('|')})(?!\p{L})`
const PAYING_ABROAD = new RegExp(String.raw`(?<!\p{L})${anyOf(wordsOfAll('paying'))}`, 'iu')
const WHEN_ABROAD = new RegExp(String.raw`(?<!\d)\d{1,3}\s*${anyOf(wordsOfAll('days'))}`, 'iu')
const isPaying = (text: string): boolean => PAYING.test(text) || PAYING_ABROAD.test(text)
const isWhen = (text: string): boolean => WHEN.test(text) || WHEN_ABROAD.test(text)

/** Adds the first sentence about the payment, if no label has named the terms. */
export function findTermsSentence(layout: Layout, values: LabelledValues): void {
  if (values.terms) return
  const segment = layout.segments.find(
    ({ text }) => text.length <= 120 && isPaying(text) && isWhen(text) && !/:\s*$/.test(text),
  )
  if (!segment) return
  const { text, page, box } = segment
  values.terms = { value: text, text, page: page.number, box, probability: 0.6, generator: 'terms.sentence' }
}
