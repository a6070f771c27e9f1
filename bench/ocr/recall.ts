/** Checks whether a page's text contains the values printed on it, which limits any extraction that follows. */

export interface PageTruth {
  amount_total?: number
  date_issue?: string
}

const MONTHS = [
  ['jan', 'januar', 'january', 'janvier', 'janv'],
  ['feb', 'februar', 'february', 'février', 'fevrier', 'févr'],
  ['mar', 'märz', 'march', 'mars', 'mrz'],
  ['apr', 'april', 'avril', 'avr'],
  ['may', 'mai'],
  ['jun', 'juni', 'june', 'juin'],
  ['jul', 'juli', 'july', 'juillet', 'juil'],
  ['aug', 'august', 'août', 'aout'],
  ['sep', 'sept', 'september', 'septembre'],
  ['oct', 'okt', 'oktober', 'october', 'octobre'],
  ['nov', 'november', 'novembre'],
  ['dec', 'dez', 'dezember', 'december', 'décembre', 'decembre'],
]

/** The amount with two decimals, decimal comma or point, with any usual thousands separator or none. */
export function holdsAmount(text: string, amount: number): boolean {
  const [whole, cents] = Math.abs(amount).toFixed(2).split('.') as [string, string]
  const groups = whole.replace(/(\d)(?=(\d{3})+$)/g, "$1[ .,'\u00a0\u202f]?")
  return new RegExp(`(?<![\\d])${groups} ?[.,] ?${cents}(?!\\d)`).test(text)
}

/** The date in digits or with the name of the month, in any usual order; `date` is ISO. */
export function holdsDate(text: string, date: string): boolean {
  const [year, month, day] = date.split('-') as [string, string, string]
  const y = `(?:${year}|${year.slice(2)})`
  const [m, d] = [`0?${Number(month)}`, `0?${Number(day)}`]
  const name = `(?:${MONTHS[Number(month) - 1]!.join('|')})`
  const s = "[-/.,\\u2019' ]*"
  const orders = [
    `${d}[-/. ]+${m}[-/. ]+${y}`,
    `${m}[-/. ]+${d}[-/. ]+${y}`,
    `${year}[-/. ]*${month}[-/. ]*${day}`,
    `${y}[-/. ]+${m}[-/. ]+${d}`,
    `${day}${month}${year}`,
    `${d}(?:st|nd|rd|th|er)?${s}${name}${s}${y}`,
    `${name}${s}${d}(?:st|nd|rd|th)?${s}${y}`,
  ]
  return new RegExp(`(?<!\\d)(?:${orders.join('|')})`, 'i').test(text)
}

/** Counts the words of the transcript in the text, each as often as it occurs there, ignoring case. */
export function wordsFound(text: string, transcript: string): { found: number; of: number } {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const wanted = wordsOf(transcript)
  let found = 0
  for (const word of wanted) {
    const left = counts.get(word) ?? 0
    if (left > 0) {
      found++
      counts.set(word, left - 1)
    }
  }
  return { found, of: wanted.length }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}
