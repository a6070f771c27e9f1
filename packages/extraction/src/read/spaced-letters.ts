import type { Word } from '../types.ts'
import { makeLine } from './lines.ts'

/** Text direction on the page image: 0 to the right, 1 downwards, 2 upside down, 3 upwards. */
export type Direction = 0 | 1 | 2 | 3

type Piece = Word & { direction?: Direction }

/** Fewer letters are initials, or the marks of columns. */
const MIN_LETTERS = 5
/** Widest space between the letters of a word, and of a space between words, in font sizes; columns of tables are farther apart. */
const WIDEST = 0.9
const WIDEST_SPACE = 2.6

/**
 * Joins the letters of words that are printed with wide spaces between them, as in letterheads: `M I L L  L A N E` is `MILL LANE`. The words
 * are in the order of the page's content. Changes the array and returns it, because one page can have a million words.
 */
export function joinSpacedLetters<W extends Piece>(words: W[]): W[] {
  let kept = 0
  for (let at = 0; at < words.length;) {
    const end = endOfRun(words, at)
    if (end - at >= MIN_LETTERS) for (const word of wordsOf(words.slice(at, end))) words[kept++] = word
    else for (let i = at; i < end; i++) words[kept++] = words[i]!
    at = end
  }
  words.length = kept
  return words
}

/** More letters are no name: they are not joined with those before them. */
const MAX_LETTERS = 200

/** Returns the index behind the letters that go on from one. */
function endOfRun(words: readonly Piece[], start: number): number {
  let end = start + 1
  if (!isLetter(words[start]!)) return end
  while (end < words.length && end - start < MAX_LETTERS && goesOn(words[end - 1]!, words[end]!)) end++
  return end
}

/** One letter; two if they are kerned, or a letter with its point. */
const isLetter = ({ text }: Piece): boolean => /^(?:\p{L}{1,2}[.,]?|[&·.'’-])$/u.test(text)

const goesOn = (word: Piece, next: Piece): boolean => {
  if (!isLetter(next) || next.direction !== word.direction) return false
  if (Math.abs(next.size - word.size) > 0.05 * word.size) return false
  const [across, gap] = [offset(word, next), gapOf(word, next)]
  return across < 0.2 * word.size && gap > 0 && gap < WIDEST_SPACE * word.size
}

/** Distance between the baselines. */
const offset = ({ box: a, direction = 0 }: Piece, { box: b }: Piece): number =>
  direction % 2 === 0 ? Math.abs(a[3] - b[3]) : Math.abs(a[2] - b[2])

/** Space between two words in the direction of their text. */
function gapOf({ box: a, direction = 0 }: Piece, { box: b }: Piece): number {
  if (direction === 0) return b[0] - a[2]
  if (direction === 1) return b[1] - a[3]
  return direction === 2 ? a[0] - b[2] : a[1] - b[3]
}

/** Returns the words of a run of letters: most spaces are those between letters, and wider ones are those between words. */
function wordsOf<W extends Piece>(run: readonly W[]): W[] {
  const gaps = run.slice(1).map((word, i) => gapOf(run[i]!, word))
  const usual = [...gaps].sort((a, b) => a - b)[gaps.length >> 1]!
  const single = run.filter(({ text }) => /^\p{L}$/u.test(text)).length
  const { size } = run[0]!
  if (usual > WIDEST * size || single * 3 < run.length * 2) return [...run]
  const widest = Math.max(1.6 * usual, usual + 0.15 * size)
  const parts: W[][] = [[run[0]!]]
  run.slice(1).forEach((word, i) => {
    if (gaps[i]! > widest) parts.push([word])
    else parts.at(-1)!.push(word)
  })
  // Spaces that differ without a rule are those of a table.
  if (parts.length * 2 > run.length) return [...run]
  return parts.map((part) => ({ ...part[0]!, text: part.map(({ text }) => text).join(''), box: makeLine(part).box }))
}
