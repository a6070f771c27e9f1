import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupLines } from '../../src/read/lines.ts'
import type { Word } from '../../src/types.ts'

const word = (text: string, x: number, y: number, height = 20): Word => ({
  text,
  box: [x, y, x + text.length * height * 0.5, y + height],
  confidence: 1,
  size: height,
})

const texts = (words: Word[]): string[] => groupLines(words).map((line) => line.text)

describe('groupLines', () => {
  it('orders lines from top to bottom and words from left to right', () => {
    const words = [word('c', 300, 100), word('d', 10, 130), word('b', 100, 101), word('a', 10, 99)]
    expect(texts(words)).toEqual(['a b c', 'd'])
  })

  it('keeps a large number on the line of its small label', () => {
    expect(texts([word('Total', 10, 115, 15), word('99.00', 200, 96, 34)])).toEqual(['Total 99.00'])
  })

  it('does not join two lines beside a tall word', () => {
    const words = [word('one', 200, 100, 16), word('two', 200, 122, 16), word('LOGO', 10, 96, 48)]
    const lines = texts(words)
    expect(lines).toContain('one')
    expect(lines).toContain('two')
  })

  it('follows lines on a tilted page', () => {
    const slope = 0.05
    const words = Array.from({ length: 5 }, (_, row) =>
      Array.from({ length: 14 }, (_, column) =>
        word(`r${row}c${column}`, column * 70, 100 + row * 30 - slope * column * 70, 18),
      ),
    ).flat()
    const lines = texts(words)
    expect(lines).toHaveLength(5)
    for (const line of lines) expect(new Set(line.match(/r\d/g)).size).toBe(1)
  })

  it('assigns each word to exactly one line, in any order of input', () => {
    const anyWord = fc
      .record({
        x: fc.integer({ min: 0, max: 1000 }),
        y: fc.integer({ min: 0, max: 1500 }),
        h: fc.integer({ min: 8, max: 60 }),
      })
      .map(({ x, y, h }) => word('abc', x, y, h))
    fc.assert(
      fc.property(fc.array(anyWord, { maxLength: 40 }), (words) => {
        const lines = groupLines(words)
        const placed = lines.flatMap((line) => line.words)
        expect(placed).toHaveLength(words.length)
        expect(new Set(placed)).toEqual(new Set(words))
        for (const line of lines) {
          for (const { box } of line.words) {
            expect(
              box[0] >= line.box[0] && box[1] >= line.box[1] && box[2] <= line.box[2] && box[3] <= line.box[3],
            ).toBe(true)
          }
        }
      }),
    )
  })
})
