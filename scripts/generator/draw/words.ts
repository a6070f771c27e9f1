import { groupLines } from '@sheaf/extraction/pages'
import { joinSpacedLetters } from '@sheaf/extraction/stages'
import type { Box, Page, ReadDocument, Word } from '@sheaf/extraction/types'
import { fontOf } from './fonts.ts'
import type { DrawnPage, Run } from './sheet.ts'

/** Pixels of the page image per point. */
export const SCALE = 150 / 72

const round = (pixels: number): number => Math.round(pixels * 10) / 10

/** The words that reading the PDF would give, from the measures of the fonts. */
export function wordsOfPages(pages: readonly DrawnPage[]): ReadDocument {
  return { pages: pages.map(readPage), pageCount: pages.length, reader: 'generator' }
}

function readPage(page: DrawnPage, index: number): Page {
  const words = joinSpacedLetters(page.runs.flatMap(wordsOfRun))
  return {
    number: index + 1,
    width: Math.round(page.width * SCALE),
    height: Math.round(page.height * SCALE),
    rotation: 0,
    source: 'text',
    words,
    lines: groupLines(words),
  }
}

/** The width of a box is that of the ink, its height that of the font (as in packages/extraction/src/read/pdf-characters.ts). */
function wordsOfRun({ text, x, y, size, family, bold }: Run): Word[] {
  const font = fontOf(family, bold ?? false)
  const words: Word[] = []
  let pen = x
  let word = ''
  let box: Box = [0, 0, 0, 0]
  const close = (): void => {
    if (word === '') return
    const em = size * SCALE
    const top = Math.max(Math.min(box[1], y * SCALE - 0.78 * em), y * SCALE - 1.1 * em)
    const bottom = Math.min(Math.max(box[3], y * SCALE + 0.22 * em), y * SCALE + 0.4 * em)
    words.push({
      text: word,
      box: [round(box[0]), round(top), round(box[2]), round(bottom)],
      confidence: 1,
      size: round(em),
      ...(bold ? { bold: true } : {}),
    })
    word = ''
  }
  for (const letter of text) {
    const glyph = font.glyph(letter.codePointAt(0)!)
    if (/\s/.test(letter)) close()
    else {
      const ink: Box = [
        (pen + glyph.left * size) * SCALE,
        (y - glyph.top * size) * SCALE,
        (pen + glyph.right * size) * SCALE,
        (y - glyph.bottom * size) * SCALE,
      ]
      box = word === '' ? ink : [box[0], Math.min(box[1], ink[1]), Math.max(box[2], ink[2]), Math.max(box[3], ink[3])]
      word += letter
    }
    pen += glyph.advance * size
  }
  close()
  return words
}
