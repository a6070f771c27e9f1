/** The embedded review: another application shows one document for review, in a frame or as a page, and gets the user back. */
import { createServer, type Server } from 'node:http'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createWorld, type Api, type World } from './world.ts'

const OUTCOMES = ['return', 'cancel', 'postpone', 'delete'] as const
type Outcome = (typeof OUTCOMES)[number]

let world: World
let grace: Api
let host: Server

const hostAt = (path: string, name = '127.0.0.1') => `http://${name}:${inject('hostPort')}${path}`
const addresses = Object.fromEntries(OUTCOMES.map((outcome) => [`${outcome}_url`, hostAt(`/${outcome}`)]))

beforeAll(async () => {
  world = await createWorld()
  grace = await world.addUser('annotator', 'Grace')
  // The other application: a page with the review in a frame, and one for each outcome.
  host = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', hostAt('/'))
    const framed = searchParams.get('url')
    response.setHeader('Content-Type', 'text/html')
    response.end(framed ? `<iframe src="${framed}" width="1200" height="800"></iframe>` : `<h1>${pathname}</h1>`)
  }).listen(inject('hostPort'), '127.0.0.1')
})
afterAll(async () => {
  await world?.close()
  host?.close()
})

/** Uploads a document and returns its id with the URL that opens its review. */
async function start(): Promise<{ id: number; url: string }> {
  const id = await world.admin.upload(world.queue, 'alder-finch-invoice.pdf')
  const { url } = await grace.post<{ url: string }>(`/annotations/${id}/start_embedded`, addresses)
  return { id, url }
}

const fieldIn = (place: Page | Frame, label: string) =>
  place.getByRole('region', { name: 'Fields' }).getByLabel(label, { exact: true })
const savedIn = (place: Page | Frame) => place.getByText('Saved', { exact: true }).waitFor()
const shows = (place: Page | Frame, outcome: Outcome) => place.getByRole('heading', { name: `/${outcome}` }).waitFor()

async function openPage(url: string): Promise<Page> {
  const page = await world.window()
  await page.goto(url)
  await fieldIn(page, 'Order number').waitFor()
  await savedIn(page)
  return page
}

/** Shows a URL in a frame of the other application, which the browser knows by the given name. */
async function openFrame(url: string, name?: string): Promise<{ page: Page; frame: Frame }> {
  const page = await world.window()
  await page.goto(hostAt(`/?url=${encodeURIComponent(url)}`, name))
  return { page, frame: page.frames()[1]! }
}

it('is not started for administrators', async () => {
  const id = await world.admin.upload(world.queue, 'valmont-facture.pdf')
  await expect(world.admin.post(`/annotations/${id}/start_embedded`, addresses)).rejects.toThrow(/: 403 /)
})

describe('in a frame of the other application', () => {
  it('shows the pages, takes words and corrections, and returns after the confirmation', async () => {
    const { id, url } = await start()
    const { page, frame } = await openFrame(url)
    await fieldIn(frame, 'Order number').waitFor()
    await savedIn(frame)
    const image = frame.getByRole('img', { name: 'Image of page 1' })
    await expect
      .poll(() => image.evaluate((node) => (node as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0)
    await fieldIn(frame, 'Payment terms').fill('30 days')
    await page.keyboard.press('Enter')
    await savedIn(frame)
    // A word of the page, by keyboard: from the active field to the page, to a word, and into the field.
    await fieldIn(frame, 'Bank account').focus()
    await page.keyboard.press('Alt+P')
    // The first key begins at a word, as soon as the words of the page are known.
    const announced = frame.getByRole('region', { name: 'Pages', exact: true }).getByRole('status')
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowRight')
        return (await announced.allInnerTexts()).join('').trim()
      })
      .toMatch(/^(?!There are no words)./)
    await page.keyboard.press('Enter')
    await expect.poll(() => fieldIn(frame, 'Bank account').inputValue()).not.toBe('')
    await savedIn(frame)
    await frame.getByRole('button', { name: 'Confirm' }).click()
    // Fields of the document have not been checked.
    await frame.getByRole('button', { name: 'Confirm anyway' }).click()
    await shows(frame, 'return')
    expect(await world.admin.value(id, 'terms')).toBe('30 days')
    expect(await world.admin.value(id, 'account_num')).not.toBe('')
    expect(await world.admin.status(id)).toMatch(/confirmed|export/)
    await page.close()
  })

  it('is refused to pages of another origin', async () => {
    const { url } = await start()
    const { page, frame } = await openFrame(url, 'localhost')
    expect(await frame.evaluate<string>('document.title')).not.toContain('Sheaf')
    expect(await fieldIn(frame, 'Order number').count()).toBe(0)
    await page.close()
  })
})

describe('as a page', () => {
  it('keeps the token out of the address and of the storage of the browser', async () => {
    const { url } = await start()
    const token = new URLSearchParams(new URL(url).hash.slice(1)).get('authToken')!
    expect(token.length).toBeGreaterThan(20)
    const page = await openPage(url)
    expect(page.url()).toBe(url.split('#')[0])
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    expect(stored).not.toContain(token)
    await page.close()
  })

  it('has no navigation, and nothing that belongs to other documents', async () => {
    const { url } = await start()
    const page = await openPage(url)
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.getByRole('link').count()).toBe(0)
    expect(await page.getByRole('button', { name: /Account|Back to the queue/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    for (const name of ['Skip to the next document', 'Reject', 'Edit pages'])
      expect(await page.getByRole('menuitem', { name }).count()).toBe(0)
    await page.close()
  })

  it('opens no other document with the token', async () => {
    const [own, other] = [await start(), await start()]
    const page = await world.window()
    await page.goto(own.url.replace(`/document/${own.id}`, `/document/${other.id}`))
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('region', { name: 'Fields' }).count()).toBe(0)
    await page.close()
  })

  it('says after a reload how to go on, and does not ask for a password', async () => {
    const { url } = await start()
    const page = await openPage(url)
    await page.reload()
    await page.getByText(/Open the document again from the program/).waitFor()
    expect(await page.getByLabel('Password').count()).toBe(0)
    await page.close()
  })

  it.each([
    ['cancel', 'to_review', (page: Page) => page.getByRole('button', { name: 'Leave the review' }).click()],
    ['postpone', 'postponed', (page: Page) => page.getByRole('button', { name: 'Postpone' }).click()],
    [
      'delete',
      'deleted',
      async (page: Page) => {
        await page.getByRole('button', { name: 'Menu' }).click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
      },
    ],
  ] as const)('returns to the address for %s', async (outcome, status, act) => {
    const { id, url } = await start()
    const page = await openPage(url)
    await act(page)
    await shows(page, outcome)
    expect(await world.admin.status(id)).toBe(status)
    await page.close()
  })
})

it('has shown no error of a script', () =>
  // The browser notes that it has refused a frame.
  expect(world.problems.filter((problem) => !problem.includes('frame-ancestors'))).toEqual([]))
