import { describe, expect, test } from 'vitest'
import { around, nextWord, textOf, tightened, wordAt, wordsIn, type Word } from '../src/screens/review/pages/words.ts'

const word = (text: string, left: number, top: number, width = 40): Word => ({
  text,
  rectangle: [left, top, left + width, top + 20],
})
/** A label and its value in two columns, with a little unevenness as in a scan. */
const number = word('Invoice', 10, 10)
const label = word('number', 60, 12)
const value = word('A-17', 300, 9)
const date = word('Date', 10, 50)
const day = word('9', 300, 52, 10)
const month = word('March', 320, 49)
const words = [day, value, number, month, label, date]

describe('words in a rectangle', () => {
  test('are read line by line, from left to right', () => {
    expect(textOf(words)).toBe('Invoice number A-17\nDate 9 March')
  })

  test('count if at least half of them is inside', () => {
    expect(textOf(wordsIn(words, [295, 0, 345, 30]))).toBe('A-17')
    expect(wordsIn(words, [338, 0, 400, 30])).toEqual([])
  })

  test('have one rectangle around them', () => {
    expect(around([day, month])).toEqual([300, 49, 360, 72])
    expect(around([])).toBeNull()
  })
})

describe('a rectangle that is drawn', () => {
  test('shrinks to the words in it', () => {
    expect(tightened([280, 0, 400, 40], words)).toEqual(value.rectangle)
  })

  test('keeps its edge inside of a word, to take a part of it', () => {
    expect(tightened([320, 0, 400, 40], words)).toEqual([320, 9, 340, 29])
  })

  test('stays as it is without words', () => {
    expect(tightened([500, 0, 600, 40], words)).toEqual([500, 0, 600, 40])
  })
})

describe('the word at a point', () => {
  test('is found close to its edge too', () => {
    expect(wordAt(words, { x: 299, y: 15 })).toBe(value)
    expect(wordAt(words, { x: 290, y: 15 })).toBeUndefined()
  })
})

describe('the next word', () => {
  const from = (start: Word, direction: Parameters<typeof nextWord>[2]) => nextWord(words, start.rectangle, direction)

  test('to the side is the next one of the line', () => {
    expect(from(number, 'right')).toBe(label)
    expect(from(label, 'right')).toBe(value)
    expect(from(value, 'left')).toBe(label)
  })

  test('continues with the next line at the end of one', () => {
    expect(from(value, 'right')).toBe(date)
    expect(from(date, 'left')).toBe(value)
    expect(from(month, 'right')).toBeUndefined()
  })

  test('below is the one in the same column', () => {
    expect(from(value, 'down')).toBe(day)
    expect(from(number, 'down')).toBe(date)
    expect(from(month, 'up')).toBe(value)
    expect(from(number, 'up')).toBeUndefined()
  })
})
