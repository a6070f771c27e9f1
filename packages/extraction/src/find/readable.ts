/**
 * Pages in the form that the stages behind reading are written for (decision 240): plain characters, figures that are words of their own,
 * and lines that are read from left to right. Values are placed on the page as it is printed at the end.
 */
import { tokenize, VOCABULARY } from '../lexicon/index.ts'
import { isSpread } from '../lexicon/spread.ts'
import { hasUnspaced, plainText, UNSPACED } from '../normalise/characters.ts'
import { type Direction, isRightToLeft, leadToTheLeft, turnLine } from '../normalise/direction.ts'
import { isAscii } from '../normalise/ids.ts'
import { makeLine } from '../read/lines.ts'
import type { Box, Extraction, ExtractedValue, Line, Page, ReadDocument, Word } from '../types.ts'
import { shareOf } from './shares.ts'

/** Returns a box on the page as it is printed. */
export type ToPage = (page: number, box: Box) => Box

export interface Readable {
  document: ReadDocument
  toPage: ToPage
}

/** Latin, Greek, Cyrillic and Armenian letters, and usual signs: pages of such words are left as they are. */
const ORDINARY = /^[\0-\u02ff\u0370-\u058f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u20cf\u2100-\u2bff]*$/

/** Sums with marks that are none elsewhere: the end of a sum in yen, and the minus of Japanese and Korean accounts. */
const WITH_MARKS = /[¥金]\s?\d[\d,]*-|[▲△]\s?[¥₩]?\d/

/** Returns whether a word is read as it is. */
const isOrdinary = (text: string): boolean => ORDINARY.test(text) && !WITH_MARKS.test(text)

/** Brings the pages of a document into this form; others are returned as they are. */
export function makeReadable(document: ReadDocument): Readable {
  const moved = new Map<number, Moved>()
  const pages = document.pages.map((page) => {
    if (page.words.every(({ text }) => isOrdinary(text))) return page
    const { readable, ...rest } = readPage(page)
    if (rest.words.length > 0) moved.set(page.number, rest)
    return readable
  })
  const toPage: ToPage = (page, box) => {
    const where = moved.get(page)
    return where ? placeOn(where, box) : box
  }
  return { document: { ...document, pages }, toPage }
}

/** A word that is somewhere else on the page as it is printed. */
interface MovedWord {
  read: Box
  printed: Box
  isMirrored: boolean
}

interface Moved {
  words: MovedWord[]
  direction: Direction
  width: number
}

function readPage(page: Page): Moved & { readable: Page } {
  const { width } = page
  const plain = page.lines.map((line) => joinSpread(line.words.flatMap(plainWords)))
  // Words of office files follow each other to the right in any language.
  const hasOthers = page.source !== 'office' && plain.some((words) => words.some(({ text }) => isRightToLeft(text)))
  const direction = hasOthers ? directionOfPage(plain.flat()) : 'ltr'
  const moved: MovedWord[] = []
  const lines = plain.flatMap((words): Line[] => {
    if (words.length === 0) return []
    if (!hasOthers) return [makeLine(words)]
    const sorted = words.sort((a, b) => a.box[0] - b.box[0])
    const turned = turnLine(sorted, direction, 0, width).map(({ word, left, isMirrored }): Word => {
      const read: Box = [left, word.box[1], left + word.box[2] - word.box[0], word.box[3]]
      moved.push({ read, printed: word.box, isMirrored })
      return { ...word, box: read }
    })
    return [makeLine(turned)]
  })
  const codes = page.paymentCodes?.map((code) => ({
    ...code,
    position: direction === 'rtl' ? mirror(code.position, width) : code.position,
  }))
  const readable = {
    ...page,
    lines,
    words: lines.flatMap((line) => line.words),
    ...(codes ? { paymentCodes: codes } : {}),
  }
  return { readable, words: moved, direction, width }
}

/** Labels show the direction of a page: its goods are often named in another language. */
function directionOfPage(words: readonly Word[]): Direction {
  const known = words.filter(({ text }) => tokenize(text).some(({ token }) => VOCABULARY.has(token)))
  return (leadToTheLeft(known) || leadToTheLeft(words)) > 0 ? 'rtl' : 'ltr'
}

const mirror = ([left, top, right, bottom]: Box, width: number): Box => [width - right, top, width - left, bottom]

/** Returns the box around the parts of words that a box has where they are printed. */
function placeOn({ words, direction, width }: Moved, box: Box): Box {
  let [left, right] = [Infinity, -Infinity]
  for (const { read, printed, isMirrored } of words) {
    const from = Math.max(box[0], read[0]) - read[0]
    const to = Math.min(box[2], read[2]) - read[0]
    const middle = (read[1] + read[3]) / 2
    // Edges are rounded.
    if (to - from <= 0.5 || middle < box[1] || middle > box[3]) continue
    left = Math.min(left, isMirrored ? printed[2] - to : printed[0] + from)
    right = Math.max(right, isMirrored ? printed[2] - from : printed[0] + to)
  }
  if (left <= right) return [left, box[1], right, box[3]]
  return direction === 'rtl' ? mirror(box, width) : box
}

/** Places all values of a document on the pages as they are printed. */
export function placeValues(extraction: Extraction, toPage: ToPage): Extraction {
  const place = (value: ExtractedValue): ExtractedValue => {
    const position = toPage(value.page, value.position)
    return position === value.position ? value : { ...value, position }
  }
  const placeAll = <Row extends object>(row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]: [string, ExtractedValue | ExtractedValue[]]) => [
        name,
        Array.isArray(value) ? value.map(place) : place(value),
      ]),
    ) as Row
  return {
    ...extraction,
    fields: placeAll(extraction.fields),
    ...(extraction.alternatives ? { alternatives: placeAll(extraction.alternatives) } : {}),
    ...(extraction.own_fields ? { own_fields: placeAll(extraction.own_fields) } : {}),
    line_items: extraction.line_items.map(placeAll),
    tax_details: extraction.tax_details.map(placeAll),
  }
}

/** Numbers with hyphens, and of houses and floors, which belong to what is in front of them: `神宮前1-2-3`, `世纪大道100号`. */
const PART_OF_NAME = String.raw`\d+(?:(?:-\d+)+(?![\d.,])|\s?(?:丁目|[番号號楼樓階室층호동]|번지))`
/** Between a label and a figure that follows it without a space (`合計¥12,340`, `番号:12`), but not inside of a date or behind an ordinal. */
const BEFORE_FIGURE = new RegExp(
  String.raw`(?<=[${UNSPACED}][:)]?|[\p{Script=Hebrew}\p{Script=Arabic}]:)(?<![年月년월第제]|令和|平成|昭和|大正|明治|民[國国])(?!${PART_OF_NAME})(?=(?:[¥₩$]|NT\$)?[-▲△]?\d)`,
  'u',
)

/** Returns a word with plain characters, in parts if a figure follows its label without a space. */
function plainWords(word: Word): Word[] {
  if (isOrdinary(word.text)) return [word]
  const text = plainSums(plainText(word.text))
  if (text.trim() === '') return []
  const parts = text.split(BEFORE_FIGURE)
  if (parts.length === 1) return [text === word.text ? word : { ...word, text }]
  const isMirrored = isRightToLeft(text)
  const [left, top, right, bottom] = word.box
  let length = 0
  return parts.map((part) => {
    const from = shareOf(text, length) * (right - left)
    length += part.length
    const to = shareOf(text, length) * (right - left)
    const box: Box = isMirrored ? [right - to, top, right - from, bottom] : [left + from, top, left + to, bottom]
    return { ...word, text: part, box }
  })
}

/**
 * Removes what is written behind a sum to prevent added digits (`¥12,340-`, `12,340円也`, `100元整`, `5,000원정`), and writes a minus for a
 * triangle.
 */
const plainSums = (text: string): string =>
  isAscii(text)
    ? text
    : text
        .replace(/(?<=[¥金]\s?\d[\d,]*)-+(?=\D?$)/, '')
        .replace(/(?<=(?:^|\d\s?)[円圓元원])[也整正정](?!\p{L})/u, '')
        .replace(/[▲△]\s?(?=[¥₩]?\d)/, '-')

/** Widest space between the letters of one word, in font sizes (`WIDEST_SPACE` in read/spaced-letters.ts), and most letters. */
const WIDEST = 2.6
const MOST_LETTERS = 8

/** Joins the letters of a word of the lexicons that is printed with spaces, as in forms: `合 計`, `請 求 書`. */
function joinSpread(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  for (let at = 0; at < words.length;) {
    const run = [words[at]!]
    while (run.length < MOST_LETTERS && at + run.length < words.length && goesOn(run.at(-1)!, words[at + run.length]!))
      run.push(words[at + run.length]!)
    while (run.length > 1 && !isSpread(run.map(({ text }) => text).join(''))) run.pop()
    const { box } = makeLine(run)
    joined.push(run.length === 1 ? run[0]! : { ...run[0]!, text: run.map(({ text }) => text).join(''), box })
    at += run.length
  }
  return joined
}

const isLetter = ({ text }: Word): boolean => text.length === 1 && hasUnspaced(text)

const goesOn = (word: Word, next: Word): boolean =>
  isLetter(word) && isLetter(next) && next.box[0] - word.box[2] < WIDEST * word.size && next.box[0] >= word.box[2]
