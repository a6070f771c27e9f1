/**
 * What a user types while a dialog, menu or panel opens, is open or closes never changes a value of the screen behind it, and sends nothing:
 * for every one of them (`overlays.ts`), opened by keys and by mouse.
 */
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OVERLAYS, overlaysInCode, type Overlay, type Screen } from './overlays.ts'
import { at, createWorld, field, waitForSaved, type Api, type World } from './world.ts'

let world: World
let grace: Api
let edsger: Api
/** The document of each test of a review. */
let document: number

beforeAll(async () => {
  world = await createWorld()
  grace = await world.addUser('annotator', 'Grace')
  edsger = await world.addUser('approver', 'Edsger')
})
afterAll(() => world?.close())

it('an organization with documents, labels, people and a learned layout', { timeout: 300_000 }, async () => {
  await world.addUser('annotator', 'Joan')
  const { admin, queue, organization } = world
  for (const name of ['Urgent', 'Later']) await admin.post('/labels', { name, organization })
  document = await admin.upload(queue, 'tidewater-invoice-2-pages.pdf')
  const { url } = await admin.get<{ url: string }>(`/annotations/${document}`)
  await admin.post('/notes', { annotation: url, content: 'Call the supplier.' })
  // A user without a queue, for the people who can be added to one.
  const groups = await admin.get<{ results: { name: string; url: string }[] }>('/groups')
  await admin.post('/users', {
    username: `kay@${organization.length}.${document}.example`,
    email: `kay@${organization.length}.${document}.example`,
    password: 'a long enough passphrase',
    organization,
    groups: [groups.results.find(({ name }) => name === 'annotator')!.url],
  })
  // What the service learns from a confirmed document, and a document in the bin.
  const learned = await admin.upload(queue, 'valmont-facture.pdf')
  await admin.post(`/annotations/${learned}/start`)
  await admin.post(`/annotations/${learned}/confirm`)
  const layouts = () => admin.get<{ results: unknown[] }>(`/learned_layouts?queue=${queue}`)
  await expect.poll(async () => (await layouts()).results.length, { timeout: 60_000 }).toBeGreaterThan(0)
  await admin.patch(`/annotations/${await admin.upload(queue, 'kestrel-invoice.docx')}`, { status: 'deleted' })
})

it('the table has a row for each place of the code', () => {
  const places = (list: readonly string[]) => [...new Set(list)].sort()
  expect(places(OVERLAYS.map(({ file }) => file))).toEqual(places(overlaysInCode()))
  // Several rows of a file belong to several places, or to several menus that one place shows.
  for (const file of new Set(overlaysInCode())) {
    const rows = OVERLAYS.filter((one) => one.file === file).length
    expect(rows, file).toBe(overlaysInCode().filter((one) => one === file).length)
  }
})

/** Returns a document that waits for the approval of somebody else. */
const inApproval = async (): Promise<number> => {
  const { admin, organization, queue } = world
  const [approver] = (await admin.get<{ results: { url: string }[] }>(`/users?username=${edsger.username}`)).results
  const assignees = [approver!.url]
  const id = await admin.upload(queue, 'alder-finch-invoice.pdf', 'to-approve.pdf')
  await admin.addApproval(organization, queue, assignees)
  await admin.post(`/annotations/${id}/start`)
  await admin.post(`/annotations/${id}/confirm`)
  return id
}

/** A button that is disabled until its data are loaded takes neither the focus nor a key. */
const enabled = (button: Locator): Locator => button.and(button.page().locator(':enabled'))

/** Opens the screen on which an overlay is, and leaves the focus where a user types or reads. */
const SCREENS: Record<Screen, () => Promise<Page>> = {
  review: async () => {
    const page = await world.open(world.admin, `/app/documents/${document}`)
    await waitForSaved(page)
    return page
  },
  approval: async () => {
    const page = await world.open(world.admin, `/app/documents/${await inApproval()}`)
    await page.getByText(/waiting for approval/).waitFor()
    return page
  },
  list: async () => {
    const page = await world.open(world.admin, `/app/queues/${world.queue}?status=deleted`)
    await page.getByLabel('Select all').first().check()
    await enabled(page.getByRole('button', { name: 'Delete permanently', exact: true })).waitFor()
    return page
  },
  edit: async () => {
    const page = await world.open(world.admin, `/app/documents/${document}/edit`)
    await page.locator('.page-face').first().waitFor()
    return page
  },
  users: async () => {
    const page = await world.open(world.admin, `/app/admin/queues/${world.queue}?tab=users`)
    await enabled(page.getByRole('button', { name: 'Add users', exact: true })).waitFor()
    return page
  },
  layouts: async () => {
    const page = await world.open(world.admin, `/app/queues/${world.queue}/layouts`)
    await page.locator('.layout-item').first().click()
    await enabled(page.getByRole('button', { name: 'Delete', exact: true })).waitFor()
    return page
  },
  insights: async () => {
    const page = await world.open(world.admin)
    // As if there had been reviews: the question is about thresholds, not about how they are computed.
    await page.route('**/automation/projections*', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as Projection
      const isChosen = (route.request().postDataJSON() as { fields: unknown[] }).fields.length > 0
      if (isChosen) answer.projections[0]!.datapoint_statistics[0]!.confidence_threshold = 0.5
      await route.fulfill({ response, json: { ...answer, used_document_count: 30 } })
    })
    await page.route('**/automation/suggestions*', async (route) => {
      const response = await route.fetch()
      const change = { type: 'enable_automation', fields: [], document_automation_rate: 0.7, estimated_error_rate: 0 }
      const json = { document_automation_rate: 0, suggestions: [change], used_document_count: 30 }
      await route.fulfill({ response, json })
    })
    await page.goto(at(`/app/queues/${world.queue}/insights`))
    await enabled(page.getByRole('button', { name: 'Apply', exact: true })).waitFor()
    await enabled(page.getByRole('button', { name: 'Apply as target', exact: true })).waitFor()
    return page
  },
  ended: async () => {
    const id = await world.admin.upload(world.queue, 'alder-finch-invoice.pdf')
    const page = await world.open(grace, `/app/documents/${id}`)
    await waitForSaved(page)
    await page.context().clearCookies()
    return page
  },
}

/** What has to be there before some of the overlays can be opened. */
const PREPARED: Record<string, (page: Page) => Promise<unknown>> = {
  'the menu of a note': async (page) => {
    await page.keyboard.press('Alt+N')
    await page.getByRole('tab', { name: /^Notes/ }).click()
    await page.getByText('Call the supplier.').waitFor()
  },
  'the question before a duplicate is confirmed': async (page) => {
    // As if another queue had the same file.
    await page.route('**/content/validate', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { messages: object[] }
      const detail = { type: 'duplicate', reason: 'same_file', annotation: null }
      const messages = [...answer.messages, { id: 'all', type: 'warning', content: 'Duplicate', detail }]
      await route.fulfill({ response, json: { ...answer, messages } })
    })
    await page.reload()
    await waitForSaved(page)
  },
  'the targets of pages': async (page) => {
    await page.locator('.page-face').first().focus()
    await page.keyboard.press('Space')
  },
  'the question before a document with entered values is divided': async (page) => {
    const { content } = await world.admin.get<{ content: { id: number }[] }>(
      `/annotations/${document}/content?schema_id=terms`,
    )
    await world.admin.patch(`/annotations/${document}/content/${content[0]!.id}`, { validation_sources: ['human'] })
    await page.locator('.page-face').last().focus()
    await page.keyboard.press('c')
    await page.getByRole('heading', { name: 'Document 2' }).waitFor()
  },
  'the menu of a selection in a narrow window': (page) => page.setViewportSize({ width: 700, height: 1000 }),
  'the field to paste into': (page) =>
    page.evaluate(`navigator.clipboard.readText = () => Promise.reject(new Error('not allowed'))`),
}

interface Projection {
  projections: { datapoint_statistics: { confidence_threshold: number | null }[] }[]
}

const OPEN = 'dialog[open], :popover-open'
const TEXT = 'no more 12 x'

/** Values of the controls and cells behind overlays. */
const valuesOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main :is(input, textarea, select, [role=gridcell])')]
    .filter((node) => !node.closest('dialog, [popover]'))
    .map((node) => node.id + '=' + (node.value ?? node.textContent) + (node.checked ?? ''))`)

/** What the overlay has: the value of the field with the focus, or what else has it. */
const focusIn = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const overlay = document.querySelector('${OPEN}')
    const { activeElement: active } = document
    if (!overlay?.contains(active)) return 'outside: ' + active.outerHTML.slice(0, 120)
    const texts = [...overlay.querySelectorAll('input:not([type]), input[type=text], input[type=search], input[type=password], textarea')]
      .filter((one) => !one.disabled && one.checkVisibility())
    if (texts.length && !texts.includes(active)) return 'not in a field for text: ' + active.outerHTML.slice(0, 120)
    return texts.includes(active) ? 'text: ' + active.value : 'safe'
  })()`)

/** Requests that change something, except the start and end of reviews and what only computes. */
function recordChanges(page: Page): { sent: string[]; end: () => void } {
  const sent: string[] = []
  const record = (request: Request) => {
    if (request.method() === 'GET' || /\/(start|cancel|validate|projections|next)(\?|$)/.test(request.url())) return
    sent.push(`${request.method()} ${request.url()}`)
  }
  page.on('request', record)
  return { sent, end: () => void page.off('request', record) }
}

async function attack(page: Page, overlay: Overlay, open: (page: Page) => Promise<unknown>): Promise<void> {
  const before = await valuesOf(page)
  const early = overlay.sends ? undefined : recordChanges(page)
  await open(page)
  const { sent, end } = early ?? recordChanges(page)
  // At once: nothing waits until the overlay is there.
  await page.keyboard.type(TEXT)
  await page.locator(OPEN).waitFor()
  await expect
    .poll(() => focusIn(page), { message: 'focus in the overlay' })
    .toMatch(overlay.takesText ? new RegExp(`^text: ${TEXT}$`) : /^(safe|text: )/)
  await page.keyboard.type(' y')
  await expect.poll(() => page.locator(OPEN).count()).toBe(1)
  if (!overlay.stays) {
    // The first one may belong to a control: it clears a search, or closes the calendar of a date.
    await expect
      .poll(async () => {
        if (await page.locator(OPEN).count()) await page.keyboard.press('Escape')
        return page.locator(OPEN).count()
      })
      .toBe(0)
  }
  expect(await valuesOf(page)).toEqual(before)
  expect(sent).toEqual([])
  end()
}

/** Windows that the last test has left as it found them, for the next one of their screen. */
const ready = new Map<Screen, Page>()

describe.each(OVERLAYS)('$name', (overlay) => {
  it.each(Object.keys(overlay.opened))('takes what is typed when it is opened by %s', async (way) => {
    const { screen, stays } = overlay
    const prepare = PREPARED[overlay.name]
    const isOwn = Boolean(stays || prepare)
    const last = ready.get(screen)
    ready.delete(screen)
    // Another window of the same document would end its review.
    if (isOwn) await last?.context().close()
    const page = (isOwn ? undefined : last) ?? (await SCREENS[screen]())
    await prepare?.(page)
    await attack(page, overlay, overlay.opened[way]!)
    if (isOwn) await page.context().close()
    else ready.set(screen, page)
  })
})

describe('a field', () => {
  it.each([
    ['the palette of commands', 'Control+K'],
    ['the sheet of keys', 'F1'],
    ['the rejection', 'Alt+Shift+R'],
    ['the labels', 'Alt+L'],
    ['the assignees', 'Alt+A'],
  ])('takes what is typed after %s has been closed', async (_name, keys) => {
    const page = await SCREENS.review()
    const box = field(page, 'Order number')
    await box.focus()
    const value = await box.inputValue()
    await page.keyboard.press(keys)
    await page.locator(OPEN).waitFor()
    await page.keyboard.press('Escape')
    await page.locator(OPEN).waitFor({ state: 'detached' })
    await page.keyboard.press('End')
    await page.keyboard.type('7')
    await expect.poll(() => box.inputValue()).toBe(`${value}7`)
    await page.keyboard.press('Backspace')
    await page.context().close()
  })

  it('does not get the rest of a text when a dialog closes by itself', async () => {
    const id = await world.admin.upload(world.queue, 'alder-finch-invoice.pdf')
    const page = await world.open(grace, `/app/documents/${id}`)
    await waitForSaved(page)
    await field(page, 'Order number').focus()
    const before = await valuesOf(page)
    await page.keyboard.press('Alt+Shift+R')
    await page.keyboard.type('Not for us')
    await page.evaluate(`document.querySelector('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))`)
    await page.keyboard.type(' and more')
    await page.locator(OPEN).waitFor({ state: 'detached' })
    expect(await valuesOf(page)).toEqual(before)
    // What is typed after another key is meant for the field.
    await page.keyboard.press('End')
    await page.keyboard.type('7')
    await expect.poll(() => valuesOf(page)).not.toEqual(before)
    await page.context().close()
  })
})

it('has shown no error of a script', () => expect(world.problems).toEqual([]))
