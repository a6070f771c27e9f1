import { CURRENCY_CODES, currencyOf } from '../normalise/amounts.ts'
import type { Candidate } from './candidates.ts'
import { makeCandidate } from './candidates.ts'
import type { Label } from './labels.ts'
import type { Layout } from './layout.ts'

const CODES = [...CURRENCY_CODES].join('|')
const TOKEN = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${CODES})(?![\p{L}])|(?:US|AU|CA|NZ|HK|A|C|S|R)?\$|[€£¥₹₩฿₫₴₺₱₪]|(?<!\p{L})(?:RM|zł|zl|Kč|Euros?|EURO)(?=\P{L}|$)|(?<!\p{L})(?:Ft|lei|kr|Rs\.?|Rp|Fr\.)(?=\s?\d)`,
  'gu',
)
/** Signs used by several countries have less weight than a code. */
const VAGUE = /^(?:\$|kr\.?|¥|Fr\.)$/

export interface CurrencyChoice {
  candidate: Candidate
  probability: number
}

/**
 * Determines the document's currency: signs and codes vote; those next to figures and after the label "currency" have the most weight.
 * `dollar` is the meaning of a bare `$` in this document.
 */
export function findCurrency(layout: Layout, labels: readonly Label[]): CurrencyChoice | null {
  const votes = new Map<string, { weight: number; candidate: Candidate; best: number }>()
  const dollar = findDollar(layout)
  for (const segment of layout.segments) {
    for (const match of segment.text.matchAll(TOKEN)) {
      const found = currencyOf(match[0])
      if (!found) continue
      const code = match[0] === '$' ? dollar : found
      const end = match.index + match[0].length
      const beside =
        /\d[\s.,:-]*$/.test(segment.text.slice(0, match.index)) || /^[\s:.-]*[-(]?\d/.test(segment.text.slice(end))
      const named = labels.some(
        (label) =>
          label.segment.line === segment.line &&
          label.classes.has('currency') &&
          (label.segment !== segment || label.end <= match.index),
      )
      const weight = (beside ? 1 : 0.3) * (VAGUE.test(match[0]) ? 0.6 : 1) + (named ? 5 : 0)
      const vote = votes.get(code)
      if (!vote)
        votes.set(code, {
          weight,
          best: weight,
          candidate: makeCandidate('name', segment, match.index, end, code, 'currency.sign'),
        })
      else {
        vote.weight += weight
        if (weight > vote.best) {
          vote.best = weight
          vote.candidate = makeCandidate('name', segment, match.index, end, code, 'currency.sign')
        }
      }
    }
  }
  const ranked = [...votes.values()].sort(
    (a, b) => b.weight - a.weight || (a.candidate.value < b.candidate.value ? -1 : 1),
  )
  const best = ranked[0]
  if (!best) return null
  const all = ranked.reduce((sum, vote) => sum + vote.weight, 0)
  const share = best.weight / all
  const sure = Math.min(1, 0.8 + best.weight * 0.06)
  return { candidate: best.candidate, probability: Math.min(0.99, 0.35 + 0.63 * share * sure) }
}

function findDollar(layout: Layout): string {
  const text = layout.segments.map((segment) => segment.text).join('\n')
  if (/(?<!\p{L})(?:AUD|Australia|ABN)(?!\p{L})/u.test(text)) return 'AUD'
  if (/(?<!\p{L})(?:CAD|Canada|HST|QST)(?!\p{L})/u.test(text)) return 'CAD'
  if (/(?<!\p{L})(?:SGD|Singapore)(?!\p{L})/u.test(text)) return 'SGD'
  if (/(?<!\p{L})(?:NZD|New Zealand)(?!\p{L})/u.test(text)) return 'NZD'
  return 'USD'
}
