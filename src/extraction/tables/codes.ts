import { PHRASES, tokenize } from '../lexicon/index.ts'
import type { Word } from '../types.ts'
import type { RowText } from './text.ts'

/** Rows with a code of the same form before their name; a single row may begin with any word. */
const LEAST_ROWS = 2

/** Takes codes of items that are printed in the column of the description out of it: after a label on a line of their own, or before each name. */
export function separateCodes(texts: readonly RowText[]): RowText[] {
  const labelled = texts.map(takeLabelledCode)
  return startWithCodes(labelled) ? labelled.map(takeFirstWord) : labelled
}

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

/** Whether each row begins with a word of the same form that contains digits, and a name follows. */
function startWithCodes(texts: readonly RowText[]): boolean {
  if (texts.length < LEAST_ROWS || texts.some(({ code }) => code.length > 0)) return false
  const first = texts.map(({ description }) => description[0]?.text ?? '')
  const shapes = new Set(first.map((text) => text.replace(/\p{L}/gu, 'A').replace(/\d/g, '9')))
  const [shape = ''] = shapes
  return (
    shapes.size === 1 &&
    new Set(first).size > 1 &&
    isCodeShape(shape) &&
    texts.every(({ description, details }) =>
      (description.length > 1 ? description.slice(1) : details).some(({ text }) => /\p{L}{2}/u.test(text)),
    )
  )
}

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
