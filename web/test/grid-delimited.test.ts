import { describe, expect, it } from 'vitest'
import { parseDelimited, writeDelimited } from '../src/screens/review/grid/delimited.ts'

describe('text of a spreadsheet', () => {
  it('is divided into cells at tabs and into rows at line breaks', () => {
    expect(parseDelimited('A\t1,5\r\nB\t2,5\r\n')).toEqual([
      ['A', '1,5'],
      ['B', '2,5'],
    ])
  })

  it('keeps empty cells and empty rows between others', () => {
    expect(parseDelimited('A\t\tB\n\t\t\nC')).toEqual([['A', '', 'B'], ['', '', ''], ['C']])
  })

  it('reads quoted cells with separators, quotes and line breaks', () => {
    expect(parseDelimited('"A ""x"""\t"first\nsecond"\t"a\tb"')).toEqual([['A "x"', 'first second', 'a\tb']])
  })

  it('treats a quote inside a cell, or one that is not closed, as text', () => {
    expect(parseDelimited('Screw 3"\t2')).toEqual([['Screw 3"', '2']])
    expect(parseDelimited('"open\t2')).toEqual([['"open', '2']])
    expect(parseDelimited('"10" pipe\t2')).toEqual([['"10" pipe', '2']])
  })

  it('is divided at semicolons or commas if all lines have the same number of them', () => {
    expect(parseDelimited('A;1,5\nB;2,5')).toEqual([
      ['A', '1,5'],
      ['B', '2,5'],
    ])
    expect(parseDelimited('A,"x, y"\nB,z')).toEqual([
      ['A', 'x, y'],
      ['B', 'z'],
    ])
  })

  it('leaves a single number or sentence with commas in one cell', () => {
    expect(parseDelimited('1,200.50')).toEqual([['1,200.50']])
    expect(parseDelimited('Copy paper, white, A4')).toEqual([['Copy paper, white, A4']])
  })

  it('ends for every input', () => {
    for (const text of ['', '"', '""', '\n', '\t', '"\n"', '\r', '"a"b"c"\n', ',\n,'])
      expect(Array.isArray(parseDelimited(text))).toBe(true)
  })

  it('is written so that it is read as the same cells', () => {
    const rows = [
      ['a "quoted" word', 'tab\there', ''],
      ['1,5', '', 'x'],
    ]
    expect(parseDelimited(writeDelimited(rows))).toEqual(rows)
  })
})
