/** The way of documents through the screen, from the drop of files to the exported values; and how much work the reference document is. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followsFocus, hasFocus, recordPresses, transferOf, waitForFocus } from './in-page.ts'
import { at, confirmByKeys, createWorld, example, field, signIn, waitForSaved, type Api, type World } from './world.ts'

const FILES = [
  'alder-finch-invoice.pdf',
  'kestrel-invoice.docx',
  'muehlbach-rechnung.pdf',
  'tidewater-invoice-2-pages.pdf',
  'valmont-facture.pdf',
]

let world: World
let grace: Api

beforeAll(async () => {
  world = await createWorld()
  grace = await world.addUser('annotator', 'Grace')
})
afterAll(() => world?.close())

interface Node {
  id: number
  schema_id: string
  content: { value: string; page: number | null; position: number[] | null }
}

/** Returns the nodes of a field. */
const nodes = async (annotation: number, schemaId: string): Promise<Node[]> =>
  (await world.admin.get<{ content: Node[] }>(`/annotations/${annotation}/content?schema_id=${schemaId}`)).content

const idInAddress = (page: Page): number => Number(/documents\/(\d+)/.exec(page.url())![1])

/** Drops files on the window, as a file manager does. */
async function drop(page: Page, names: readonly string[]): Promise<void> {
  const dataTransfer = await transferOf(page, names.map(example))
  const target = page.getByRole('main')
  await target.dispatchEvent('dragenter', { dataTransfer })
  await page.getByText(/^Drop to upload to/).waitFor()
  await target.dispatchEvent('dragover', { dataTransfer })
  await target.dispatchEvent('drop', { dataTransfer })
}

const rowOf = (page: Page, name: string) => page.getByRole('table', { name: 'Documents' }).getByRole('link', { name })

async function dropFiveFiles(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose files' }).waitFor()
  // The first upload waits until its progress was seen.
  const { promise: seen, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/v1/uploads?*', async (route) => {
    await seen
    await route.continue()
  })
  await drop(page, FILES)
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await uploads.getByRole('heading', { name: 'Uploading 5 files' }).waitFor()
  await uploads.getByRole('progressbar').first().waitFor()
  resolve()
  await uploads.getByRole('heading', { name: '5 files uploaded' }).waitFor({ timeout: 90_000 })
  for (const name of FILES) await rowOf(page, name).waitFor()
}

const CORRECTIONS = {
  'Payment terms': '30 days net',
  'Supplier address': '17 Tanner Row, Wexcombe',
  'Customer address': '4 Customs House Quay, Porthallow',
}

async function correctByKeyboard(page: Page): Promise<number> {
  await rowOf(page, FILES[0]!).focus()
  await page.keyboard.press('Enter')
  // The cursor is in the first field that needs a check: what is typed replaces its value.
  await waitForFocus(field(page, 'Payment terms'))
  await waitForSaved(page)
  for (const [label, value] of Object.entries(CORRECTIONS)) {
    // Enter goes to the next field that needs a check, which depends on what the engine is sure of.
    const wanted = field(page, label)
    while (!(await hasFocus(wanted))) await page.keyboard.press((await followsFocus(wanted)) ? 'Alt+J' : 'Alt+K')
    await page.keyboard.type(value)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Everything checked' }).waitFor()
  await waitForSaved(page)
  const id = idInAddress(page)
  expect(await world.admin.value(id, 'terms')).toBe('30 days net')
  expect(await world.admin.value(id, 'sender_address')).toBe('17 Tanner Row, Wexcombe')
  expect(await world.admin.value(id, 'recipient_address')).toBe('4 Customs House Quay, Porthallow')
  return id
}

async function takeByRectangle(page: Page, id: number): Promise<void> {
  const [node] = await nodes(id, 'order_id')
  const [left, top, right, bottom] = node!.content.position!
  await field(page, 'Order number').click()
  await page.keyboard.press('Alt+Backspace')
  await expect.poll(() => world.admin.value(id, 'order_id')).toBe('')
  const { results: pages } = await world.admin.get<{ results: { width: number }[] }>(`/pages?annotation=${id}`)
  const image = (await page.getByRole('img', { name: 'Image of page 1' }).boundingBox())!
  const scale = image.width / pages[0]!.width
  await page.mouse.move(image.x + left! * scale - 3, image.y + top! * scale - 3)
  await page.mouse.down()
  await page.mouse.move(image.x + right! * scale + 3, image.y + bottom! * scale + 3, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => field(page, 'Order number').inputValue()).toBe('PO-88213')
  await waitForSaved(page)
  const [taken] = await nodes(id, 'order_id')
  expect(taken!.content).toMatchObject({ value: 'PO-88213', page: 1 })
  expect(taken!.content.position).toHaveLength(4)
}

async function addLineItem(page: Page, id: number): Promise<void> {
  const tables = page.getByRole('toolbar', { name: 'Actions for Line items' })
  await tables.getByRole('button', { name: 'Add row' }).click()
  const rows = page.getByRole('grid', { name: 'Line items' })
  await rows.getByRole('rowheader', { name: '7', exact: true }).waitFor()
  for (const text of ['INK-7', 'Blue ink, 50 ml', '2']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Escape')
  await waitForSaved(page)
  expect((await nodes(id, 'item_code')).at(-1)!.content.value).toBe('INK-7')
  expect((await nodes(id, 'item_description')).at(-1)!.content.value).toBe('Blue ink, 50 ml')
  expect((await nodes(id, 'item_quantity')).at(-1)!.content.value).toBe('2')
}

async function splitIntoTwo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Back to the queue' }).click()
  await rowOf(page, 'tidewater-invoice-2-pages.pdf').click()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Edit pages' }).click()
  await page.getByRole('button', { name: 'Start a new document with page 2' }).click()
  await page.getByRole('heading', { name: 'Document 2' }).waitFor()
  await page.getByRole('textbox', { name: 'Name of document 1' }).fill('first.pdf')
  await page.getByRole('textbox', { name: 'Name of document 2' }).fill('second.pdf')
  await page.getByRole('button', { name: 'Save' }).click()
  for (const name of ['first.pdf', 'second.pdf']) await rowOf(page, name).waitFor({ timeout: 60_000 })
}

/** What the halves of an invoice lack. */
const MISSING: Record<string, string> = {
  'Document number': '2026/1188',
  'Issue date': '30/04/2026',
  'Total with tax': '12,030.26',
}

/** The input of a required field: its label has a sign that is not part of its name. */
const required = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Fields' }).getByRole('textbox', { name, exact: true })

/** Enters the values without which a document cannot be confirmed. */
async function fillRequired(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(MISSING)) {
    if (await required(page, label).inputValue()) continue
    await required(page, label).fill(value)
    await page.keyboard.press('Enter')
  }
  await waitForSaved(page)
}

async function confirmAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review next' }).click()
  for (const count of [1, 2, 3, 4, 5, 6]) {
    await required(page, 'Document number').waitFor()
    await waitForSaved(page)
    await fillRequired(page)
    const address = page.url()
    await confirmByKeys(page)
    await expect.poll(() => page.url(), { timeout: 20_000, message: `document ${count}` }).not.toBe(address)
  }
  await page.getByText('This queue has no more documents to review.').waitFor()
}

async function exportAll(page: Page): Promise<string> {
  const tab = page.getByRole('navigation', { name: 'Documents by status' }).getByRole('link', { name: /^Exported/ })
  await expect.poll(() => tab.innerText(), { timeout: 60_000 }).toMatch(/\b6$/)
  await tab.click()
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('radio', { name: 'All 6 documents of this list' }).check()
  await dialog.getByRole('radio', { name: /CSV/ }).check()
  const started = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  return readFileSync(await (await started).path(), 'utf8')
}

describe('a queue of documents', () => {
  it('is filled by a drop, corrected, divided, confirmed and exported', async () => {
    const page = await world.window()
    await page.goto(at('/app/'))
    await signIn(page, grace.username)
    const { name } = await world.admin.get<{ name: string }>(`/queues/${world.queue}`)
    await page.getByRole('link', { name, exact: true }).click()
    await dropFiveFiles(page)
    const id = await correctByKeyboard(page)
    await takeByRectangle(page, id)
    await addLineItem(page, id)
    await splitIntoTwo(page)
    await confirmAll(page)
    const csv = await exportAll(page)
    for (const value of [...Object.values(CORRECTIONS), 'PO-88213']) expect(csv).toContain(value)
    expect(csv.split('\n').find((line) => line.includes('INK-7'))).toContain('Blue ink, 50 ml')
    for (const number of ['KD-0559', 'RE-260318', 'FA-2026-00231']) expect(csv).toContain(number)
    await page.close()
  })
})

describe('the reference document', () => {
  it('needs at most 12 keystrokes and clicks for three corrections and the confirmation', async () => {
    const { admin, queue } = world
    const id = await admin.upload(queue, 'alder-finch-invoice.pdf', 'reference.pdf')
    const wrong = { order_id: 'PO-88', date_due: '2026-04-09', amount_due: '75.84' }
    const right: Record<string, string> = {}
    await admin.post(`/annotations/${id}/start`)
    for (const [schemaId, value] of Object.entries(wrong)) {
      const [node] = await nodes(id, schemaId)
      right[schemaId] = node!.content.value
      // Neither a person nor a check has confirmed the value.
      await admin.patch(`/annotations/${id}/content/${node!.id}`, { content: { value }, validation_sources: [] })
    }
    await admin.post(`/annotations/${id}/cancel`)
    const page = await world.open(grace, `/app/documents/${id}`)
    const presses = await recordPresses(page)
    const alternative = page.getByRole('list', { name: 'Other values found' })
    for (const label of ['Order number', 'Due date', 'Amount due']) {
      while (!(await hasFocus(field(page, label)))) await page.keyboard.press('Alt+ArrowDown')
      await alternative.getByRole('button').first().waitFor()
      await page.keyboard.press('Alt+1')
    }
    for (const [schemaId, value] of Object.entries(right))
      await expect.poll(() => admin.value(id, schemaId)).toBe(value)
    await waitForSaved(page)
    await confirmByKeys(page)
    await expect.poll(() => admin.status(id)).toMatch(/confirmed|export/)
    const recorded = await presses()
    console.info(`Keystrokes and clicks for the reference document: ${recorded.length} (${recorded.join(' ')})`)
    expect(recorded.length).toBeLessThanOrEqual(12)
    await page.close()
  })
})

it('has shown no error of a script', () => expect(world.problems).toEqual([]))
