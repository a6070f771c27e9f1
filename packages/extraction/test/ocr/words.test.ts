import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Word } from '../../src/types.ts'
import type { LineReading } from '../../src/read/ocr/ctc.ts'
import { findInk } from '../../src/read/ocr/ink.ts'
import { withAlternatives } from '../../src/read/ocr/ppocr.ts'
import { STRIP_HEIGHT, type LineStrip } from '../../src/read/ocr/strip.ts'
import { parseTsv } from '../../src/read/ocr/tesseract-text.ts'
import { splitWords } from '../../src/read/ocr/words.ts'

/** Draws a strip with a black block per letter, 8 pixels wide, 2 apart; a space is a letter without ink. */
function drawStrip(text: string): { strip: LineStrip; reading: LineReading } {
  const width = text.length * 10
  const planes = new Float32Array(3 * STRIP_HEIGHT * width).fill(1)
  ;[...text].forEach((letter, index) => {
    if (letter === ' ') return
    for (let plane = 0; plane < 3; plane++) {
      for (let y = 12; y < 36; y++) {
        const row = plane * STRIP_HEIGHT * width + y * width + index * 10
        planes.fill(-1, row + 1, row + 9)
      }
    }
  })
  const characters = [...text].map((letter, index) => ({ text: letter, confidence: 0.9, from: index, to: index + 1 }))
  return { strip: { width, height: STRIP_HEIGHT, planes }, reading: { characters, steps: text.length } }
}

const sentences = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'B', '7'), minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((words) => words.join(' '))

describe('splitting a line into words', () => {
  it('returns the position of the ink of each word', () => {
    fc.assert(
      fc.property(sentences, (sentence) => {
        const { strip, reading } = drawStrip(sentence)
        const spans = splitWords(reading, strip.width, findInk(strip))
        expect(spans.map((span) => span.text)).toEqual(sentence.split(' '))
        let at = 0
        for (const span of spans) {
          expect(span.left).toBe(at * 10 + 1)
          expect(span.right).toBe((at + span.text.length) * 10 - 1)
          at += span.text.length + 1
        }
      }),
    )
  })

  it('finds the rows of the text, dark on light and light on dark', () => {
    const { strip } = drawStrip('abc')
    expect(findInk(strip)).toMatchObject({ top: 12, bottom: 36 })
    const light = { ...strip, planes: strip.planes.map((value) => -value) }
    expect(findInk(light)).toMatchObject({ top: 12, bottom: 36 })
  })
})

const word = (text: string, left: number, right: number): Word => ({
  text,
  box: [left, 0, right, 10],
  confidence: 0.9,
  size: 10,
})

describe('a second reading', () => {
  it('is recorded where it differs on the same ink', () => {
    const words = withAlternatives(
      [word('Total', 0, 40), word('12.50', 60, 100)],
      [word('Total', 1, 40), word('12.5O', 59, 99)],
    )
    expect(words.map((w) => w.alternatives)).toEqual([undefined, ['12.5O']])
  })

  it('is not recorded for a word that it splits differently', () => {
    const [only] = withAlternatives([word('12.50', 60, 100)], [word('12', 60, 75), word('50', 80, 100)])
    expect(only!.alternatives).toBeUndefined()
  })
})

describe('the table output of tesseract', () => {
  it('is converted to words, without headings, blocks and blanks', () => {
    const tsv = [
      'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
      '4\t1\t1\t1\t1\t0\t10\t20\t100\t12\t-1\t',
      '5\t1\t1\t1\t1\t1\t10\t20\t40\t12\t96.5\tTotal',
      '5\t1\t1\t1\t1\t2\t60\t20\t40\t12\t20\t ',
      '',
    ].join('\n')
    expect(parseTsv(tsv)).toEqual([
      { text: 'Total', box: [10, 20, 50, 32], confidence: 0.965, size: expect.any(Number) as number },
    ])
  })
})
