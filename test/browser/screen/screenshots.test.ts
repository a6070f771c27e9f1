/**
 * Pictures of each screen for the documentation: written to out/pictures/screen, and with PICTURES=1 (`npm run pictures`) to docs/images.
 * They show the example documents.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fill, type Sample } from './sample-data.ts'
import { at, createWorld, example, field, type Api, type World } from './world.ts'

const root = join(import.meta.dirname, '../../..')
const folder = process.env['PICTURES'] ? join(root, 'docs/images') : join(root, 'out/pictures/screen')
const prefix = process.env['PICTURES'] ? 'screen-' : ''

let world: World
let grace: Api
let sample: Sample
let page: Page

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  world = await createWorld(undefined, 'northwind')
})
afterAll(() => world?.close())

it('an organization with documents', { timeout: 500_000 }, async () => {
  grace = await world.addUser('annotator', 'Grace', 'Hopper')
  sample = await fill(world, grace)
  page = await world.open(world.admin, '/app/', { viewport: { width: 1440, height: 900 } })
})

/** Writes a picture with few colours, which is what the screen has. */
async function picture(name: string, from = page): Promise<void> {
  const isComplete = () =>
    from.evaluate<boolean>(
      `!document.querySelector('.loading') && !/^Checking|wird geprüft/.test(document.querySelector('.saved')?.textContent ?? '') && [...document.images].every(({ complete }) => complete)`,
    )
  await expect.poll(isComplete, { timeout: 20_000 }).toBe(true)
  const image = await from.screenshot({ animations: 'disabled', caret: 'hide' })
  await sharp(image)
    .png({ palette: true, quality: 90, colours: 128, effort: 10 })
    .toFile(join(folder, `${prefix}${name}.png`))
}

/** Bytes per second of a slow connection. */
const SLOW = 40_000

const idOf = (name: string) => sample.ids.get(name)!
async function openReview(name: string, on = page): Promise<void> {
  await on.goto(at(`/app/documents/${idOf(name)}`))
  await on.locator('.page img.shown').last().waitFor()
  await on.locator('.saved', { hasText: /Saved|Gespeichert/ }).waitFor()
}

it('sign-in', async () => {
  const window = await world.window()
  await window.setViewportSize({ width: 1000, height: 640 })
  await window.goto(at('/app/'))
  await window.getByLabel(/Email or user name/).fill(grace.username)
  await picture('sign-in', window)
  await window.context().close()
})

it('queues', async () => {
  await page.goto(at('/app/'))
  await page.getByRole('link', { name: 'Supplier invoices', exact: true }).waitFor()
  await picture('queues')
})

it('the list of a queue, with uploads', async () => {
  await page.goto(at(`/app/queues/${world.queue}`))
  await page.getByRole('table', { name: 'Documents' }).getByRole('link', { name: 'alder-finch-invoice.pdf' }).waitFor()
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const speed = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await speed(SLOW)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload' }).click()
  await (
    await chosen
  ).setFiles(['kestrel-invoice.docx', 'copper-kettle-receipt.jpg', 'bergmann-rechnung-scan.pdf'].map(example))
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await uploads
    .getByText(/^[2-9]\d%/)
    .first()
    .waitFor()
  await picture('list')
  await speed(-1)
  await uploads.getByRole('heading', { name: '3 files uploaded' }).waitFor({ timeout: 60_000 })
})

it.each(['light', 'dark'] as const)('a review on a %s display', async (colorScheme) => {
  await page.emulateMedia({ colorScheme })
  await openReview('alder-finch-invoice.pdf')
  await picture(colorScheme === 'light' ? 'review' : 'review-dark')
  await page.emulateMedia({ colorScheme: 'light' })
})

it('a scan with other values of an uncertain field', async () => {
  await openReview('bergmann-rechnung-scan.pdf')
  const others = page.getByRole('list', { name: 'Other values found' })
  await field(page, 'Order number').focus()
  for (let press = 0; press < 12 && !(await others.count()); press++) {
    await page.keyboard.press('Alt+ArrowDown')
    await others.waitFor({ timeout: 1000 }).catch(() => undefined)
  }
  await picture('scan')
})

it('line items', async () => {
  await openReview('muehlbach-rechnung.pdf')
  await page.getByRole('row').nth(2).getByRole('gridcell').nth(1).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await picture('line-items')
  await page.getByRole('button', { name: 'Columns on the page' }).click()
  await page.getByRole('dialog').waitFor()
  await picture('columns')
  await page.keyboard.press('Escape')
})

it('pages with a suggested edit', async () => {
  await page.goto(at(`/app/documents/${idOf('suggested')}/edit`))
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await picture('pages')
})

it('the side panel', async () => {
  await openReview('alder-finch-invoice.pdf')
  await page.keyboard.press('Alt+n')
  await page.getByRole('tab', { name: /^Notes/ }).click()
  await page.getByText('Yes, the second part came').waitFor()
  await picture('side')
  await page.keyboard.press('Alt+n')
  await page.keyboard.press('F1')
  await page.getByRole('dialog').waitFor()
  await picture('keys')
  await page.keyboard.press('Escape')
})

it('insights', async () => {
  await page.goto(at(`/app/queues/${sample.suppliers}/insights`))
  await page.getByRole('heading', { name: 'Confidence and accuracy' }).waitFor()
  await picture('insights')
})

it('learned layouts', async () => {
  await page.goto(at(`/app/queues/${sample.suppliers}/layouts`))
  await page.locator('.layout-item').first().click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  // Layouts are named after the supplier of an example, which is read afterwards.
  await expect.poll(() => page.locator('.layout-item', { hasText: '…' }).count()).toBe(0)
  await picture('layouts')
})

it('the administration', async () => {
  await page.goto(at(`/app/admin/queues/${world.queue}`))
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await picture('admin')
  await page.goto(at(`/app/admin/hooks/${sample.hook}`))
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await picture('hook')
})

it('the embedded page', async () => {
  await page.goto(at('/app/'))
  const { url } = await grace.post<{ url: string }>(`/annotations/${idOf('valmont-facture.pdf')}/create_embedded_url`, {
    return_url: 'https://erp.example.com/invoices',
  })
  const window = await world.window()
  await window.setViewportSize({ width: 1100, height: 760 })
  await window.goto(url)
  await window.locator('.page img.shown').last().waitFor()
  await picture('embedded', window)
  await window.context().close()
})

it('in German', async () => {
  const german = await world.open(grace, '/app/', { locale: 'de-DE', viewport: { width: 1440, height: 900 } })
  await openReview('muehlbach-rechnung.pdf', german)
  await picture('german', german)
  await german.context().close()
})

it('has shown no error of a script', () => expect(world.problems).toEqual([]))
