import { describe, expect, it } from 'vitest'
import { joinTouching } from '../../src/read/touching.ts'
import type { Word } from '../../src/types.ts'

const word = (text: string, left: number, right: number, bottom = 20): Word => ({
  text,
  box: [left, bottom - 20, right, bottom],
  confidence: 1,
  size: 20,
})

const texts = (...words: Word[]): string[] => joinTouching(words).map(({ text }) => text)

describe('joinTouching', () => {
  it('joins the parts of a number in a line of Hebrew', () => {
    expect(texts(word('מספר', 200, 260), word('-20417', 60, 120), word('INV', 20, 60))).toEqual(['מספר', 'INV-20417'])
  })

  it('joins a word with its mark in the order of reading', () => {
    expect(texts(word(':', 196, 200), word('מספר', 200, 260))).toEqual(['מספר:'])
  })

  it('keeps words with a space between them, and those of other lines', () => {
    expect(texts(word('שם', 100, 140), word('רחוב', 40, 95), word('שם', 140, 180, 44))).toEqual(['שם', 'רחוב', 'שם'])
  })

  it('leaves pages of other languages as they are', () => {
    const words = [word('INV', 20, 60), word('-20417', 60, 120)]
    expect(joinTouching(words)).toBe(words)
  })
})
