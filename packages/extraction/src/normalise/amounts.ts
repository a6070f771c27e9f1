/** Converts printed amounts, in the notations of Europe, Asia and the Americas, to plain numbers. */

export type DecimalMark = '.' | ','

export interface ParsedAmount {
  value: number
  /** Digits after the decimal mark. */
  places: number
  /** ISO 4217 code if there is a currency sign or code next to the figure. */
  currency?: string
  percent: boolean
}

/** Signs and codes next to figures. `$`, `kr` and `¥` are ambiguous and have their most common meaning. */
const CURRENCY_SIGNS: readonly [string, string][] = [
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['zł', 'PLN'],
  ['zl', 'PLN'],
  ['kč', 'CZK'],
  ['kc', 'CZK'],
  ['ft', 'HUF'],
  ['lei', 'RON'],
  ['us$', 'USD'],
  ['a$', 'AUD'],
  ['au$', 'AUD'],
  ['c$', 'CAD'],
  ['ca$', 'CAD'],
  ['nz$', 'NZD'],
  ['hk$', 'HKD'],
  ['s$', 'SGD'],
  ['r$', 'BRL'],
  ['$', 'USD'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['rs', 'INR'],
  ['rs.', 'INR'],
  ['₪', 'ILS'],
  ['₩', 'KRW'],
  ['฿', 'THB'],
  ['₫', 'VND'],
  ['₴', 'UAH'],
  ['грн', 'UAH'],
  ['₺', 'TRY'],
  ['tl', 'TRY'],
  ['₱', 'PHP'],
  ['₽', 'RUB'],
  ['rm', 'MYR'],
  ['rp', 'IDR'],
  ['kr', 'SEK'],
  ['kr.', 'DKK'],
  ['fr.', 'CHF'],
  ['sfr', 'CHF'],
  ['sfr.', 'CHF'],
  ['лв', 'BGN'],
  ['円', 'JPY'],
  ['元', 'CNY'],
  ['원', 'KRW'],
  ['rmb', 'CNY'],
  ['人民币', 'CNY'],
  ['人民幣', 'CNY'],
  ['nt$', 'TWD'],
  ['新台币', 'TWD'],
  ['新台幣', 'TWD'],
  ['新臺幣', 'TWD'],
  ['港币', 'HKD'],
  ['港幣', 'HKD'],
  ['đ', 'VND'],
  ['vnđ', 'VND'],
  ['đồng', 'VND'],
  ['ر.س', 'SAR'],
  ['د.إ', 'AED'],
  ['ש"ח', 'ILS'],
  ['ש״ח', 'ILS'],
  ['nis', 'ILS'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
]
const SIGN_TO_CODE = new Map(CURRENCY_SIGNS)

export const CURRENCY_CODES: ReadonlySet<string> = new Set(
  (
    'AED ARS AUD BGN BRL CAD CHF CLP CNY COP CRC CZK DKK EUR GBP GTQ HKD HUF IDR ILS INR ISK JMD JPY KRW MXN MYR NOK NZD ' +
    'PEN PHP PLN RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD VES VND ZAR'
  ).split(' '),
)

/** Returns the ISO 4217 code of a single sign, abbreviation or code (`€`, `kč`, `RM`, `usd`); null for any other text. */
export function currencyOf(text: string): string | null {
  const key = text.trim().toLowerCase()
  const upper = key.toUpperCase()
  if (CURRENCY_CODES.has(upper)) return upper
  return SIGN_TO_CODE.get(key) ?? SIGN_TO_CODE.get(key.replace(/[.:]$/, '')) ?? null
}

// In India, groups above the thousands have two digits: 1,09,574.68.
const FIGURE = /^(\d{1,3}(?:[ .,'’`\u00a0\u202f]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d+)?(?:([.,·])(\d{1,6}|-{1,2}|–))?$/

/**
 * Parses an amount that is the whole of `text` apart from currency signs, sign, percent and footnote letters. `1.234,56`, `1,234.56`, `1
 * 234,56`, `1'234.50`, `-5,00`, `5,00-`, `(5.00)`, `€ 12`, `12,- €`, `19 %`. A single mark followed by exactly three digits is interpreted
 * by `decimal`, the document's decimal mark.
 */
export function parseAmount(text: string, decimal: DecimalMark = '.'): ParsedAmount | null {
  let rest = text.trim()
  if (rest === '' || rest.length > 40 || !/\d/.test(rest)) return null
  let negative = false
  if (/^\(.*\)$/.test(rest)) {
    negative = true
    rest = rest.slice(1, -1).trim()
  }
  let percent = false
  let currency: string | undefined
  const strip = (): boolean => {
    const before = rest
    rest = rest.replace(/^[:=*~]+|[:=*;]+$/g, '').trim()
    if (rest.endsWith('%')) {
      percent = true
      rest = rest.slice(0, -1).trim()
    }
    const head = /^([^\d.,+\-–−(]{1,5})(?=[\s.,\d+\-–−])/.exec(rest)
    const tail = /(?<=[\d.,\s\-–−)])([^\d.,+\-–−(\s]{1,5}\.?)$/.exec(rest)
    for (const [match, atHead] of [
      [head, true],
      [tail, false],
    ] as const) {
      const code = match ? currencyOf(match[1]!) : null
      if (match && code) {
        currency ??= code
        rest = (atHead ? rest.slice(match[0].length) : rest.slice(0, -match[1]!.length)).trim()
        return true
      }
    }
    const sign = /^([-–−+])\s*(?=\D*\d)/.exec(rest)
    if (sign) {
      if (sign[1] !== '+') negative = true
      rest = rest.slice(sign[0].length)
    } else if (/\d\s*[-–−]$/.test(rest) && !/[.,]\s*[-–−]+$/.test(rest)) {
      negative = true
      rest = rest.replace(/\s*[-–−]$/, '')
    }
    return rest !== before
  }
  for (let i = 0; i < 6 && strip(); i++);
  // A stray mark before the digits, as in `RM.12.50` or `.12.50`.
  if (currency) rest = rest.replace(/^[.,]\s*(?=\d+[.,])/, '')
  rest = rest.replace(/(\d)\s([.,]\d{2})$/, '$1$2').replace(/([.,])\s(\d{2})$/, '$1$2')
  const read = readFigure(rest, decimal)
  if (!read) return null
  return { value: negative ? -read.value : read.value, places: read.places, percent, ...(currency ? { currency } : {}) }
}

function readFigure(figure: string, decimal: DecimalMark): { value: number; places: number } | null {
  const match = FIGURE.exec(figure)
  if (!match || (match[1] === undefined && !/^\d+$/.test(match[3] ?? ''))) return null
  let whole = match[1] ?? '0'
  const mark = match[2]
  let fraction = /^\d+$/.test(match[3] ?? '') ? match[3]! : ''
  const groupMarks = [...new Set(whole.replace(/\d/g, ''))]
  if (groupMarks.length > 1) return null
  const groupMark = groupMarks[0]
  if (mark !== undefined && groupMark === mark) {
    // 1.234.567: three digits after a repeated mark are another group.
    if (fraction.length !== 3) return null
    whole += fraction
    fraction = ''
  } else if (mark === undefined && groupMark !== undefined && /[.,]/.test(groupMark)) {
    const groups = whole.split(groupMark)
    // A single group in a document that uses this mark for decimals: 1.234 is one and 234 thousandths.
    if (groups.length === 2 && groupMark === decimal) {
      return { value: Number(`${groups[0]}.${groups[1]}`), places: 3 }
    }
  } else if (mark !== undefined && groupMark === undefined && fraction.length === 3 && mark !== decimal) {
    whole += fraction
    fraction = ''
  }
  const digits = whole.replace(/\D/g, '')
  if (digits.length > 13) return null
  return { value: Number(fraction === '' ? digits : `${digits}.${fraction}`), places: fraction.length }
}

/**
 * Determines the decimal mark of a whole document. Each unambiguous figure votes (`12,50`, `1.234,56`, `1'000.00`). `locale` (`de_DE`,
 * `en-GB`) decides if there are no votes or a tie; the default is a point.
 */
export function decideDecimalMark(texts: Iterable<string>, locale?: string): DecimalMark {
  let comma = 0
  let point = 0
  for (const text of texts) {
    for (const match of text.matchAll(/(?<![\d.,])(\d{1,3}(?:[ .,'’]\d{3})*|\d+)([.,])(\d{2})(?![\d.,]?\d)/g)) {
      const weight = match[1]!.length > 3 && /[ .,'’]/.test(match[1]!) ? 2 : 1
      if (match[1]!.includes(match[2]!)) continue
      if (match[2] === ',') comma += weight
      else point += weight
    }
  }
  if (comma > point * 1.5) return ','
  if (point > comma * 1.5) return '.'
  const prior = localeDecimalMark(locale)
  if (prior) return prior
  return comma > point ? ',' : '.'
}

function localeDecimalMark(locale: string | undefined): DecimalMark | null {
  if (!locale || locale === 'auto') return null
  try {
    const parts = new Intl.NumberFormat(locale.replace('_', '-')).formatToParts(1.5)
    return parts.find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.'
  } catch {
    return null
  }
}

/** Formats a number as a plain decimal with a point and at least `places` digits after it. */
export function formatAmount(value: number, places = 2): string {
  const rounded = Math.abs(value) < 1e-9 ? 0 : value
  return rounded.toFixed(Math.min(6, Math.max(0, places)))
}
