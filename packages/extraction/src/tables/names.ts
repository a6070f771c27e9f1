import type { Word } from '../types.ts'
import { gap } from './bands.ts'
import { foldTokens, matchHeader } from './lexicon.ts'
import type { Band, TextLine } from './bands.ts'

/** How the lines of a cell are set in this table. */
export interface Setting {
  /** Line spacing within a paragraph, and whether wider spacing occurs as well. */
  tight: number
  loose: boolean
}

/** Measures the setting of the descriptions of a table. */
export function measureSetting(bands: readonly Band[]): Setting {
  const pitches: number[] = []
  for (const band of bands) {
    for (let i = 1; i < band.texts.length; i++) {
      const above = band.texts[i - 1]!.line
      const below = band.texts[i]!.line
      if (above.page === below.page) pitches.push(below.box[1] - above.box[1])
    }
  }
  const tight = Math.min(...pitches)
  return {
    tight,
    loose: pitches.some((pitch) => pitch > 1.3 * tight),
  }
}

/**
 * Separates the name of an item from the details in the lines of its row: the name has all lines down to the first that begins with a label
 * (`Serial no.: 12`) or a bullet, or that is set apart.
 */
export function splitName(band: Band, setting: Setting): { name: Word[]; details: Word[] } {
  const name: Word[] = []
  const details: Word[] = []
  let open = true
  let before: TextLine | undefined
  for (const text of band.texts) {
    if (before && open) open = continuesName(before, text, setting)
    if (open && !(text.spanning && before)) name.push(...text.words)
    else {
      open = false
      details.push(...text.words)
    }
    before = text
  }
  return { name, details }
}

function continuesName(before: TextLine, text: TextLine, setting: Setting): boolean {
  const last = before.words[before.words.length - 1]!
  const first = text.words[0]!
  if (text.spanning || gap(before.line, text.line) > 0.9 * before.line.size) return false
  if (first.size < 0.7 * last.size) return false
  if (/[^\s-]-$/.test(last.text)) return true
  // `Art. no. 4711`, `Gross price: 12,50` and the items of a list are details; everything else below a name is a part of it.
  if (/^[•*]/.test(first.text) || isLabelled(text)) return false
  return !setting.loose || text.line.box[1] - before.line.box[1] <= 1.2 * setting.tight
}

/** Returns true for a label with a number: after a colon, or the code of the item. */
function isLabelled({ words }: TextLine): boolean {
  const texts = words.map((word) => word.text)
  const colon = texts.slice(0, 3).findIndex((word) => /^:|:$/.test(word))
  if (colon >= 0) return texts.slice(colon).some((word) => /\d/.test(word)) || texts.length === colon + 1
  const tokens = foldTokens(texts.slice(0, 3).join(' '))
  const match = matchHeader(tokens, 0)
  return match !== null && match.classes.has('code') && /^\d/.test(tokens[match.length] ?? '')
}
