import { wordsOfAll } from '../lexicon/index.ts'
import { amountKey, type DecimalMark, parseAmount } from '../normalise/amounts.ts'
import { currenciesOf, currencyOf, isWord } from '../normalise/currencies.ts'
import { findDates } from '../normalise/dates.ts'
import { type Candidate, makeCandidate } from './candidates.ts'
import type { Layout, Segment } from './layout.ts'
import { isHouseNumber } from './postal.ts'
import { findCreditLetters, includeSign } from './signs.ts'

interface Piece {
  start: number
  end: number
  traits: string[]
}

/** How a document prints amounts. */
export interface MoneyNotation {
  decimal: DecimalMark
  /** The decimals of its currency: 2, or 3 for dinars, or none. */
  decimals: 0 | 2 | 3
}

/** A unit of time, length, weight or volume after a figure. Units of one letter are left out: they also mark tax rates. */
const MEASURE =
  /^\s?(?:days?|weeks?|months?|tagen?|wochen?|monate?n?|jours?|semaines?|mois|dagen|weken|maanden|dni|dn[uů]|d[ií]as|meses|giorni|mesi|mm|cm|km|kg|ml|kwh)(?![\p{L}\d])/iu

const DURATION = new RegExp(
  String.raw`^\s?(?:${[...wordsOfAll('days'), ...wordsOfAll('durations')].join('|')})(?![\p{L}\d])`,
  'iu',
)

/** A part of a date, a number of things, or a word for ten thousand and the like, which is not calculated: `30 日`, `12 万円`. */
const COUNTED = /^\s?(?:[年月日号號时時分条天人名回件個个台本枚万萬億亿千百]|[ヶか]月|[年월일시분개건대명호만억천백])/u

/** Words in front of the capital of a company, which letterheads and imprints print: `SAS au capital de 12 829,00 €`. */
const CAPITAL =
  /(?<!\p{L})(?:share capital|with a capital of|(?<=(?:^|(?<!\p{L})(?:s\.?a\.?s?\.?u?|s\.?a\.?r\.?l|eurl|sca|snc|scop|selarl|soci[ée]t[ée]))[\s.,-]{0,3})au capital|capital social|capitale sociale|cap\.? soc\.?|stammkapital|grundkapital|gesellschaftskapital|kapita[łl]u? zak[łl]adow\p{L}*|wysoko[śs][ćc] kapita[łl]u \p{L}+|z[áa]kladn[íi] (?:kapit[áa]l|imanie)|maatschappelijk kapitaal|aktiekapital|aksjekapital|selskabskapital|osakep[äa][äa]oma|jegyzett t[őo]ke|t[öo]rzst[őo]ke|temeljni kapital|osnovni kapital|[įi]statinis kapitalas|капитал|статутний капітал|μετοχικό κεφάλαιο|(?:esas|ödenmiş|odenmis) sermaye(?:si)?)[^\d\n]{0,24}(?:\d{1,3}[ .,'’\u00a0\u202f])*$/iu

/** Larger figures without decimals are numbers of something, unless their form or a currency shows an amount. */
const MOST_UNGROUPED = 10_000_000

/**
 * Returns every figure that can be an amount. Groups of thousands separated by spaces, and decimals separated by OCR, are joined. If the
 * join is doubtful, both readings are candidates and arithmetic decides.
 */
export function findAmountCandidates(layout: Layout, notation: MoneyNotation): Candidate[] {
  const { decimal, decimals } = notation
  const candidates: Candidate[] = []
  const credits = findCreditLetters(layout)
  const named = findLineCurrencies(layout)
  for (const segment of layout.segments) {
    const dates = findDates(segment.text)
    for (const piece of cutPieces(segment)) {
      const { start, end, isCredit } = includeSign(segment.text, piece, credits)
      const parsed = parseAmount(segment.text.slice(start, end), decimal)
      if (!parsed || parsed.places > 4) continue
      if (dates.some((date) => date.start < piece.end && piece.start < date.end)) continue
      // `within 30 days`, `99 x 36 mm`: a number of something else.
      if ([MEASURE, DURATION, COUNTED].some((pattern) => pattern.test(segment.text.slice(end)))) continue
      if (CAPITAL.test(segment.text.slice(0, start))) continue
      // A total may stand near the address of its page, without a figure of its own.
      if (parsed.places === 0 && isHouseNumber(segment.text, piece)) continue
      const after = segment.text.slice(end, end + 6)
      const before = segment.text.slice(Math.max(0, start - 6), start)
      const value = isCredit ? -Math.abs(parsed.value) : parsed.value
      const signs = [/(\S+)\s*$/.exec(before)?.[1], /^\s*(\S+)/.exec(after)?.[1]]
      const isMoney =
        parsed.currency !== undefined ||
        signs.some((sign) => sign !== undefined && currencyOf(sign.replace(/[():]/g, '')) !== null)
      const isLarge = parsed.places === 0 && Math.abs(parsed.value) >= MOST_UNGROUPED
      if (isLarge && !isMoney && !isLargeAmount(segment.text.slice(start, end), decimals)) continue
      const places = placesTrait(segment.text.slice(start, end), parsed.places, decimals, isMoney)
      const traits = [...piece.traits, `places:${places}`]
      if (parsed.percent || /^\s?%/.test(after)) traits.push('percent')
      if (isMoney) traits.push('currency')
      if (value < 0) traits.push('negative')
      if (value === 0) traits.push('zero')
      const currency = currencyOfAmount(segment, start, end, named.get(segment)!)
      const candidate = makeCandidate('amount', segment, start, end, amountKey(value), 'amount.figure', traits)
      candidates.push({ ...candidate, number: value, ...(currency ? { currency } : {}) })
    }
  }
  return candidates
}

/**
 * The trait `places:2` means the decimals of money. Dinars have three of them; yen have none, so that a group of thousands or a sign shows
 * that a figure is no quantity.
 */
function placesTrait(text: string, places: number, decimals: 0 | 2 | 3, isMoney: boolean): number {
  if (decimals === 2 || places !== decimals) return places
  return decimals === 3 || isMoney || GROUPED.test(text) ? 2 : places
}

/**
 * Whether a large figure without a currency is printed as an amount: with marks between its groups, because numbers of registers have spaces, or
 * round, in a currency without decimals.
 */
const isLargeAmount = (text: string, decimals: 0 | 2 | 3): boolean =>
  /\d[.,'’]\d{3}(?!\d)/.test(text) || (decimals === 0 && /^[-(]?[1-9]\d{5,9}00\)?$/.test(text.trim()))

/** A figure with groups of thousands. */
const GROUPED = /\d[ .,'’\u00a0\u202f]\d{3}(?!\d)/

/** Returns the currency of a sign, unless it has several meanings. */
function onlyCurrency(sign: string | undefined): string | undefined {
  const codes = sign ? currenciesOf(sign) : []
  return codes.length === 1 && !isWord(codes[0]!) ? codes[0] : undefined
}

/** A code, or a sign of one currency only. */
const NAMED = /(?<![\p{L}\d])[A-Z]{3}(?![\p{L}\d])|\p{Sc}/gu

/** What is in every text with one. */
const MAY_NAME = /[A-Z]{3}|[$\u0080-\uffff]/

interface Named {
  end: number
  code: string
}

/** The currencies that a segment names, and the last one that its line names in front of it. */
interface LineCurrencies {
  own: Named[]
  before: string | undefined
}

function findLineCurrencies({ lines }: Layout): Map<Segment, LineCurrencies> {
  const found = new Map<Segment, LineCurrencies>()
  for (const row of lines) {
    let before: string | undefined
    for (const segment of row) {
      const own = !MAY_NAME.test(segment.text)
        ? []
        : [...segment.text.matchAll(NAMED)].flatMap((match): Named[] => {
            const code = onlyCurrency(match[0])
            return code ? [{ end: match.index + match[0].length, code }] : []
          })
      found.set(segment, { own, before })
      before = own.at(-1)?.code ?? before
    }
  }
  return found
}

/**
 * Returns the currency of an amount: the one beside it, or the last one that its line names in front of it: `Total EUR   372.00`, `Equivalent
 * in GBP at 0.8500   316.20`.
 */
function currencyOfAmount(
  { text }: Segment,
  start: number,
  end: number,
  { own, before }: LineCurrencies,
): string | undefined {
  const front = /(\d\s?)?([^\s\d():.,]{1,5})\s?$/.exec(text.slice(Math.max(0, start - MOST_BESIDE), start))
  const behind = onlyCurrency(/^\s?([^\s():]+)/.exec(text.slice(end, end + MOST_BESIDE))?.[1])
  // In `372.00 EUR 316.20 GBP`, each currency belongs to the amount before it.
  const beside = (front && !front[1] ? onlyCurrency(front[2]) : undefined) ?? behind
  return beside ?? own.findLast((named) => named.end <= end)?.code ?? before
}

/** Characters of a figure and a currency beside an amount that are looked at. */
const MOST_BESIDE = 12

const CORE = /(?:[-–−(]\s?)?\d(?:[\d.,'’·]*\d)?(?:,-{1,2}|,–)?/g

function cutPieces(segment: Segment): Piece[] {
  const pieces: Piece[] = []
  const add = (start: number, end: number, ...traits: string[]) => {
    if (!pieces.some((piece) => piece.start === start && piece.end === end)) pieces.push({ start, end, traits })
  }
  segment.words.forEach((word, i) => {
    const offset = segment.offsets[i]!
    for (const match of word.text.matchAll(CORE)) {
      const start = offset + match.index
      const end = start + match[0].length
      const before = segment.text[start - 1] ?? ' '
      // Part of a code such as A12.5, 12/34 or 2024-001.
      if (
        /[\p{L}]/u.test(before) &&
        !startsWithCurrency(word.text.slice(0, match.index)) &&
        !isRand(segment.text, start)
      )
        continue
      // The minutes of a time, or the end of a number with hyphens.
      if (/\d:$/.test(segment.text.slice(0, start))) continue
      if (
        /^[-–−]/.test(match[0]) &&
        /[\p{L}\d]/u.test(before) &&
        !endsWithCurrency(word.text.slice(0, match.index), match[0])
      )
        continue
      if (
        /[/\\#_@]/.test(before) ||
        /^[/\\_@:]\d/.test(segment.text.slice(end)) ||
        /^-\d/.test(segment.text.slice(end))
      )
        continue
      const tail = word.text.slice(match.index + match[0].length)
      // A digit that is glued to an amount with its sign, `1€238.00`; `2€50` is one amount.
      if (/^\d$/.test(match[0]) && /^\p{Sc}\d[\d.,'’]*[.,]\d{2}(?!\d)/u.test(tail)) continue
      if (
        /^\p{L}/u.test(tail) &&
        currencyOf(/^\p{L}+\.?/u.exec(tail)![0]) === null &&
        !/^(?:SR|ZRL?|T|S|Z|A|B|x|CR|DR)$/i.test(/^\p{L}+/u.exec(tail)![0])
      )
        continue
      add(start, end)
      joinFollowing(segment, i, start, end, match[0], add)
    }
  })
  return pieces
}

/** `1 234,56`, `12 .50` and `12. 50`: the next word belongs to the same figure if it is close. */
function joinFollowing(
  segment: Segment,
  index: number,
  start: number,
  end: number,
  figure: string,
  add: (start: number, end: number, ...traits: string[]) => void,
): void {
  let previous = segment.words[index]!
  let whole = figure
  // OCR misplaces boxes, and two figures of a table are as close as that.
  const space = segment.page.source === 'ocr' ? 0.7 : 0.85
  for (let k = index + 1; k < segment.words.length && k <= index + 3; k++) {
    const next = segment.words[k]!
    const offset = segment.offsets[k]!
    // Only directly following: the figure must end its word.
    if (end !== segment.offsets[k - 1]! + previous.text.length) return
    const gap = (next.box[0] - previous.box[2]) / Math.max(4, next.size)
    const groups = /^(\d{3}(?:[.,]\d{1,3})?)(?=\D|$)/.exec(next.text)
    const cents = /^([.,]\d{2})(?!\d)/.exec(next.text)
    if (groups && /^[-–−(]?\d{1,3}(?: \d{3})*$/.test(whole) && gap < space) {
      end = offset + groups[1]!.length
      whole = `${whole} ${groups[1]!}`
      add(start, end, 'joined')
    } else if (
      gap < 0.7 &&
      ((cents && /^[-–−(]?\d[\d.,]*$/.test(whole)) || (/[.,]$/.test(previous.text) && /^\d{2}(?!\d)/.test(next.text)))
    ) {
      add(start, offset + (cents ? cents[1]!.length : 2), 'joined')
      return
    } else {
      return
    }
    previous = next
  }
}

/** `R22 588.94` is an amount in rand, and `R22` a code. */
const isRand = (text: string, start: number): boolean =>
  /(?<![\p{L}\d])R$/u.test(text.slice(0, start)) && /^\d{1,3}(?:[ ,]\d{3})*\.\d{2}(?!\d)/.test(text.slice(start))

/** `Rs-1,250.00`, and not the code `RP-06`. */
const endsWithCurrency = (prefix: string, figure: string): boolean =>
  /[.,]\d{2}$/.test(figure) && currencyOf(/\p{L}+\.?$/u.exec(prefix)?.[0] ?? '') !== null

function startsWithCurrency(prefix: string): boolean {
  const letters = /([\p{L}$€£¥]+\.?)[-–−:.]?$/u.exec(prefix)?.[1]
  return letters !== undefined && (currencyOf(letters) !== null || letters.length >= 4)
}
