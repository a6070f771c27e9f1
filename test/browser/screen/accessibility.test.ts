/** axe finds no violation on any screen: in English, light and dark, and in German, whose colours are the same. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import de from '../../../web/src/i18n/languages/de.json' with { type: 'json' }
import en from '../../../web/src/i18n/languages/en.json' with { type: 'json' }
import { violationsOf, type Appearance } from './axe.ts'
import { at, createWorld, example, type Api, type World } from './world.ts'

let world: World
let grace: Api

beforeAll(async () => {
  world = await createWorld()
  grace = await world.addUser('annotator', 'Grace')
})
afterAll(() => world?.close())

const upload = (file: string, name?: string) => world.admin.upload(world.queue, file, name)

interface Language {
  language: string
  locale: string
  say: typeof en
  appearances: Appearance[]
}

describe.each<Language>([
  { language: 'English', locale: 'en-GB', say: en, appearances: ['light', 'dark'] },
  { language: 'German', locale: 'de-DE', say: de, appearances: ['light'] },
])('in $language', { timeout: 300_000 }, ({ locale, say, appearances }) => {
  const check = (page: Page, name: string) => violationsOf(page, name, appearances)
  const open = (user: Api, path?: string) => world.open(user, path, { locale })
  const button = (page: Page, key: keyof typeof en) => page.getByRole('button', { name: say[key], exact: true })
  const escape = (page: Page) => page.keyboard.press('Escape')
  /** Waits until a screen has loaded. */
  const loaded = async (page: Page) => {
    await page.locator('main :is(h1, h2)').first().waitFor()
    await expect.poll(() => page.getByText(say['common.loading']).filter({ visible: true }).count()).toBe(0)
  }
  const openReview = async (user: Api, id: number) => {
    const page = await open(user, `/app/documents/${id}`)
    await page.getByText(say['review.saved'], { exact: true }).waitFor()
    return page
  }

  it('the sign-in has none, nor an address without a screen', async () => {
    const page = await open(grace, '/app/nothing')
    await page.getByText(say['common.notFound']).waitFor()
    const found = await check(page, 'no screen')
    await page.context().clearCookies()
    await page.goto(at('/app/'))
    await page.getByLabel(say['signIn.user']).fill('unknown-user')
    await page.getByLabel(say['signIn.password']).fill('wrong')
    await button(page, 'signIn.submit').click()
    await page.getByText(say['signIn.wrong']).waitFor()
    found.push(...(await check(page, 'sign-in')))
    expect(found).toEqual([])
    await page.close()
  })

  it('queues and lists have none', async () => {
    await upload('alder-finch-invoice.pdf')
    const page = await open(world.admin)
    await page.getByRole('button', { name: say['queues.reviewNext'] }).waitFor()
    const found = await check(page, 'queues')
    await page.goto(at(`/app/queues/${world.queue}`))
    await page.getByLabel(say['documents.selectAll']).check()
    found.push(...(await check(page, 'list with a selection')))
    await button(page, 'documents.do.label').click()
    found.push(...(await check(page, 'labels of a selection')))
    await escape(page)
    await page.locator('.screen-head').getByRole('button', { name: say['documents.export'] }).click()
    await page.getByRole('dialog').waitFor()
    found.push(...(await check(page, 'export')))
    await escape(page)
    await page
      .getByLabel(say['documents.upload'])
      .setInputFiles([example('kestrel-invoice.docx'), import.meta.filename])
    await page.getByText(say['documents.notRead'], { exact: true }).waitFor()
    found.push(...(await check(page, 'uploads')))
    await page.goto(at(`/app/queues/${world.queue}?status=rejected`))
    await loaded(page)
    found.push(...(await check(page, 'empty list')))
    expect(found).toEqual([])
    await page.close()
  })

  it('the review has none', async () => {
    const id = await upload('tidewater-invoice-2-pages.pdf')
    const page = await openReview(world.admin, id)
    const found = await check(page, 'review')
    await page.keyboard.press('Alt+N')
    const tabs = page.getByRole('tablist', { name: say['side.title'] })
    for (const tab of ['messages', 'notes', 'email', 'details'] as const) {
      await tabs.getByRole('tab', { name: say[`side.tab.${tab}`] }).click()
      await loaded(page)
      found.push(...(await check(page, tab)))
    }
    expect(found).toEqual([])
    await page.close()
  })

  it('the dialogs and menus of a review have none', async () => {
    const page = await openReview(world.admin, await upload('tidewater-invoice-2-pages.pdf'))
    const found: string[] = []
    for (const [keys, name] of [
      ['Control+K', 'commands.palette'],
      ['F1', 'commands.sheet'],
      ['Alt+Shift+R', 'review.rejectTitle'],
      ['Alt+L', 'side.labels'],
      ['Alt+A', 'side.assign'],
    ] as const) {
      await page.keyboard.press(keys)
      await page.getByRole('dialog', { name: say[name] }).waitFor()
      found.push(...(await check(page, name)))
      await escape(page)
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await button(page, 'common.menu').click()
    found.push(...(await check(page, 'menu of the review')))
    await escape(page)
    await button(page, 'pages.search').click()
    found.push(...(await check(page, 'search on the pages')))
    expect(found).toEqual([])
    await page.close()
  })

  it('the table of a document has none', async () => {
    const page = await openReview(grace, await upload('alder-finch-invoice.pdf'))
    const cell = page.getByRole('grid').getByRole('gridcell').first()
    await cell.click()
    const found = await check(page, 'cell')
    await page.keyboard.press('F2')
    found.push(...(await check(page, 'edited cell')))
    await escape(page)
    await button(page, 'grid.more').click()
    found.push(...(await check(page, 'menu of the table')))
    await escape(page)
    await button(page, 'grid.columns').click()
    await page.getByRole('dialog', { name: say['grid.columns'] }).getByRole('img').first().waitFor()
    found.push(...(await check(page, 'columns on the page')))
    expect(found).toEqual([])
    await page.close()
  })

  it('the messages of a review have none', async () => {
    const id = await upload('muehlbach-rechnung.pdf')
    const page = await openReview(grace, id)
    const fields = page.getByRole('region', { name: say['review.fields'] })
    const box = fields.locator('[data-schema=order_id] textarea')
    await fields.locator('[data-schema=document_id] textarea').fill('')
    await page.keyboard.press('Enter')
    await page.getByText(say['review.check.required']).waitFor()
    await page.context().setOffline(true)
    await box.fill('mine')
    await page.keyboard.press('Enter')
    await page.getByText(say['app.offline']).waitFor()
    const found = await check(page, 'lost connection')
    const { content } = await world.admin.get<{ content: { id: number }[] }>(
      `/annotations/${id}/content?schema_id=order_id`,
    )
    await grace.patch(`/annotations/${id}/content/${content[0]!.id}`, { content: { value: 'theirs' } })
    await page.context().setOffline(false)
    await button(page, 'review.keepMine').waitFor()
    found.push(...(await check(page, 'conflict and messages')))
    const other = await open(world.admin, `/app/documents/${id}`)
    await button(other, 'review.takeOver').waitFor()
    found.push(...(await check(other, 'review of another person')))
    expect(found).toEqual([])
    await other.close()
    await page.close()
  })

  it('the editor of pages has none', async () => {
    const id = await upload('tidewater-invoice-2-pages.pdf')
    const page = await open(grace, `/app/documents/${id}/edit`)
    await page.keyboard.press('Tab')
    await page.locator('.page-face').last().focus()
    const found = await check(page, 'pages')
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 2 }).nth(1).waitFor()
    await page.keyboard.press('Space')
    found.push(...(await check(page, 'divided pages')))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    found.push(...(await check(page, 'large page')))
    await escape(page)
    await button(page, 'editing.keys').click()
    found.push(...(await check(page, 'keys of the editor')))
    expect(found).toEqual([])
    await page.close()
  })

  it('what the service has learned has none', async () => {
    const { admin, queue } = world
    const id = await upload('valmont-facture.pdf')
    await admin.post(`/annotations/${id}/start`)
    await admin.post(`/annotations/${id}/confirm`)
    const layouts = () => admin.get<{ results: unknown[] }>(`/learned_layouts?queue=${queue}`)
    await expect.poll(async () => (await layouts()).results.length, { timeout: 30_000 }).toBeGreaterThan(0)
    const page = await open(admin, `/app/queues/${queue}/insights`)
    await page.getByRole('heading', { name: say['insights.reliability'] }).waitFor()
    await loaded(page)
    const found = await check(page, 'insights')
    await page.goto(at(`/app/queues/${queue}/layouts`))
    await page.locator('.layout-list button, .layout-list a').first().click()
    await page.getByRole('table').first().waitFor()
    found.push(...(await check(page, 'layouts')))
    expect(found).toEqual([])
    await page.close()
  })

  it('the administration has none', async () => {
    const { admin, queue } = world
    const { url } = await admin.get<{ url: string }>(`/queues/${queue}`)
    const hook = await admin.post<{ id: number }>('/hooks', {
      name: 'Checks',
      type: 'webhook',
      queues: [url],
      events: ['annotation_content.user_update'],
      config: { url: 'https://hooks.example/check' },
    })
    const page = await open(admin, '/app/admin')
    await loaded(page)
    const found = await check(page, 'administration')
    for (const tab of ['fields', 'form', 'users', 'hooks', 'settings']) {
      await page.goto(at(`/app/admin/queues/${queue}?tab=${tab}`))
      await loaded(page)
      found.push(...(await check(page, `${tab} of a queue`)))
    }
    await page.goto(at(`/app/admin/hooks/${hook.id}`))
    await loaded(page)
    found.push(...(await check(page, 'hook')))
    expect(found).toEqual([])
    await page.close()
    await admin.send('DELETE', `/hooks/${hook.id}`)
  })

  it('the embedded page has none', async () => {
    const id = await upload('kestrel-invoice.docx')
    const { url } = await grace.post<{ url: string }>(`/annotations/${id}/start_embedded`)
    const page = await open(grace)
    await page.goto(url)
    await page.getByText(say['review.saved'], { exact: true }).waitFor()
    const found = await check(page, 'embedded page')
    await page.reload()
    await page.getByText(say['signIn.embeddedEnded']).waitFor()
    found.push(...(await check(page, 'embedded page at its end')))
    expect(found).toEqual([])
    await page.close()
  })
})

it('has shown no error of a script', () => expect(world.problems).toEqual([]))
