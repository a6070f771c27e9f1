/** The currency of documents that print none: invoices for customers at home often have neither a code nor a sign. */
import type { Analysis } from '../find/analyse.ts'
import { currenciesShown, MIN_LEAD } from '../find/countries.ts'
import { isMoney } from '../normalise/currencies.ts'
import type { Extraction } from '../types.ts'
import { MAX_DOUBTFUL } from './doubts.ts'

/**
 * Adds the currency of the country that a document shows, in place, if it has a total and prints no currency. One country has to lead the others
 * by the odds of .95. The position is that of the total, and the evidence names what showed the country.
 */
export function inferCurrency(
  fields: Extraction['fields'],
  alternatives: Extraction['alternatives'],
  analysis: Analysis,
): void {
  const total = fields.amount_total ?? fields.amount_due
  if (fields.currency || alternatives?.currency || !total) return
  const ranked = [...currenciesShown(analysis.countries)]
    .filter(([code]) => isMoney(code))
    .map(([code, kinds]) => ({ code, strength: [...kinds.values()].reduce((sum, weight) => sum + weight, 0) }))
    .sort((a, b) => b.strength - a.strength || (a.code < b.code ? -1 : 1))
  const [first, second] = ranked
  if (!first || first.strength - (second?.strength ?? 0) < MIN_LEAD) return
  fields.currency = {
    text: total.text,
    value: first.code,
    // Nothing on the page says so: a person confirms it.
    confidence: MAX_DOUBTFUL,
    page: total.page,
    position: total.position,
    evidence: { generator: 'country', checks: ['currency-unsure'] },
  }
}
