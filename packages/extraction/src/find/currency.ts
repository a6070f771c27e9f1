import { currenciesOf, currencyNames, isWord } from '../normalise/currencies.ts'
import { foldText } from '../normalise/ids.ts'
import { type Candidate, makeCandidate } from './candidates.ts'
import { type CurrencyEvidence, currenciesShown, MIN_LEAD } from './countries.ts'
import { type CountryEvidence, type EvidenceKind, WEIGHTS } from './country-evidence.ts'
import type { Label } from './labels.ts'
import type { Layout, Segment } from './layout.ts'
import { bucket } from './names.ts'

/** Abbreviations that occur elsewhere: figures directly before or behind them, or brackets (`Price (Rs.)`), show that they are none. */
const BEFORE_FIGURES = String.raw`Ft|lei|kr|Rs\.?|Rp|Fr\.?|F ?CFA`
/** Two capitals are also those of a series of numbers (`KD-0559`), unless the figures behind them have decimals or thousands. */
const CAPITALS = 'TL|KD|BD|JD|DT'
const AMOUNT = String.raw`\s?-?\d[\d., ]{0,12}[.,]\d{2,3}(?!\d)`
const BEHIND_FIGURES = String.raw`(?:Ft|lei|kr|Rs|Kc|Fr|TL|KD|BD|JD|DT|лв|грн|руб|F ?CFA)\.?(?!\p{L})`
/** Signs and names of currencies in East Asia: behind a figure, in a heading (`単位:円`), or anywhere. */
const EASTERN = String.raw`(?<=\d\s?)[円圓元원](?=[也整正정]|\P{L}|$)|(?<=[:(]\s?)[円圓元원](?=\s?(?:\)|$))|人民[币幣]|新[台臺][币幣]|港[币幣]|(?<!\p{L})RMB(?!\p{L})`
/** The same of Vietnam, Israel and Arab countries. */
const MIDDLE = String.raw`(?<=\d\s?)(?:vnđ|VNĐ|đồng|đ)(?!\p{L})|(?<!\p{L})(?:VNĐ|NIS|ש["״]ח)(?!\p{L})|(?<!\p{L})\p{Script=Arabic}\.\p{Script=Arabic}\.?(?!\p{L})`
const TOKEN = new RegExp(
  String.raw`${EASTERN}|${MIDDLE}|(?<![\p{L}\d])[A-Z]{3}(?![\p{L}])|(?<!\p{L})[A-Z]{1,3}\p{Sc}|\p{Sc}|(?<!\p{L})(?:RM|zł|zl|Kč|Euros?|EURO|ευρώ|SFr\.?|грн|лв)(?=\P{L}|$)|(?<!\p{L})(?:(?:${BEFORE_FIGURES})(?=\s?-?\d)|(?:${CAPITALS})(?=${AMOUNT}))|(?<=[([])(?:${BEFORE_FIGURES}|${CAPITALS})(?=[)\]])|(?<![\p{L}\d])R(?=\d{1,3}(?:[ ,]\d{3})*\.\d{2}(?!\d))|(?<=\d\s?(?:,-\s?)?)(?:${BEHIND_FIGURES})`,
  'gu',
)

/** Currencies that a sign usually means; others of the sign are candidates if something shows their country. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'MXN', 'HKD'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  '¥': ['JPY', 'CNY'],
  '￥': ['JPY', 'CNY'],
  fcfa: ['XOF', 'XAF'],
  'f cfa': ['XOF', 'XAF'],
  元: ['CNY', 'TWD', 'HKD'],
  圓: ['TWD', 'HKD', 'JPY'],
}
/** Currencies whose country matters, because their sign is one of several countries. */
const WITH_SHARED_SIGN = new Set(Object.values(USUAL).flat())

/** Signs whose most usual meaning is not certain either if nothing shows a country. */
const UNCERTAIN = new Set(['rs', '₨', 'lei', '元', '圓'])

/** Companies and postcodes of the form of the United States occur elsewhere: they count if nothing shows another country of dollars. */
const LIKE_AMERICAN = /(?<!\p{L})(?:ein|inc\.?|llc)(?!\p{L})|(?<!\p{L})[a-z]{2},? \d{5}(?:-\d{4})?(?!\d)/u

/** What names a country in words; an account or a tax number elsewhere does not contradict a code on the page. */
const IN_WORDS: readonly EvidenceKind[] = ['country_name', 'place', 'tax_name', 'legal_form', 'script']

/** What else is known of a document: the countries that it shows, and its language (ISO 639-3). */
export interface CurrencySources {
  countries?: readonly CountryEvidence[]
  language?: string | null
}

interface Vote {
  weight: number
  beside: number
  best: number
  named: boolean
  heading: boolean
  forms: Set<string>
  /** Whether one place shows the currency for certain: by a code, or a sign of one country; and whether by a sign. */
  certain: boolean
  signed: boolean
  /** Other currencies that its signs can mean. */
  rivals: Set<string>
  segment: Segment
  start: number
  end: number
}

/**
 * Returns one candidate for each currency that the page shows, at its best position. A sign of several countries is a candidate for each of
 * them. The traits describe all places of the currency: next to figures, after the label "currency", in a heading, and the country.
 */
export function findCurrencyCandidates(
  layout: Layout,
  labels: readonly Label[],
  sources: CurrencySources = {},
): Candidate[] {
  const votes = new Map<string, Vote>()
  const countries = withAmerica(currenciesShown(sources.countries ?? []), layout)
  const strength = (code: string): number =>
    [...(countries.get(code)?.values() ?? [])].reduce((sum, weight) => sum + weight, 0)
  for (const segment of layout.segments) {
    for (const match of segment.text.matchAll(TOKEN)) {
      const { sign, codes } = meaningsOf(match[0])
      if (codes.length === 0) continue
      const vote = rate(segment, match.index, match.index + match[0].length, labels)
      if (isWord(codes[0]!) && !isMeant(codes[0]!, vote, labels, countries)) continue
      const usual = USUAL[sign] ?? codes.slice(0, 1)
      const likely = codes.length > 1 ? codes.filter((code) => usual.includes(code) || strength(code) > 0) : codes
      const isCertain = usual.length === 1 && !UNCERTAIN.has(sign) && likely.length === 1
      const form = likely.length > 1 ? 'shared' : match[0].length >= 3 ? 'code' : 'sign'
      const isSign = likely.length === 1 && /[^A-Za-z.]/.test(match[0])
      for (const code of likely) add(votes, code, vote, { form, isCertain, isSign, rivals: likely })
    }
  }
  addNamed(votes, layout, labels, sources.language ?? null)
  settleShared(votes, strength)
  const all = [...votes.values()].reduce((sum, vote) => sum + vote.weight, 0)
  const shared = new Set([...votes.values()].flatMap(({ rivals }) => (rivals.size > 1 ? [...rivals] : [])))
  // A code or a sign of one currency needs no evidence, and an account or a tax number elsewhere does not contradict it.
  const isShown = (code: string): boolean => {
    const kinds = countries.get(code)
    if (!kinds) return false
    return IN_WORDS.some((kind) => kinds.has(kind)) || shared.has(code) || WITH_SHARED_SIGN.has(code)
  }
  const ranked = [...votes].sort((a, b) => b[1].weight - a[1].weight || (a[0] < b[0] ? -1 : 1))
  return ranked.map(([code, vote]) => {
    const rank = ranked.filter(([, other]) => other.weight > vote.weight + 1e-9).length
    const country = isShown(code) ? 'yes' : [...countries.keys()].some(isShown) ? 'other' : 'none'
    const form = [...vote.forms].sort().join('+')
    const isDoubtful =
      !vote.certain &&
      (strength(code) === 0 ||
        [...vote.rivals].some(
          (other) => other !== code && strength(other) > 0 && strength(code) - strength(other) < MIN_LEAD,
        ))
    return makeCandidate('currency', vote.segment, vote.start, vote.end, code, 'currency.sign', [
      `cur:form:${form}`,
      `cur:rank:${Math.min(2, rank)}`,
      `cur:share:${bucket(vote.weight / all, [0.15, 0.4, 0.6, 0.9])}`,
      `cur:beside:${bucket(vote.beside, [0, 1, 3, 8])}`,
      `cur:country:${country}`,
      `cur:country:${country}&${form}`,
      `cur:distinct:${Math.min(3, ranked.length)}`,
      ...(vote.named ? ['cur:named'] : []),
      ...(vote.heading ? ['cur:heading'] : []),
      ...(form === 'shared' ? [`cur:meaning:${code}`] : []),
      ...(isDoubtful ? [DOUBTFUL] : []),
    ])
  })
}

/** The trait of a currency whose sign has several meanings, of which nothing on the page shows this one. */
export const DOUBTFUL = 'cur:doubtful'

/** Returns the sign without its point, in small letters, and the currencies that it can mean. */
function meaningsOf(text: string): { sign: string; codes: readonly string[] } {
  // The letter alone is the sign of the rand only in front of an amount.
  if (text === 'R') return { sign: text, codes: ['ZAR'] }
  const codes = currenciesOf(text)
  if (codes.length > 0 || !/^[A-Z]+\p{Sc}$/u.test(text)) return { sign: text.toLowerCase().replace('.', ''), codes }
  // Other letters before a sign, such as those of a label.
  return { sign: text.at(-1)!, codes: currenciesOf(text.at(-1)!) }
}

/** Labels of sums, which a currency may follow: `Total MAD`. */
const SUMS = ['total', 'base', 'tax', 'due'] as const

/** Whether a code that is also a word means the currency: after a label of the currency or of a sum, in brackets, or in its country. */
function isMeant(code: string, place: Place, labels: readonly Label[], countries: CurrencyEvidence): boolean {
  const { segment, start, end } = place
  if (place.named || countries.has(code)) return true
  const rest = segment.text.slice(end)
  if (place.heading && /^\s*(?:[)\]]|$)/.test(rest)) return true
  // `Total KGS` is a weight.
  if (code === 'KGS') return false
  return labels.some(
    (label) =>
      label.segment === segment &&
      SUMS.some((name) => label.classes.has(name)) &&
      label.end <= start &&
      /^[\s:(.-]*$/.test(segment.text.slice(label.end, start)),
  )
}

/** Adds the currencies that are named in English or the language of the page: `All amounts are in Australian dollars`. */
function addNamed(
  votes: Map<string, Vote>,
  { segments }: Layout,
  labels: readonly Label[],
  language: string | null,
): void {
  for (const names of new Set(['eng', language ?? 'eng'].map(currencyNames))) {
    const pattern = patternOf(names)
    for (const segment of segments) {
      const folded = foldText(segment.text)
      const name = pattern.exec(folded)?.[1]
      const code = name && names.get(name)
      if (!code) continue
      // Folding keeps the letters of most names in their places.
      const at = folded.length === segment.text.length ? folded.indexOf(name) : 0
      const vote = rate(
        segment,
        at,
        folded.length === segment.text.length ? at + name.length : segment.text.length,
        labels,
      )
      add(votes, code, vote, { form: 'code', isCertain: true, isSign: false, rivals: [code] })
    }
  }
}

const patterns = new WeakMap<ReadonlyMap<string, string>, RegExp>()

/** Returns a pattern of names, the longest first. */
function patternOf(names: ReadonlyMap<string, string>): RegExp {
  const known = patterns.get(names)
  if (known) return known
  const escaped = [...names.keys()]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  // The plural has one or two letters more in most languages.
  const pattern = new RegExp(String.raw`(?<!\p{L})(${escaped.join('|')})\p{L}{0,2}(?!\p{L})`, 'u')
  patterns.set(names, pattern)
  return pattern
}

/**
 * On a page with `A$` or `US$`, a `$` means the same dollars; with the code or name of one of them too, unless it shows the country of another.
 */
function settleShared(votes: Map<string, Vote>, strength: (code: string) => number): void {
  const printed = [...votes].filter(([, { certain }]) => certain)
  for (const [code, { forms, rivals }] of [...votes]) {
    if (forms.size > 1 || !forms.has('shared')) continue
    const others = printed.filter(([other]) => other !== code && rivals.has(other))
    if (others.some(([, { signed }]) => signed) || (others.length > 0 && strength(code) === 0)) votes.delete(code)
  }
}

type Place = Omit<Vote, 'forms' | 'certain' | 'signed' | 'rivals'>

/** How a place shows a currency. */
interface Showing {
  form: string
  isCertain: boolean
  isSign: boolean
  rivals: readonly string[]
}

function rate(segment: Segment, start: number, end: number, labels: readonly Label[]): Place {
  const isBeside = /\d[\s.,:-]*$/.test(segment.text.slice(0, start)) || /^[\s:.-]*[-(]?\d/.test(segment.text.slice(end))
  const isNamed = labels.some(
    (label) =>
      label.segment.line === segment.line &&
      label.classes.has('currency') &&
      (label.segment !== segment || label.end <= start),
  )
  const isHeading = /[([]\s*$|\sin\s+$|\s(?:en|em|w|v)\s+$/i.test(segment.text.slice(0, start))
  const weight = (isBeside ? 1 : 0.3) + (isNamed ? 5 : 0) + (isHeading ? 0.7 : 0)
  return { weight, beside: isBeside ? 1 : 0, best: weight, named: isNamed, heading: isHeading, segment, start, end }
}

function add(votes: Map<string, Vote>, code: string, one: Place, { form, isCertain, isSign, rivals }: Showing): void {
  const vote = votes.get(code)
  if (!vote) {
    votes.set(code, { ...one, forms: new Set([form]), certain: isCertain, signed: isSign, rivals: new Set(rivals) })
    return
  }
  vote.weight += one.weight
  vote.beside += one.beside
  vote.named ||= one.named
  vote.heading ||= one.heading
  vote.certain ||= isCertain
  vote.signed ||= isSign
  vote.forms.add(form)
  for (const rival of rivals) vote.rivals.add(rival)
  if (one.best > vote.best)
    Object.assign(vote, { best: one.best, segment: one.segment, start: one.start, end: one.end })
}

/** Adds the evidence for the United States, which counts if nothing shows another country of dollars. */
function withAmerica(countries: CurrencyEvidence, { segments }: Layout): CurrencyEvidence {
  if (currenciesOf('$').some((code) => countries.has(code))) return countries
  const text = foldText(segments.map((segment) => segment.text).join('\n'))
  return LIKE_AMERICAN.test(text)
    ? new Map(countries).set('USD', new Map([['legal_form', WEIGHTS.legal_form]]))
    : countries
}
