import { expect, it } from 'vitest'
import { layOut } from '../../src/find/layout.ts'
import { extractDocument } from '../../src/engine.ts'
import { pageOf } from '../pages.ts'

it('divides a long line into segments of at most 1,000 characters, with all its words', () => {
  const text = 'Copy paper 12.50 '.repeat(1000).trim()
  const { segments, lines } = layOut(pageOf([[60, 60, text]]))
  expect(Math.max(...segments.map((segment) => segment.text.length))).toBeLessThanOrEqual(1000)
  expect(segments.map((segment) => segment.text).join(' ')).toBe(text)
  expect(lines).toHaveLength(1)
})

it('has no words of more than 500 characters', () => {
  const word = (length: number) => 'A1'.repeat(length / 2)
  const { segments } = layOut(pageOf([[60, 60, `Code ${word(500)} ${word(502)} end`]]))
  expect(segments.map((segment) => segment.text)).toEqual([`Code ${word(500)}`, 'end'])
})

it.each(['1', 'Aa', '1.2.3.', 'x@y.', '(1)-'])('reads the invoice around a word of a megabyte: %s', (unit) => {
  const { fields } = extractDocument(
    pageOf([
      [60, 60, 'Invoice No.: INV-20417'],
      [60, 90, unit.repeat(1_000_000 / unit.length)],
      [60, 120, 'Total: 238.00 EUR'],
    ]),
  )
  expect([fields.document_id?.value, fields.amount_total?.value]).toEqual(['INV-20417', '238.00'])
})
