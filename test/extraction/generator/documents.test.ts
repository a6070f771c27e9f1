import { describe, expect, it } from 'vitest'
import { DOCUMENT_TYPES } from '../../../scripts/generator/content/document.ts'
import { LOCALES } from '../../../scripts/generator/data/locales.ts'
import { fontOf } from '../../../scripts/generator/draw/fonts.ts'
import { piece, Sheet } from '../../../scripts/generator/draw/sheet.ts'
import { SCALE, wordsOfPages } from '../../../scripts/generator/draw/words.ts'
import { generate, type GeneratedDocument, generateSeries, wordsOf } from '../../../scripts/generator/index.ts'
import { HEADER_KEYS } from '@sheaf/extraction/stages'
import type { Box } from '@sheaf/extraction/types'

const documents: GeneratedDocument[] = [
  ...Array.from({ length: 300 }, (_, number) => generate(number, { use: 'train' })),
  ...Array.from({ length: 300 }, (_, number) => generate(number, { use: 'test' })),
]

const squeezed = (text: string): string => text.replace(/\s/g, '')

describe('generated documents', () => {
  it('are the same each time', () => {
    for (const number of [3, 44, 205]) {
      for (const use of ['train', 'test'] as const) {
        expect(JSON.stringify(generate(number, { use }))).toBe(JSON.stringify(generate(number, { use })))
      }
    }
    expect(JSON.stringify(generate(3).truth)).not.toBe(JSON.stringify(generate(4).truth))
  })

  it('differ in layout, language and type', () => {
    expect(new Set(documents.map((document) => document.layout)).size).toBeGreaterThanOrEqual(80)
    expect(new Set(documents.map((document) => document.locale.slice(0, 2)))).toEqual(
      new Set(LOCALES.map(({ language }) => language)),
    )
    expect(new Set(documents.map((document) => document.documentType))).toEqual(new Set(DOCUMENT_TYPES))
  })

  it('have layouts of even families for training and of odd families for tests', () => {
    for (const { use, family } of documents) expect(family % 2).toBe(use === 'train' ? 0 : 1)
  })

  it('list each header key as visible or as absent, never as both', () => {
    for (const { name, visible, absent, truth } of documents) {
      expect(
        visible.filter((key) => absent.includes(key)),
        name,
      ).toEqual([])
      for (const key of visible) expect(truth[key], `${name} ${key}`).toBeDefined()
      for (const key of absent.filter((key) => key !== 'document_type'))
        expect(truth[key], `${name} ${key}`).toBeUndefined()
      expect(absent.every((key) => Object.values(HEADER_KEYS).includes(key))).toBe(true)
    }
  })

  it('have their total as the base where there is no tax, in the box of the total', () => {
    const untaxed = documents.filter(
      ({ truth }) => truth.document_type === 'invoice' && truth.amount_total_base === truth.amount_total,
    )
    expect(untaxed.length).toBeGreaterThan(0)
    for (const { name, truth, visible, boxes } of untaxed) {
      expect(truth.amount_total_tax ?? 0, name).toBe(0)
      expect(visible, name).toContain('amount_total_base')
      expect(boxes.amount_total_base, name).toBeDefined()
    }
  })

  it('print sums that add up', () => {
    let sums = 0
    for (const { name, truth, visible } of documents) {
      const { amount_total_base: base, amount_total_tax: tax, amount_total: total, amount_rounding: rounding } = truth
      if (!['amount_total_base', 'amount_total_tax', 'amount_total'].every((key) => visible.includes(key))) continue
      sums += 1
      expect(Number(base) + Number(tax) + Number(rounding ?? 0), name).toBeCloseTo(Number(total), 2)
    }
    expect(sums).toBeGreaterThan(250)
  })

  it('print each value of the truth at its box', () => {
    const contains = (box: Box, word: Box): boolean =>
      (word[0] + word[2]) / 2 > box[0] - 1 &&
      (word[0] + word[2]) / 2 < box[2] + 1 &&
      (word[1] + word[3]) / 2 > box[1] - 2 &&
      (word[1] + word[3]) / 2 < box[3] + 2
    for (const document of documents) {
      const { pages } = wordsOf(document)
      for (const [key, { page, box, text }] of Object.entries(document.boxes)) {
        const inside = pages[page - 1]!.words.filter((word) => contains(box, word.box) || overlaps(box, word.box))
        const printed = squeezed(inside.map((word) => word.text).join(''))
        const missing = text.split(/\s+/).filter((part) => !printed.includes(squeezed(part)))
        expect(missing, `${document.name} ${key}: ${text} in ${printed}`).toEqual([])
      }
    }
  })

  it('are in fonts that have their letters', () => {
    for (const { name, pages } of documents) {
      for (const { text, family, bold } of pages.flatMap(({ runs }) => runs)) {
        const font = fontOf(family, bold ?? false)
        const missing = (text.match(/\p{L}/gu) ?? []).filter((letter) => !font.has(letter.codePointAt(0)!))
        expect(missing, `${name} ${family}: ${text}`).toEqual([])
      }
    }
  })

  it('have no word outside the page or across another', () => {
    for (const document of documents) {
      for (const { words, width, height, number } of wordsOf(document).pages) {
        words.forEach((word, index) => {
          const [left, top, right, bottom] = word.box
          const where = `${document.name} page ${number}: ${word.text}`
          expect(left >= 0 && top >= 0 && right <= width && bottom <= height, where).toBe(true)
          for (const other of words.slice(index + 1)) {
            const wide = Math.min(right, other.box[2]) - Math.max(left, other.box[0])
            const high = Math.min(bottom, other.box[3]) - Math.max(top, other.box[1])
            const crosses = wide > 2 && high > 0.35 * Math.min(bottom - top, other.box[3] - other.box[1])
            if (crosses) expect.fail(`${where} crosses ${other.text}`)
          }
        })
      }
    }
  })
})

/** True if a word reaches into a box: a value may share its word with others, as `€12.00` does. */
function overlaps(box: Box, word: Box): boolean {
  const wide = Math.min(box[2], word[2]) - Math.max(box[0], word[0])
  const high = Math.min(box[3], word[3]) - Math.max(box[1], word[1])
  return wide > 0 && high > 0.5 * (word[3] - word[1])
}

describe('a value behind a space that its font does not have', () => {
  it('has the box of its words', () => {
    const sheet = new Sheet(595, 842)
    sheet.write(['TVA 1\u202f461,49 EUR, TTC ', piece('amount_total', '427,21')], 45, 100, {
      family: 'fira-sans',
      size: 11,
    })
    const printed = wordsOfPages(sheet.pages).pages[0]!.words.at(-1)!
    const [left, , right] = sheet.places[0]!.box.map((points) => points * SCALE)
    expect(Math.abs(left! - printed.box[0])).toBeLessThan(3)
    expect(Math.abs(right! - printed.box[2])).toBeLessThan(3)
  })
})

describe('a seller in a country without VAT numbers', () => {
  it('has its tax number in place of one', () => {
    const american = documents.filter(({ locale, truth }) => locale === 'en-US' && truth.sender_vat !== undefined)
    expect(american.length).toBeGreaterThan(0)
    for (const { truth, visible, absent } of american) {
      expect(truth.sender_vat).toMatch(/^(?:\d{2}-\d{7}|\d{3}-\d{2}-\d{4})$/)
      expect([visible.includes('sender_vat'), absent.includes('sender_vat')]).toEqual([true, false])
    }
  })
})

describe('a series', () => {
  const series = generateSeries(3, 6)

  it('is of one sender and layout with different contents, and its start does not depend on its length', () => {
    const same = (key: string) => new Set(series.map(({ truth }) => JSON.stringify(truth[key]))).size
    expect(['sender_name', 'sender_address', 'sender_vat', 'iban', 'currency'].map(same)).toEqual([1, 1, 1, 1, 1])
    expect([same('invoice_id'), same('amount_total')]).toEqual([6, 6])
    expect(new Set(series.map(({ layout, locale, documentType }) => `${layout} ${locale} ${documentType}`)).size).toBe(
      1,
    )
    expect(JSON.stringify(generateSeries(3, 2))).toBe(JSON.stringify(series.slice(0, 2)))
  })

  it('prints its values at the same places below the same labels', () => {
    const tops = series.map(({ boxes }) => boxes.invoice_id!.box[1])
    expect(new Set(tops).size).toBe(1)
    const numbers = series.map(({ truth }) => String(truth.invoice_id).replace(/\d/g, '9').replace(/[A-Z]/g, 'A'))
    expect(new Set(numbers).size).toBe(1)
  })

  it('consists of receipts on request', () => {
    const types = generateSeries(8, 2, { receipts: true }).map(({ documentType }) => documentType)
    expect(types).toEqual(['receipt', 'receipt'])
  })
})
