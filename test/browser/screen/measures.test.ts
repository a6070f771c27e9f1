/**
 * Measures how fast the review screen is and records it as `bench-results/screen.json` (`npm run bench:screen`). No test asserts a duration;
 * the size of the files does not depend on the machine, so that is asserted.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PDFDocument } from 'pdf-lib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { percentile, writeBench, type BenchResult } from '../../../bench/bench.ts'
import { timeFirstPage, timeHighlight, timeScroll, watchFirstPage } from './measuring.ts'
import { at, createWorld, example, field, waitForSaved, type World } from './world.ts'

const assets = join(import.meta.dirname, '../../../web/dist/assets')
const languages = readdirSync(join(import.meta.dirname, '../../../web/src/i18n/languages')).map(
  (file) => parse(file).name,
)
const ROWS = 200
const PAGES = 30
const SCROLL_MS = 3000
/** Longer frames missed a refresh of the display. */
const MISSED_MS = 17.5

let world: World
const results: BenchResult[] = []

beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  await world?.close()
  writeBench('screen', results)
})

function record(what: string, value: number, unit: string, limit?: number): void {
  expect(value, what).toSatisfy(Number.isFinite)
  results.push({
    what,
    value,
    unit,
    ...(limit === undefined ? {} : { target: `< ${limit}`, met: value < limit }),
  })
}

async function openDocument(id: number): Promise<Page> {
  const page = await world.open(world.admin, `/app/documents/${id}`)
  await field(page, 'Order number').waitFor()
  await waitForSaved(page)
  await page.locator('.page img.shown').last().waitFor()
  return page
}

const median = (values: number[]) => percentile(values, 0.5)

it('the first page after its address is opened', async () => {
  const id = await world.admin.upload(world.queue, 'alder-finch-invoice.pdf')
  const page = await openDocument(id)
  await watchFirstPage(page)
  const times = []
  for (let run = 0; run < 5; run++) times.push(await timeFirstPage(page, at(`/app/documents/${id}`)))
  record('first page shown, median of 5', median(times.map(({ content }) => content)), 'ms', 700)
  record('first page shown as a small image', median(times.map(({ preview }) => preview)), 'ms')
  await page.context().close()
})

it('the highlight after a key', async () => {
  const id = await world.admin.upload(world.queue, 'muehlbach-rechnung.pdf')
  const page = await openDocument(id)
  const times = await timeHighlight(page, 30)
  expect(times).toHaveLength(30)
  record('key to highlighted box, median of 30', median(times), 'ms', 50)
  record('key to highlighted box, p95', percentile(times, 0.95), 'ms', 50)
  await page.context().close()
})

it(`a scroll over ${ROWS} line items`, async () => {
  const id = await world.admin.upload(world.queue, 'tidewater-invoice-2-pages.pdf')
  const { content } = await world.admin.get<{ content: { children: Node[] }[] }>(`/annotations/${id}/content`)
  const table = content.flatMap(({ children }) => children).find(({ schema_id }) => schema_id === 'line_items')!
  for (let rows = table.children?.length ?? 0; rows < ROWS; rows += 50) {
    const operations = Array.from({ length: Math.min(50, ROWS - rows) }, (_, index) => ({
      op: 'add',
      id: table.id,
      value: [
        { schema_id: 'item_description', content: { value: `Washer, galvanized, M${rows + index}` } },
        { schema_id: 'item_quantity', content: { value: String(index + 1) } },
      ],
    }))
    await world.admin.post(`/annotations/${id}/content/operations`, { operations })
  }
  const page = await openDocument(id)
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(ROWS + 2))
  recordFrames(`${ROWS} line items`, await timeScroll(page, '.grid-scroll', 30, SCROLL_MS))
  await page.context().close()
})

it(`a scroll over ${PAGES} pages`, async () => {
  const id = await world.admin.uploadFile(world.queue, await longDocument(), 'thirty-pages.pdf')
  const page = await openDocument(id)
  expect(await page.locator('.page').count()).toBe(PAGES)
  recordFrames(`${PAGES} pages`, await timeScroll(page, '.pages-scroller', 40, SCROLL_MS))
  await page.context().close()
})

it('the size of the files', () => {
  const size = (pattern: RegExp) =>
    readdirSync(assets)
      .filter((name) => pattern.test(name))
      .reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0) / 1000
  // A browser loads the messages of one language.
  const sizes = languages.map((language) => size(new RegExp(`^${language}-.*\\.js$`)))
  expect(Math.min(...sizes)).toBeGreaterThan(5)
  const largest = Math.max(...sizes)
  const all = size(/\.(js|css)$/) - sizes.reduce((sum, one) => sum + one, 0) + largest
  record('scripts and styles, compressed', all, 'kB', 182)
  record('of these before the first screen', size(/^index-.*\.(js|css)$/) + largest, 'kB')
  expect(all).toBeLessThan(182)
})

it('has shown no error of a script', () => expect(world.problems).toEqual([]))

interface Node {
  id: number
  schema_id: string
  children?: unknown[]
}

function recordFrames(what: string, frames: number[]): void {
  expect(frames.length).toBeGreaterThan(10)
  record(`${what}: median frame while scrolling`, median(frames), 'ms', 16.8)
  record(
    `${what}: frames over ${MISSED_MS} ms`,
    (100 * frames.filter((frame) => frame > MISSED_MS).length) / frames.length,
    '%',
  )
}

/** An invoice followed by pages of others. */
async function longDocument(): Promise<Uint8Array> {
  const made = await PDFDocument.create()
  for (const name of ['tidewater-invoice-2-pages.pdf', 'alder-finch-invoice.pdf', 'valmont-facture.pdf']) {
    const source = await PDFDocument.load(readFileSync(example(name)))
    while (made.getPageCount() < (name.startsWith('valmont') ? PAGES : 12))
      for (const page of await made.copyPages(source, source.getPageIndices())) made.addPage(page)
  }
  return made.save()
}
