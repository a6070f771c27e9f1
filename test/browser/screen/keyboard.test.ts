/** The whole review works without a mouse, and the focus is visible and never lost. No test of this file clicks. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasFocus, waitForFocus } from './in-page.ts'
import { at, confirmByKeys, createWorld, field, PASSWORD, waitForSaved, type Api, type World } from './world.ts'

let world: World
let grace: Api

beforeAll(async () => {
  world = await createWorld()
  grace = await world.addUser('annotator', 'Grace')
})
afterAll(() => world?.close())

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** The element with the focus: its name, and whether a line around it or its colours show the focus. */
interface Focus {
  name: string
  tag: string
  isVisible: boolean
}
const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate<Focus>(`(() => {
    const element = document.activeElement
    const isMarked = ({ outlineStyle, outlineWidth, boxShadow }) =>
      (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    // Links that cover a card or row mark all of it.
    const isVisible = [null, '::before', '::after'].some((part) => isMarked(getComputedStyle(element, part))) ||
      [...document.querySelectorAll(':focus-within')].some((one) => one !== document.body && isMarked(getComputedStyle(one)))
    const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent
    return { name: name.trim(), tag: element.tagName, isVisible }
  })()`)

/** Presses Tab until an element with this name has the focus. Each stop on the way must show it. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen = new Set<string>()
  for (let count = 0; count < 150; count++) {
    await page.keyboard.press('Tab')
    const focus = await focusOf(page)
    if (focus.tag === 'BODY') continue
    seen.add(focus.name)
    expect(focus, 'the focus is visible').toMatchObject({ isVisible: true })
    if (typeof name === 'string' ? focus.name === name : name.test(focus.name)) return
  }
  throw new Error(`Tab does not reach ${String(name)}, only ${[...seen].join(', ')}.`)
}

const expectFocusKept = async (page: Page) =>
  expect.poll(async () => (await focusOf(page)).tag, { message: 'element with the focus' }).not.toBe('BODY')

/** Opens a document for review; the cursor is in the first field that needs a check. */
async function openReview(file: string): Promise<{ id: number; page: Page }> {
  const id = await world.admin.upload(world.queue, file)
  const page = await world.window()
  await page.goto(at(`/app/documents/${id}`))
  await waitForFocus(page.getByLabel('Email or user name'))
  await page.keyboard.type(grace.username)
  await press(page, 'Tab')
  await page.keyboard.type(PASSWORD)
  await press(page, 'Enter')
  await waitForFocus(field(page, 'Payment terms'))
  await waitForSaved(page)
  return { id, page }
}

it('opens a queue and a document after the sign-in', async () => {
  await world.admin.upload(world.queue, 'alder-finch-invoice.pdf', 'opened-by-keys.pdf')
  const { name } = await world.admin.get<{ name: string }>(`/queues/${world.queue}`)
  const page = await world.window()
  await page.goto(at('/app/'))
  await waitForFocus(page.getByLabel('Email or user name'))
  await page.keyboard.type(grace.username)
  await press(page, 'Tab')
  await page.keyboard.type(PASSWORD)
  await press(page, 'Enter')
  await page.getByRole('link', { name, exact: true }).waitFor()
  await tabTo(page, name)
  await press(page, 'Enter')
  const row = page.getByRole('link', { name: 'opened-by-keys.pdf' })
  await row.waitFor()
  while (!(await hasFocus(row))) await press(page, 'j')
  await press(page, 'Enter')
  await waitForFocus(field(page, 'Payment terms'))
  await page.close()
})

describe('a review by keys', () => {
  it('takes words of the page', async () => {
    const { id, page } = await openReview('alder-finch-invoice.pdf')
    await press(page, 'Alt+P')
    const announced = page.getByRole('region', { name: 'Pages', exact: true }).getByRole('status')
    const text = async () => (await announced.allInnerTexts()).join('').trim()
    // The first key begins at a word, as soon as the words of the page are known.
    await expect
      .poll(async () => {
        await press(page, 'ArrowDown')
        return text()
      })
      .toMatch(/^(?!There are no words)./)
    await press(page, 'Shift+ArrowRight')
    const words = await text()
    expect(words).toContain(' ')
    await press(page, 'Enter')
    await expect.poll(() => field(page, 'Payment terms').inputValue()).toBe(words)
    await waitForSaved(page)
    expect(await world.admin.value(id, 'terms')).toBe(words)
    await press(page, 'Alt+P')
    await waitForFocus(field(page, 'Payment terms'))
    await page.close()
  })

  it('moves in the table, changes cells, and adds and deletes rows', async () => {
    const { page } = await openReview('kestrel-invoice.docx')
    const grid = page.getByRole('grid', { name: 'Line items' })
    await tabTo(page, 'All actions')
    await press(page, 'Tab')
    await expect.poll(() => grid.locator('[role=gridcell]:focus').count()).toBe(1)
    await press(page, 'Control+Home', 'ArrowDown')
    await page.keyboard.type('K-2')
    await press(page, 'Enter')
    await waitForSaved(page)
    await press(page, 'Alt+Insert')
    await grid.getByRole('rowheader', { name: '4', exact: true }).waitFor()
    await expectFocusKept(page)
    await page.keyboard.type('K-4')
    await press(page, 'Tab')
    await waitForSaved(page)
    expect(await grid.innerText()).toContain('K-4')
    await press(page, 'Alt+Delete')
    await grid.getByRole('rowheader', { name: '4', exact: true }).waitFor({ state: 'detached' })
    await expectFocusKept(page)
    expect(await grid.innerText()).toContain('K-2')
    await page.close()
  })

  it('writes a note, and sets a label', async () => {
    const label = await world.admin.post<{ url: string }>('/labels', {
      name: 'Urgent',
      organization: world.organization,
    })
    const { id, page } = await openReview('muehlbach-rechnung.pdf')
    await press(page, 'Alt+N')
    await page.getByRole('tab', { name: 'Notes' }).waitFor()
    const selected = page
      .getByRole('tablist', { name: 'Notes, emails and details' })
      .getByRole('tab', { selected: true })
    while (!(await hasFocus(selected))) await press(page, 'Tab')
    await press(page, 'ArrowRight')
    await tabTo(page, /^Write a note/)
    await page.keyboard.type('Call the supplier.')
    await press(page, 'Control+Enter')
    await page.getByRole('listitem').filter({ hasText: 'Call the supplier.' }).waitFor()
    await press(page, 'Alt+N')
    await expectFocusKept(page)
    await press(page, 'Alt+L')
    await page.getByRole('option', { name: 'Urgent' }).waitFor()
    await page.keyboard.type('urg')
    await press(page, 'Enter', 'Escape')
    const labels = async () => (await world.admin.get<{ labels: string[] }>(`/annotations/${id}`)).labels
    await expect.poll(labels).toEqual([label.url])
    await expectFocusKept(page)
    await page.close()
  })

  it('returns the focus after each dialog', async () => {
    const { page } = await openReview('valmont-facture.pdf')
    const terms = field(page, 'Payment terms')
    for (const [keys, name] of [
      ['Control+K', 'All commands'],
      ['F1', 'Keyboard shortcuts'],
      ['Alt+Shift+R', 'Reject this document'],
      ['Alt+L', 'Labels'],
    ] as const) {
      await press(page, keys)
      const dialog = page.getByRole('dialog', { name })
      await dialog.waitFor()
      await press(page, 'Escape')
      await dialog.waitFor({ state: 'hidden' })
      await waitForFocus(terms)
    }
    await page.close()
  })

  it('postpones, rejects with a reason, and confirms', async () => {
    const status = async (id: number, expected: RegExp) =>
      expect.poll(() => world.admin.status(id), { timeout: 30_000 }).toMatch(expected)
    const first = await openReview('alder-finch-invoice.pdf')
    await press(first.page, 'Alt+Shift+P')
    await status(first.id, /^postponed$/)
    await first.page.close()
    const second = await openReview('alder-finch-invoice.pdf')
    await press(second.page, 'Alt+Shift+R')
    await second.page.getByRole('dialog').waitFor()
    await tabTo(second.page, 'Reason')
    await second.page.keyboard.type('Not for us')
    await tabTo(second.page, 'Reject')
    await press(second.page, 'Enter')
    await status(second.id, /^rejected$/)
    await second.page.close()
    const third = await openReview('alder-finch-invoice.pdf')
    await press(third.page, 'Enter', 'Enter', 'Enter')
    await confirmByKeys(third.page)
    await status(third.id, /confirmed|export/)
    await third.page.close()
  })
})

it('has shown no error of a script', () => expect(world.problems).toEqual([]))
