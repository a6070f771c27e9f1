/**
 * Divided, rotated and copied files as another program reads them. `EDITED_FILES_FROM=FOLDER` adds the PDF files of a folder, in bundles of
 * four.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { invoicePdf } from '../support/invoice-pdf.ts'
import { difference, pagesOf, pictureOf, poppler, turned, type PopplerPage } from '../support/poppler.ts'
import { admin, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { edit, get, idOf, imported, paged } from './annotation-edit-setup.ts'

useTenantServer()

const folder = mkdtempSync(join(tmpdir(), 'sheaf-edited-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
function kept(bytes: Uint8Array): string {
  const path = join(folder, `${++files}.pdf`)
  writeFileSync(path, bytes)
  return path
}

/** A page of a file, and how far it is turned in addition. */
interface Expected {
  file: string
  page: number
  turn: number
}
const SIZE = 4

function bundlesOf(from: string): [string, string[]][] {
  const names = readdirSync(from).filter((name) => name.toLowerCase().endsWith('.pdf'))
  const all = names.sort().map((name) => join(from, name))
  return Array.from({ length: Math.ceil(all.length / SIZE) }, (_, index) => [
    `files ${index * SIZE + 1} to ${Math.min(all.length, (index + 1) * SIZE)} of the folder`,
    all.slice(index * SIZE, (index + 1) * SIZE),
  ])
}
const given = process.env.EDITED_FILES_FROM
const ofFixtures = async () => [
  kept(await invoicePdf('P-1', '11.00', 1)),
  kept(await invoicePdf('P-2', '22.00', 3)),
  kept(await invoicePdf('P-3', '33.00', 4)),
]
const bundles: [string, () => Promise<string[]>][] = [
  ['three invoices', ofFixtures],
  ...(given ? bundlesOf(given) : []).map(([name, paths]): [string, () => Promise<string[]>] => [
    name,
    () => Promise.resolve(paths),
  ]),
]

/** Downloads the file of an annotation. */
async function download(annotation: string): Promise<string> {
  const { document } = await get(annotation)
  const answer = await fetch(`${document}/content`, { headers: { Authorization: `Bearer ${tenant.token}` } })
  expect(answer.status).toBe(200)
  return kept(new Uint8Array(await answer.arrayBuffer()))
}
/** Without hyphens, which are omitted at the end of lines. */
const letters = (text: string) => [...text.replace(/[^\p{L}\p{N}]/gu, '')].sort().join('')

/** Compares every page: its rotation, size, text and picture. */
async function expectPages(file: string, expected: Expected[], name: string): Promise<void> {
  const pages = await pagesOf(file)
  const sources = new Map<string, PopplerPage[]>()
  for (const { file: of } of expected) if (!sources.has(of)) sources.set(of, await pagesOf(of))
  expect(pages.length, name).toBe(expected.length)
  for (const [index, { file: of, page, turn }] of expected.entries()) {
    const where = `${name}, page ${index + 1}`
    const before = sources.get(of)![page - 1]!
    const after = pages[index]!
    expect(after, where).toMatchObject({
      width: before.width,
      height: before.height,
      rotation: (before.rotation + turn) % 360,
    })
    // Turned text is read in another order.
    if (turn === 0) expect(after.text, where).toBe(before.text)
    else expect(letters(after.text), where).toBe(letters(before.text))
    const now = await pictureOf(file, index + 1)
    const original = await pictureOf(of, page)
    const differences = [0, 90, 180, 270].map((degrees) => difference(now, turned(original, degrees)))
    // Lines and letters are smoothed in another way when they are turned.
    expect(differences[turn / 90], where).toBeLessThan(turn === 0 ? 0.5 : 30)
    expect(differences[turn / 90], where).toBe(Math.min(...differences))
  }
}

describe.each(bundles)('a file that contains %s', (_name, open) => {
  it('is divided, rotated and copied page by page', async () => {
    const sources = await open()
    const counts = (await Promise.all(sources.map(pagesOf))).map((pages) => pages.length)
    const bundle = join(folder, `bundle-${++files}.pdf`)
    await poppler('pdfunite', [...sources, bundle])
    const total = counts.reduce((sum, count) => sum + count, 0)
    const { id, pages } = await paged(total, { file: readFileSync(bundle) })

    let next = 0
    // The last document in reverse order, with another rotation of each page.
    const expected = sources.map((file, index): (Expected & { url: string })[] => {
      const first = next
      next += counts[index]!
      const own = Array.from({ length: counts[index]! }, (_, page) => ({
        file,
        page: page + 1,
        turn: index === sources.length - 1 ? [90, 180, 270, 0][page % 4]! : 0,
        url: pages[first + page]!,
      }))
      return index === sources.length - 1 ? own.reverse() : own
    })
    const divided = await edit(id, {
      edit: expected.map((part) => ({ parent_pages: part.map((one) => ({ page: one.url, rotation_deg: one.turn })) })),
    })
    expect(divided.status, JSON.stringify(divided.body)).toBe(200)
    const parts = (divided.body.results as { annotation: string }[]).map(({ annotation }) => annotation)
    expect(parts).toHaveLength(sources.length)
    for (const [index, annotation] of parts.entries())
      await expectPages(await download(annotation), expected[index]!, `part ${index + 1}`)

    await imported(...parts)
    const last = parts.at(-1)!
    const target_queue = url('queues', tenant.queue_id)
    const copied = await admin.post(`/annotations/${idOf(last)}/copy`, { target_queue })
    expect(copied.status, JSON.stringify(copied.body)).toBe(200)
    await expectPages(await download(copied.body.annotation), expected.at(-1)!, 'copy')

    const whole = await paged(counts[0]!, { file: readFileSync(sources[0]!) })
    expect((await admin.post(`/annotations/${whole.id}/rotate`, { rotation_deg: 270 })).status).toBe(204)
    const rotated = expected[0]!.map((one) => ({ ...one, turn: 270 }))
    await expectPages(await download(url('annotations', whole.id)), rotated, 'rotated document')
  }, 300_000)
})
