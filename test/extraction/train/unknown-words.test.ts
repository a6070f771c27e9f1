import { describe, expect, it } from 'vitest'
import { analyse } from '@sheaf/extraction/stages'
import { generate, wordsOf } from '../../../scripts/generator/index.ts'
import { withUnknownWords } from '../../../scripts/train/unknown-words.ts'

const printed = wordsOf(generate(17, { use: 'train' }))
const textOf = ({ pages }: typeof printed): string =>
  pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n')

describe('a document in an invented language', () => {
  const invented = withUnknownWords(printed, [], 1, 17)

  it('has few words of labels that a lexicon knows, and the same figures', () => {
    // Single letters of codes may be short forms of labels.
    const labelsOf = (document: typeof printed): string[] =>
      analyse(document).labels.flatMap(({ text }) => (text.length > 2 ? [text] : []))
    expect(labelsOf(printed).length).toBeGreaterThan(5)
    // An invented word may be one of another language.
    expect(labelsOf(invented).length * 5).toBeLessThan(labelsOf(printed).length)
    expect(textOf(invented).match(/\d+/g)).toEqual(textOf(printed).match(/\d+/g))
    expect(textOf(invented)).toHaveLength(textOf(printed).length)
  })

  it('is the same for the same seed, and another one for another', () => {
    expect(textOf(withUnknownWords(printed, [], 1, 17))).toBe(textOf(invented))
    expect(textOf(withUnknownWords(printed, [], 1, 18))).not.toBe(textOf(invented))
  })

  it('has the words of lines and of pages alike', () => {
    for (const { words, lines } of invented.pages)
      expect(lines.flatMap((line) => line.words.map(({ text }) => text)).toSorted()).toEqual(
        words.map(({ text }) => text).toSorted(),
      )
  })
})

it('keeps the words of values, and those that are not replaced', () => {
  const lines = textOf(printed).split('\n')
  expect(textOf(withUnknownWords(printed, lines, 1, 17))).toBe(textOf(printed))
  expect(textOf(withUnknownWords(printed, [], 0, 17))).toBe(textOf(printed))
})
