import type { ReadDocument } from '@sheaf/extraction/types'
import { extractDocument } from '@sheaf/extraction'
import { expect, it } from 'vitest'
import { generate, generateSeries, wordsOf, type GeneratedDocument } from '../../scripts/generator/index.ts'
import { Random } from '../../scripts/train/random.ts'

/** Puts documents into one file. Returns it with the numbers of the pages that begin a document, without the first. */
function bundle(documents: readonly GeneratedDocument[]): { file: ReadDocument; starts: number[] } {
  const read = documents.map(wordsOf)
  const pages = read.flatMap((document) => document.pages).map((page, at) => ({ ...page, number: at + 1 }))
  const starts = read
    .slice(0, -1)
    .map((_, at) => 1 + read.slice(0, at + 1).flatMap((document) => document.pages).length)
  return { file: { ...read[0]!, pages, pageCount: pages.length }, starts }
}

it('divides files of several generated documents with a precision of at least .98', () => {
  const random = new Random(20261127)
  let [right, wrong, missed] = [0, 0, 0]
  for (let number = 0; number < 40; number++) {
    const count = random.integer(1, 3)
    const documents = random.chance(0.6)
      ? generateSeries(7000 + number, count, { use: 'test' })
      : Array.from({ length: count }, (_, at) => generate(7000 + 3 * number + at, { use: 'test' }))
    const { file, starts } = bundle(documents)
    const found = (extractDocument(file, { tables: false }).parts ?? []).slice(1).map((part) => part.pages[0]!)
    right += found.filter((page) => starts.includes(page)).length
    wrong += found.filter((page) => !starts.includes(page)).length
    missed += starts.filter((page) => !found.includes(page)).length
  }
  const recall = right / (right + missed)
  console.info(`divided files: ${right} right, ${wrong} wrong, ${missed} missed`)
  expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.98)
  expect(recall).toBeGreaterThan(0.4)
})
