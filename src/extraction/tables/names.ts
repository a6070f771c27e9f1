import type { Word } from '../types.ts'
import type { Area } from './areas.ts'
import { gap } from './bands.ts'
import type { Band, TextLine } from './bands.ts'

/** How the lines of a cell are set in this table. */
export interface Setting {
  /** End of full lines. */
  full: number
  /** True for manual line breaks: lines end far from the column's edge. */
  ragged: boolean
  /** Line spacing within a paragraph, and whether wider spacing occurs as well. */
  tight: number
  loose: boolean
}

/** Measures the setting of the descriptions of a table; `limit` is the end of their cells. */
export function measureSetting(bands: readonly Band[], area: Area, limit: number): Setting {
  const cells = bands.flatMap((band) => band.texts.filter((text) => !text.spanning))
  const full = Math.max(0, ...cells.map((text) => text.words[text.words.length - 1]!.box[2]))
  const left = Math.min(...cells.map((text) => text.words[0]!.box[0]), limit)
  const pitches: number[] = []
  for (const band of bands) {
    for (let i = 1; i < band.texts.length; i++) {
      const above = band.texts[i - 1]!.line
      const below = band.texts[i]!.line
      if (above.page === below.page) pitches.push(below.box[1] - above.box[1])
    }
  }
  const tight = Math.min(...pitches)
  const end = Math.min(limit, area.right)
  return {
    full,
    ragged: Number.isFinite(end) && full - left < 0.5 * (end - left),
    tight,
    loose: pitches.some((pitch) => pitch > 1.3 * tight),
  }
}

/**
 * Separates the name of an item from the details in the lines of its row: the first line, and each following one whose first word would not
 * have fitted on the previous line. Lines after a line that ends early are details.
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
  if (last.bold !== undefined && last.bold && first.bold === false) return false
  if (first.size < 0.85 * last.size) return false
  const opening = text.words.slice(0, 3).map((word) => word.text)
  if (opening.some((word) => /^:|:$/.test(word)) || /^[•*–+(-]/.test(first.text))
    return /^\(/.test(first.text) && fits()
  if (/[^\s-]-$/.test(last.text)) return true
  if (setting.loose && !setting.ragged) return text.line.box[1] - before.line.box[1] <= 1.2 * setting.tight
  return fits()

  function fits(): boolean {
    if (setting.ragged) return false
    const space = 0.25 * last.size
    return last.box[2] + space + (first.box[2] - first.box[0]) > setting.full - 0.1 * last.size
  }
}
