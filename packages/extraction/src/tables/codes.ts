import { PHRASES, tokenize } from '../lexicon/index.ts'
import type { Word } from '../types.ts'
import type { Heading } from './runs.ts'
import type { RowText } from './text.ts'

/** Rows with a code of the same form before their name; a single row may begin with any word. */
const MIN_ROWS = 2

/** Share of the rows whose code has the usual form, if the heading names codes; otherwise all have it. */
const USUAL_SHARE = 0.75

/**
 * Takes codes of items that are printed in the column of the description out of it: after a label on a line of their own, or before each
 * name.
 */
export function separateCodes(texts: readonly RowText[], headings: readonly Heading[]): RowText[] {
  const labelled = texts.map(takeLabelledCode)
  const shape = shapeOfCodes(labelled, headings.some(namesCodes))
  return shape === null ? labelled : labelled.map((text) => (shapeOf(text) === shape ? takeFirstWord(text) : text))
}

/** `Material` above `Description`, `Item # / Description`: both are below one heading. A single word like `Item` is the heading of either. */
const namesCodes = ({ text, classes }: Heading): boolean =>
  classes.has('code') && classes.has('description') && /[\s/]/.test(text)

/** `Art. no. 4711` below the name of the item. */
function takeLabelledCode(text: RowText): RowText {
  if (text.code.length > 0) return text
  const lines = linesOf(text.description)
  for (const [i, line] of [...lines, ...linesOf(text.details)].entries()) {
    const code = i === 0 ? [] : codeAfterLabel(line)
    if (code.length === 0) continue
    const isKept = (word: Word): boolean => !line.includes(word)
    return { ...text, description: text.description.filter(isKept), details: text.details.filter(isKept), code }
  }
  return text
}

/** Returns the words of a line after the label of a code, if the line consists of these two. */
function codeAfterLabel(line: readonly Word[]): Word[] {
  const code = line.at(-1)
  if (line.length < 2 || line.length > 6 || !code || !/\d/.test(code.text)) return []
  const label = tokenize(
    line
      .slice(0, -1)
      .map(({ text }) => text)
      .join(' '),
  ).map(({ token }) => token)
  const isLabel = PHRASES.get(label[0] ?? '')?.some(
    ({ tokens, classes }) =>
      classes.has('code') && tokens.length === label.length && tokens.every((token, i) => token === label[i]),
  )
  return isLabel ? [code] : []
}

/** Returns the form of the words with digits with which each row begins before a name; null if the rows do not begin alike. */
function shapeOfCodes(texts: readonly RowText[], isNamed: boolean): string | null {
  if (texts.length < MIN_ROWS || texts.some(({ code }) => code.length > 0)) return null
  const shapes = texts.map(shapeOf)
  const shape = middleOf(shapes.filter((other) => other !== ''))
  const coded = texts.filter((_, i) => shapes[i] === shape)
  if (shape === undefined || !isCodeShape(shape) || coded.length < (isNamed ? USUAL_SHARE : 1) * texts.length)
    return null
  const isVaried = new Set(coded.map(({ description }) => description[0]!.text)).size > 1
  const isNamedBelow = coded.every(({ description, details }) =>
    (description.length > 1 ? description.slice(1) : details).some(({ text }) => /\p{L}{2}/u.test(text)),
  )
  return isVaried && isNamedBelow ? shape : null
}

const shapeOf = ({ description }: RowText): string =>
  (description[0]?.text ?? '').replace(/\p{L}/gu, 'A').replace(/\d/g, '9')

/** The middle of the sorted forms is that of most rows, if most have the same. */
const middleOf = (shapes: readonly string[]): string | undefined => [...shapes].sort()[shapes.length >> 1]

/** Three characters of which one is a digit: `AA999`, `9999`; not a year, a measure or a position. */
const isCodeShape = (shape: string): boolean =>
  /^[A9][A9./_-]*[A9]$/.test(shape) &&
  shape.includes('9') &&
  (shape.includes('A') ? shape.length >= 3 : /^9{5,}$/.test(shape))

function takeFirstWord(text: RowText): RowText {
  const [code, ...rest] = text.description
  // A code on a line of its own: the name is on the next one.
  const [name = [], ...details] = rest.length > 0 ? [rest, ...linesOf(text.details)] : linesOf(text.details)
  return { ...text, code: code ? [code] : [], description: name, details: details.flat() }
}

/** Divides the words into lines. */
function linesOf(words: readonly Word[]): Word[][] {
  const lines: Word[][] = []
  for (const word of words) {
    const before = lines.at(-1)?.at(-1)
    if (before && word.box[1] <= before.box[1] + 0.6 * before.size) lines.at(-1)!.push(word)
    else lines.push([word])
  }
  return lines
}
