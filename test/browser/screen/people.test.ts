/** Several people, and connections and sessions that end: nothing that was entered is lost. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, confirmByKeys, createWorld, field, signIn, waitForSaved, type Api, type World } from './world.ts'

let world: World
let grace: Api
let alan: Api

beforeAll(async () => {
  world = await createWorld()
  grace = await world.addUser('annotator', 'Grace')
  alan = await world.addUser('annotator', 'Alan')
})
afterAll(() => world?.close())

const openDocument = async (user: Api, id: number): Promise<Page> => {
  const page = await world.open(user, `/app/documents/${id}`)
  await field(page, 'Order number').waitFor()
  return page
}

describe('two people with one document', () => {
  it('see who reviews it, and may review it after the other has left', async () => {
    const id = await world.admin.upload(world.queue, 'alder-finch-invoice.pdf')
    const first = await openDocument(grace, id)
    await waitForSaved(first)
    const second = await openDocument(alan, id)
    await second.getByText('Grace Example is reviewing this document.').waitFor()
    expect(await field(second, 'Order number').getAttribute('readonly')).not.toBeNull()
    expect(await second.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
    await first.getByRole('button', { name: 'Back to the queue' }).click()
    // The other window learns it by itself.
    await second.getByRole('button', { name: 'Start review' }).click()
    await second.getByRole('button', { name: 'Confirm' }).waitFor()
    await field(second, 'Order number').fill('PO-1')
    await second.keyboard.press('Enter')
    await waitForSaved(second)
    expect(await world.admin.value(id, 'order_id')).toBe('PO-1')
    await second.close()
    await first.close()
  })

  it('let an administrator take a review over, and what the first had typed is not lost', async () => {
    const id = await world.admin.upload(world.queue, 'valmont-facture.pdf')
    const first = await openDocument(grace, id)
    await waitForSaved(first)
    const second = await openDocument(world.admin, id)
    await field(first, 'Order number').fill('typed before')
    await second.getByRole('button', { name: 'Take over' }).click()
    await second.getByRole('button', { name: 'Confirm' }).waitFor()
    await first.getByText('Ada Lovelace is reviewing this document.').waitFor()
    expect(await field(first, 'Order number').inputValue()).toBe('typed before')
    await second.getByRole('button', { name: 'Back to the queue' }).click()
    await first.getByRole('button', { name: /Start review|Continue/ }).click()
    await waitForSaved(first)
    await expect.poll(() => world.admin.value(id, 'order_id')).toBe('typed before')
    await second.close()
    await first.close()
  })

  it('decide about a field that both have changed', async () => {
    const id = await world.admin.upload(world.queue, 'muehlbach-rechnung.pdf')
    const page = await openDocument(grace, id)
    await waitForSaved(page)
    await page.context().setOffline(true)
    await field(page, 'Order number').fill('mine')
    await page.keyboard.press('Enter')
    await page.getByText(/No connection/).waitFor()
    const { content } = await world.admin.get<{ content: { id: number }[] }>(
      `/annotations/${id}/content?schema_id=order_id`,
    )
    // Another window of the same person, such as a hook's page, has changed the field meanwhile.
    await grace.patch(`/annotations/${id}/content/${content[0]!.id}`, { content: { value: 'theirs' } })
    await page.context().setOffline(false)
    await page.getByText('“Order number” was changed to “theirs” in the meantime. You entered “mine”.').waitFor()
    await page.getByRole('button', { name: 'Keep my value' }).click()
    await waitForSaved(page)
    expect(await world.admin.value(id, 'order_id')).toBe('mine')
    await page.close()
  })
})

describe('an interruption', () => {
  it('of the connection keeps entries and sends them afterwards', async () => {
    const id = await world.admin.upload(world.queue, 'tidewater-invoice-2-pages.pdf')
    const page = await openDocument(grace, id)
    await waitForSaved(page)
    await page.context().setOffline(true)
    await field(page, 'Order number').fill('OFF-1')
    await page.keyboard.press('Enter')
    await field(page, 'Payment terms').fill('OFF-2')
    await page.keyboard.press('Enter')
    await page.getByText(/No connection/).waitFor()
    await page.getByText('2 entries are being sent').waitFor()
    await page.context().setOffline(false)
    await waitForSaved(page)
    expect(await world.admin.value(id, 'order_id')).toBe('OFF-1')
    expect(await world.admin.value(id, 'terms')).toBe('OFF-2')
    await page.close()
  })

  it('of the session in the middle of typing asks to sign in and goes on', async () => {
    const id = await world.admin.upload(world.queue, 'bergmann-rechnung-scan.pdf')
    const page = await openDocument(grace, id)
    await waitForSaved(page)
    const { organization, admin } = world
    const { url } = await admin.get<{ url: string }>(`/annotations/${id}`)
    const label = await admin.post<{ url: string }>('/labels', { name: 'Of another program', organization })
    await field(page, 'Order number').pressSequentially('EXP')
    // A request that the page sends by itself finds the end of the session first: it reads what has changed.
    let isRefused = false
    page.on('response', (response) => (isRefused ||= [401, 403].includes(response.status())))
    await page.context().clearCookies()
    await admin.post('/labels/apply', { operations: { add: [label.url] }, objects: { annotations: [url] } })
    const typeOn = async () => {
      await page.keyboard.type('-')
      return isRefused
    }
    await expect.poll(typeOn, { interval: 250, timeout: 60_000 }).toBe(true)
    await page.keyboard.type('9')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByText(/Your session has ended/).waitFor()
    await signIn(page, grace.username)
    await page.getByText(/Your session has ended/).waitFor({ state: 'detached' })
    await waitForSaved(page)
    expect(await admin.value(id, 'order_id')).toMatch(/^EXP-+9$/)
    await page.close()
  })

  it('by closing the window restores what was typed but not finished', async () => {
    const id = await world.admin.upload(world.queue, 'kestrel-invoice.docx')
    const page = await openDocument(grace, id)
    await waitForSaved(page)
    await page.context().setOffline(true)
    await field(page, 'Order number').fill('half')
    await page.context().setOffline(false)
    await page.goto(at('/app/'))
    await page.getByRole('heading', { name: 'Queues' }).waitFor()
    await page.goto(at(`/app/documents/${id}`))
    await page.getByText(/1 entry from your last visit/).waitFor()
    expect(await field(page, 'Order number').inputValue()).toBe('half')
    // It was not finished, so it is not stored before the user accepts it.
    await waitForSaved(page)
    expect(await world.admin.value(id, 'order_id')).not.toBe('half')
    await field(page, 'Order number').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => world.admin.value(id, 'order_id')).toBe('half')
    await page.close()
  })
})

describe('a language that cannot be loaded', () => {
  it('is replaced by English; without both, the page says what to do', async () => {
    const page = await world.window({ locale: 'de-DE' })
    await page.route('**/assets/de-*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto(at('/app/'))
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.locator('.starting').count()).toBe(0)
    await page.route('**/assets/en-*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto(at('/app/'))
    await page.getByText('check your connection and reload the page').waitFor()
    await expect.poll(() => world.problems.splice(0)).toEqual([expect.stringMatching(/dynamically imported module/)])
    await page.close()
  })
})

describe('approval', () => {
  it('by a second person follows the confirmation', async () => {
    const { organization, admin, queue } = world
    const approver = await world.addUser('approver', 'Edsger')
    const [person] = (await admin.get<{ results: { url: string }[] }>(`/users?username=${approver.username}`)).results
    await admin.addApproval(organization, queue, [person!.url])
    const id = await admin.upload(queue, 'alder-finch-invoice.pdf', 'to-approve.pdf')
    const reviewer = await openDocument(grace, id)
    await waitForSaved(reviewer)
    await confirmByKeys(reviewer)
    await expect.poll(() => admin.status(id), { timeout: 30_000 }).toBe('in_workflow')
    const second = await openDocument(approver, id)
    await second.getByText(/waiting for approval/).waitFor()
    await second.getByRole('button', { name: 'Approve' }).click()
    await second.getByText('Approved.').waitFor()
    await expect.poll(() => admin.status(id), { timeout: 30_000 }).toMatch(/confirmed|exporting|exported/)
    await second.close()
    await reviewer.close()
  })

  it('by the administrator who confirmed asks for a reason', async () => {
    const { organization, admin, queue } = world
    const approver = await world.addUser('approver', 'Barbara')
    const [person] = (await admin.get<{ results: { url: string }[] }>(`/users?username=${approver.username}`)).results
    await admin.addApproval(organization, queue, [person!.url])
    const id = await admin.upload(queue, 'alder-finch-invoice.pdf', 'approved-by-one.pdf')
    await admin.post(`/annotations/${id}/start`)
    await admin.post(`/annotations/${id}/confirm`)
    const page = await openDocument(admin, id)
    await page.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: 'Override the approval rules' })
    await dialog.getByText('You have confirmed the document.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Reason').fill('Barbara is on leave.')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved.').waitFor()
    const [done] = (
      await admin.get<{ results: { note: string }[] }>(`/workflow_activities?annotation=${id}&action=approved`)
    ).results
    expect(done!.note).toBe('Barbara is on leave.')
    await page.close()
  })
})

describe('a queue with approvals but without a workflow', () => {
  it('says why its documents cannot be confirmed', async () => {
    const { admin, queue } = world
    await admin.patch(`/queues/${queue}`, { settings: { workflows: { enabled: true } }, workflows: [] })
    const id = await admin.upload(queue, 'alder-finch-invoice.pdf', 'without-workflow.pdf')
    const page = await world.open(admin, `/app/queues/${queue}`)
    await page.getByText('Approvals are enabled, but this queue has no workflow.').waitFor()
    const review = await openDocument(grace, id)
    await waitForSaved(review)
    await confirmByKeys(review)
    await review.getByText('Approvals are enabled for the queue, but it has no workflow.').first().waitFor()
    expect(await admin.status(id)).toBe('reviewing')
    await admin.patch(`/queues/${queue}`, { settings: { workflows: { enabled: false } } })
    await review.close()
    await page.close()
  })
})

it('has shown no error of a script', () => expect(world.problems).toEqual([]))
