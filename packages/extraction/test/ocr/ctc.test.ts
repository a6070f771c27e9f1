import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestPath, BLANK, collapse, lineConfidence, lineText, parseDictionary } from '../../src/read/ocr/ctc.ts'

const DICTIONARY = ['', 'a', 'b', '1', ' ']

/** A text as class numbers, and a path of it: each character for some steps, with blanks between. */
const paths = fc
  .array(
    fc.record({ character: fc.integer({ min: 1, max: 4 }), held: fc.integer({ min: 1, max: 4 }), pause: fc.nat(3) }),
  )
  .map((parts) => {
    const path: number[] = []
    let previous = BLANK
    for (const { character, held, pause } of parts) {
      if (character === previous) path.push(BLANK)
      for (let i = 0; i < held; i++) path.push(character)
      for (let i = 0; i < pause; i++) path.push(BLANK)
      previous = pause ? BLANK : character
    }
    return { text: parts.map((part) => DICTIONARY[part.character]).join(''), path }
  })

describe('decoding a path', () => {
  it('returns the text of the path', () => {
    fc.assert(
      fc.property(paths, ({ text, path }) => {
        const reading = collapse(
          path,
          path.map(() => 0.9),
          DICTIONARY,
        )
        expect(lineText(reading)).toBe(text)
        expect(reading.steps).toBe(path.length)
      }),
    )
  })

  it('keeps the characters in order, within the line, without overlap', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4 })), (path) => {
        let end = 0
        for (const character of collapse(
          path,
          path.map(() => 0.5),
          DICTIONARY,
        ).characters) {
          expect(character.from).toBeGreaterThanOrEqual(end)
          expect(character.to).toBeGreaterThan(character.from)
          end = character.to
        }
        expect(end).toBeLessThanOrEqual(path.length)
      }),
    )
  })

  it('uses the most confident step of each character, and the mean over the line', () => {
    const reading = collapse([1, 1, 0, 2], [0.6, 0.8, 0.99, 0.4], DICTIONARY)
    expect(reading.characters.map((c) => c.confidence)).toEqual([0.8, 0.4])
    expect(lineConfidence(reading)).toBeCloseTo(0.6)
    expect(lineConfidence(collapse([0, 0], [1, 1], DICTIONARY))).toBe(0)
  })

  it('finds the most probable class of each step of any distribution', () => {
    const steps = fc.array(fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }), {
      minLength: 1,
    })
    fc.assert(
      fc.property(steps, (weights) => {
        const rows = weights.map((row) => row.map((value) => value / row.reduce((a, b) => a + b)))
        const { path, scores } = bestPath(Float32Array.from(rows.flat()), 5)
        rows.forEach((row, step) => {
          const best = Math.fround(Math.max(...row))
          expect(scores[step]).toBe(best)
          expect(Math.fround(row[path[step]!]!)).toBe(best)
        })
      }),
    )
  })
})

describe('reading a dictionary', () => {
  it('returns the same classes for either kind of line end', () => {
    const characters = fc.array(fc.constantFrom('a', 'ß', '€', '字', '\u3000', '-', '"'))
    fc.assert(
      fc.property(characters, (list) => {
        const unix = list.map((c) => `${c}\n`).join('')
        expect(parseDictionary(unix.replaceAll('\n', '\r\n'))).toEqual(parseDictionary(unix))
        expect(parseDictionary(unix)).toHaveLength(list.length + 2)
      }),
    )
  })

  it('puts the blank first and the space last, and converts full-width forms to ASCII', () => {
    expect(parseDictionary('！\r\n９\r\né\r\n￥\r\n')).toEqual(['', '!', '9', 'é', '¥', ' '])
  })
})
