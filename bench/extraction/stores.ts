import { Random } from '../../scripts/train/random.ts'
import type { Box, Line, Page, ReadDocument, Word } from '@sheaf/extraction/types'
import type { Entry } from './corpus.ts'

const AMOUNT = /\d{1,3}(?:,\d{3})*\.\d{2}(?![\d%])|\d+\.\d{2}(?![\d%])/g

/**
 * Invents another receipt of the store of a real one, because the data have one receipt of each store: other amounts, and more or fewer lines of
 * goods. What the engine finds difficult about the store's receipts stays: labels, order, and what OCR made of them.
 */
export function anotherReceipt(
  entry: Entry,
  document: ReadDocument,
  seed: number,
): { entry: Entry; document: ReadDocument } {
  const random = new Random(seed)
  const factor = random.chance(0.5) ? random.between(0.2, 0.9) : random.between(1.1, 6)
  const scaled = (value: number): number =>
    value < 0.1 ? value : Math.max(0.1, Math.round(value * factor * 100) / 100)
  const change = (text: string): string =>
    text.replace(AMOUNT, (figure) => {
      const value = scaled(Number(figure.replaceAll(',', ''))).toFixed(2)
      return figure.includes(',') ? value.replace(/\B(?=(\d{3})+\.)/g, ',') : value
    })
  const rows = random.integer(-1, 5)
  const pages = document.pages.map((page, i) => {
    const changed = mapWords(page, (word) => ({ ...word, text: change(word.text) }))
    return i === 0 ? addRows(changed, rows) : changed
  })
  const total = Number(entry.truth.amount_total)
  return {
    entry: {
      ...entry,
      file: `${entry.file} ${seed}`,
      truth: Object.assign({}, entry.truth, { amount_total: scaled(total) }),
    },
    document: { ...document, pages },
  }
}

const mapWords = (page: Page, change: (word: Word) => Word): Page => ({
  ...page,
  words: page.words.map(change),
  lines: page.lines.map((line): Line => {
    const words = line.words.map(change)
    return { ...line, words, text: words.map(({ text }) => text).join(' ') }
  }),
})

const lower = (box: Box, by: number): Box => [box[0], box[1] + by, box[2], box[3] + by]
const lowerWord = (word: Word, by: number): Word => ({ ...word, box: lower(word.box, by) })
const lowerLine = (line: Line, by: number): Line => ({
  ...line,
  box: lower(line.box, by),
  words: line.words.map((word) => lowerWord(word, by)),
})

/** Repeats the first line with an amount `count` times, or moves what follows up by a line if it is negative. */
function addRows(page: Page, count: number): Page {
  const first = page.lines.findIndex(({ text }) => /\d\.\d{2}(?!\d)/.test(text))
  const line = page.lines[first]
  if (!line) return page
  const step = (line.box[3] - line.box[1]) * 1.2
  const by = count * step
  const edge = (line.box[1] + line.box[3]) / 2
  const isBelow = ({ box }: { box: Box }): boolean => (box[1] + box[3]) / 2 > edge + step / 2
  const copies = Array.from({ length: Math.max(0, count) }, (_, i) => lowerLine(line, (i + 1) * step))
  const [before, after] = [page.lines.filter((one) => !isBelow(one)), page.lines.filter(isBelow)]
  return {
    ...page,
    height: page.height + Math.max(0, by),
    words: [
      ...page.words.map((word) => (isBelow(word) ? lowerWord(word, by) : word)),
      ...copies.flatMap(({ words }) => words),
    ],
    lines: [...before, ...copies, ...after.map((one) => lowerLine(one, by))],
  }
}
