import { wordsOfAll } from '../lexicon/index.ts'
import type { Layout } from './layout.ts'

const DAYS = String.raw`days?|tagen?|jours?|dagen|dni|dnů|d[ií]as|giorni|${wordsOfAll('days').join('|')}`
const TERMS = new RegExp(String.raw`(?<!\d)(\d{1,3})\s*(?:${DAYS})(?!\p{L})|net\s*(\d{1,3})(?!\d)`, 'giu')

/** Returns the payment terms in days found in the text: `30 days`, `14 Tage`, `à 45 jours`. */
export function readTerms(layout: Layout): number[] {
  const days = new Set<number>()
  for (const segment of layout.segments) {
    if (!/\d/.test(segment.text)) continue
    for (const match of segment.text.matchAll(TERMS)) {
      const count = Number(match[1] ?? match[2])
      if (count > 0 && count <= 180) days.add(count)
    }
  }
  return [...days]
}
