import { CURRENCY_CODES, currencyOf } from '../normalise/amounts.ts'
import { foldText } from '../normalise/ids.ts'
import { type Candidate, makeCandidate } from './candidates.ts'
import type { Label } from './labels.ts'
import type { Layout, Segment } from './layout.ts'
import { bucket } from './names.ts'

const CODES = [...CURRENCY_CODES].join('|')
/** Signs and names of currencies in East Asia: behind a figure, in a heading (`単位:円`), or anywhere. */
const EASTERN = String.raw`(?<=\d\s?)[円圓元원](?=[也整正정]|\P{L}|$)|(?<=[:(]\s?)[円圓元원](?=\s?(?:\)|$))|人民[币幣]|新[台臺][币幣]|港[币幣]|(?<!\p{L})RMB(?!\p{L})`
/** The same of Vietnam and Israel. */
const MIDDLE = String.raw`(?<=\d\s?)(?:vnđ|VNĐ|đồng|đ)(?!\p{L})|(?<!\p{L})(?:VNĐ|NIS|ש["״]ח)(?!\p{L})|ر\.س|د\.إ`
const TOKEN = new RegExp(
  String.raw`${EASTERN}|${MIDDLE}|(?<![\p{L}\d])(?:${CODES})(?![\p{L}])|(?:US|AU|CA|NZ|HK|NT|A|C|S|R)?\$|[€£¥₹₩฿₫₴₺₱₪]|(?<!\p{L})(?:RM|zł|zl|Kč|Euros?|EURO|SFr\.?|грн|лв)(?=\P{L}|$)|(?<!\p{L})(?:Ft|lei|TL|kr|Rs\.?|Rp|Fr\.?)(?=\s?-?\d)|(?<![\p{L}\d])R(?=\d{1,3}(?:[ ,]\d{3})*\.\d{2}(?!\d))|(?<=\d\s?(?:,-\s?)?)(?:Ft|lei|TL|kr|Rs|Kc|Fr)\.?(?!\p{L})`,
  'gu',
)

/** Currencies that a sign of several countries can mean. */
const SHARED_SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'MXN', 'HKD'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  '¥': ['JPY', 'CNY'],
  元: ['CNY', 'TWD', 'HKD'],
}

/** What shows the country of a document, and the currency of that country; text is folded. */
const COUNTRIES: readonly (readonly [string, RegExp])[] = [
  ['USD', /(?<!\p{L})(?:usa|united states|u\.s\.a\.)(?!\p{L})/u],
  [
    'CAD',
    /(?<!\p{L})(?:canada|ontario|quebec|alberta|british columbia|hst|qst|[abceghjklmnprstvxy]\d[a-z] ?\d[a-z]\d)(?!\p{L})/u,
  ],
  ['AUD', /(?<!\p{L})(?:australia|abn|acn|pty|(?:nsw|vic|qld|tas) \d{4})(?!\p{L})|\.au(?!\p{L})|\+61(?!\d{3})/u],
  ['NZD', /(?<!\p{L})new zealand(?!\p{L})|\.nz(?!\p{L})|\+64(?!\d{3})/u],
  ['SGD', /(?<!\p{L})(?:singapore|pte)(?!\p{L})|\.sg(?!\p{L})/u],
  ['MXN', /(?<!\p{L})(?:mexico|rfc|cfdi)(?!\p{L})/u],
  ['HKD', /hong kong/u],
  ['SEK', /(?<!\p{L})(?:sweden|sverige|bankgiro|plusgiro)(?!\p{L})|\.se(?!\p{L})|\+46(?!\d{3})/u],
  ['NOK', /(?<!\p{L})(?:norway|norge|mva)(?!\p{L})|\.no(?!\p{L})|\+47(?!\d{3})/u],
  ['DKK', /(?<!\p{L})(?:denmark|danmark|cvr)(?!\p{L})|\.dk(?!\p{L})|\+45(?!\d{3})/u],
  ['JPY', /(?<!\p{L})(?:japan|tokyo)(?!\p{L})|日本|東京|株式会社|〒|円/u],
  ['CNY', /(?<!\p{L})(?:china|shanghai|beijing|shenzhen)(?!\p{L})|中国|人民[币幣]|发票/u],
  ['TWD', /(?<!\p{L})(?:taiwan|taipei)(?!\p{L})|[台臺][灣北]|統一編號|民國/u],
  ['KRW', /(?<!\p{L})(?:korea|seoul)(?!\p{L})|대한민국|서울|사업자/u],
  ['IDR', /(?<!\p{L})(?:indonesia|npwp)(?!\p{L})/u],
  ['VND', /(?<!\p{L})(?:viet nam|vietnam|mst|ma so thue)(?!\p{L})/u],
  ['SEK', /(?<!\p{L})f-skatt(?!\p{L})/u],
  ['NOK', /(?<!\p{L})(?:foretaksregisteret|noreg)(?!\p{L})/u],
  ['EUR', /(?<!\p{L})(?:suomi|y-tunnus|eesti|estonia|kmkr|latvija|latvia|pvn|lietuva|lithuania|pvm kodas)(?!\p{L})/u],
  ['GBP', /(?<!\p{L})(?:united kingdom|england|gb\d{9}|sort code)(?!\p{L})/u],
  ['CHF', /(?<!\p{L})(?:schweiz|suisse|svizzera|switzerland|che-?\d|mwst-nr\. che)/u],
  ['PLN', /(?<!\p{L})(?:polska|poland|nip|regon)(?!\p{L})/u],
  ['CZK', /(?<!\p{L})(?:ceska|czech|dic|s\.r\.o)(?!\p{L})/u],
  ['BRL', /(?<!\p{L})(?:brasil|brazil|cnpj|cpf)(?!\p{L})/u],
  ['HUF', /(?<!\p{L})(?:magyarorszag|hungary|adoszam)(?!\p{L})|\+36(?!\d{3})/u],
  ['RON', /(?<!\p{L})(?:romania|c\.?u\.?i|reg\.? ?com)(?!\p{L})|\+40(?!\d{3})/u],
  ['TRY', /(?<!\p{L})(?:turkiye|turkey|vkn|vergi dairesi|kdv)(?!\p{L})|\+90(?!\d{3})/u],
  ['BGN', /(?<!\p{L})(?:българия|bulgaria|еик|ддс)(?!\p{L})|\+359(?!\d{3})/u],
  ['UAH', /(?<!\p{L})(?:украіна|ukraine|єдрпоу|пдв)(?!\p{L})|\+380(?!\d{3})/u],
  [
    'EUR',
    /(?<!\p{L})(?:ελλαδα|greece|αφμ|slovenska republika|slovakia|ic dph|slovenija|slovenia|ddv|hrvatska|croatia|oib)(?!\p{L})/u,
  ],
  ['INR', /(?<!\p{L})(?:india|gstin|cgst|sgst)(?!\p{L})/u],
  [
    'EUR',
    /(?<!\p{L})(?:deutschland|germany|france|espana|italia|nederland|belgi\p{L}+|osterreich|austria|portugal|ireland|finland)(?!\p{L})/u,
  ],
]

/** Legal forms, which in small letters are words of other languages. */
const FORMS: readonly (readonly [string, RegExp])[] = [
  ['SEK', /(?<![\p{L}\d])AB(?![\p{L}\d])/u],
  ['NOK', /(?<![\p{L}\d])AS(?![\p{L}\d])/u],
  ['DKK', /(?<![\p{L}\d])(?:A\/S|ApS)(?![\p{L}\d])/u],
]

/** Companies and postcodes of the form of the United States occur elsewhere: they count if nothing shows another country of dollars. */
const LIKE_AMERICAN = /(?<!\p{L})(?:ein|inc\.?|llc)(?!\p{L})|(?<!\p{L})[a-z]{2},? \d{5}(?:-\d{4})?(?!\d)/u

interface Vote {
  weight: number
  beside: number
  best: number
  named: boolean
  heading: boolean
  forms: Set<string>
  segment: Segment
  start: number
  end: number
}

/**
 * Returns one candidate for each currency that the page shows, at its best position. A sign of several countries is a candidate for each of
 * them. The traits describe all places of the currency: next to figures, after the label "currency", in a heading, and the country.
 */
export function findCurrencyCandidates(layout: Layout, labels: readonly Label[]): Candidate[] {
  const votes = new Map<string, Vote>()
  for (const segment of layout.segments) {
    for (const match of segment.text.matchAll(TOKEN)) {
      // The letter alone is the sign of the rand only in front of an amount.
      const found = match[0] === 'R' ? 'ZAR' : currencyOf(match[0])
      if (!found) continue
      const vote = rate(segment, match.index, match.index + match[0].length, labels)
      const shared = SHARED_SIGNS[match[0].toLowerCase().replace('.', '')]
      for (const code of shared ?? [found])
        add(votes, code, vote, shared ? 'shared' : match[0].length >= 3 ? 'code' : 'sign')
    }
  }
  settleShared(votes)
  const countries = evidence(layout)
  const all = [...votes.values()].reduce((sum, vote) => sum + vote.weight, 0)
  const ranked = [...votes].sort((a, b) => b[1].weight - a[1].weight || (a[0] < b[0] ? -1 : 1))
  return ranked.map(([code, vote]) => {
    const rank = ranked.filter(([, other]) => other.weight > vote.weight + 1e-9).length
    const country = countries.has(code) ? 'yes' : countries.size > 0 ? 'other' : 'none'
    const form = [...vote.forms].sort().join('+')
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
    ])
  })
}

/** On a page with `A$`, a `$` means the same dollars. */
function settleShared(votes: Map<string, Vote>): void {
  for (const codes of Object.values(SHARED_SIGNS)) {
    const printed = codes.filter((code) => votes.get(code)?.forms.has('sign'))
    if (printed.length === 0) continue
    for (const code of codes) {
      const forms = votes.get(code)?.forms
      if (forms?.has('shared') && forms.size === 1) votes.delete(code)
    }
  }
}

function rate(segment: Segment, start: number, end: number, labels: readonly Label[]): Omit<Vote, 'forms'> {
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

function add(votes: Map<string, Vote>, code: string, one: Omit<Vote, 'forms'>, form: string): void {
  const vote = votes.get(code)
  if (!vote) {
    votes.set(code, { ...one, forms: new Set([form]) })
    return
  }
  vote.weight += one.weight
  vote.beside += one.beside
  vote.named ||= one.named
  vote.heading ||= one.heading
  vote.forms.add(form)
  if (one.best > vote.best)
    Object.assign(vote, { best: one.best, segment: one.segment, start: one.start, end: one.end })
}

/** Returns the currencies of the countries that the text names or implies. */
function evidence(layout: Layout): Set<string> {
  const printed = layout.segments.map((segment) => segment.text).join('\n')
  const text = foldText(printed)
  const shown = new Set([
    ...COUNTRIES.filter(([, pattern]) => pattern.test(text)).map(([code]) => code),
    ...FORMS.filter(([, pattern]) => pattern.test(printed)).map(([code]) => code),
  ])
  if (!SHARED_SIGNS['$']!.some((code) => shown.has(code)) && LIKE_AMERICAN.test(text)) shown.add('USD')
  return shown
}
