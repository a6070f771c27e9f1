import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { degrade, drawPdf, generate, wordsOf } from '../../../scripts/generator/index.ts'
import { writeDocuments } from '../../../scripts/generator/write.ts'
import { readDocument } from '@sheaf/extraction'
import type { Word } from '@sheaf/extraction/types'
import { renderPage } from '@sheaf/extraction/pages'

const distance = (a: Word, b: Word): number => Math.max(...a.box.map((edge, side) => Math.abs(edge - b.box[side]!)))

describe('files of generated documents', () => {
  it('contain the words that wordsOf computes, at the same places', async () => {
    for (let number = 0; number < 40; number++) {
      const document = generate(number, { use: number % 2 ? 'test' : 'train' })
      const computed = wordsOf(document)
      const read = await readDocument(await drawPdf(document), { embeddedXml: false })
      expect(computed.pageCount).toBe(read.pageCount)
      for (const [index, page] of read.pages.entries()) {
        const mine = computed.pages[index]!
        expect([mine.width, mine.height]).toEqual([page.width, page.height])
        // PDFium moves some words of a line before others, so each is looked up by its text.
        const left = [...mine.words]
        for (const word of page.words) {
          const index = left.findIndex((other) => other.text === word.text && distance(word, other) < 3)
          expect(index, `${document.name} ${document.layout}: ${word.text}`).toBeGreaterThanOrEqual(0)
          const [other] = left.splice(index, 1)
          expect(other!.size, word.text).toBeCloseTo(word.size, 0)
          expect(other!.bold, word.text).toBe(word.bold)
        }
        expect(left.map((word) => word.text)).toEqual([])
      }
    }
  })

  it('are pictures without text if they are scanned or photographed', async () => {
    const pdf = await drawPdf(generate(1))
    for (const kind of ['scan', 'photo'] as const) {
      const paper = await degrade(pdf, 1, kind)
      expect(paper.equals(await degrade(pdf, 1, kind))).toBe(true)
      expect(paper.equals(await degrade(pdf, 2, kind))).toBe(false)
      const { width, height } = await renderPage(paper, { page: 1 })
      expect(width).toBeGreaterThan(700)
      expect(height).toBeGreaterThan(900)
    }
  })

  it('are listed in a manifest with truth, layout and boxes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'generated-'))
    await writeDocuments({ count: 2, from: 0, use: 'test', kinds: ['text', 'scan'], folder })
    const entries = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, unknown>[]
    expect(entries.map((entry) => entry.kind)).toEqual(['pdf-text', 'scan', 'pdf-text', 'scan'])
    const { truth, visible, boxes, layout, family, use, locale } = generate(0, { use: 'test' })
    expect(entries[0]).toMatchObject({ truth, visible, boxes, layout, family, use, locale, group: `family-${family}` })
    expect(entries[1]).not.toHaveProperty('boxes')
    expect(
      readFileSync(join(folder, String(entries[0]!.file)))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })
})
