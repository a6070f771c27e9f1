/** What the roles of a user leave of the screen. The API decides; the screen offers nothing that it would refuse. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, field, waitForSaved, type Api, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world?.close())

const idInAddress = (page: Page): number => Number(page.url().split('/').at(-1))
const count = (page: Page, role: 'button' | 'link', name: string | RegExp) => page.getByRole(role, { name }).count()

const FILE = 'alder-finch-invoice.pdf'

async function openList(user: Api, name: string): Promise<Page> {
  await world.admin.upload(world.queue, FILE, name)
  const page = await world.open(user, `/app/queues/${world.queue}`)
  await page.getByRole('link', { name }).waitFor()
  return page
}

it.each([
  ['viewer', 'Vera'],
  ['auditor', 'Audrey'],
])('a user with the role %s reads only', async (role, firstName) => {
  const name = `for-${role}.pdf`
  const page = await openList(await world.addUser(role, firstName), name)
  for (const button of ['Upload', 'Review next']) expect(await count(page, 'button', button)).toBe(0)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await page.getByRole('link', { name }).click()
  await page.getByText('Your role does not allow changes.').waitFor()
  expect(await field(page, 'Order number').getAttribute('readonly')).not.toBeNull()
  for (const button of ['Confirm', 'Postpone', 'Add row']) expect(await count(page, 'button', button)).toBe(0)
  expect(await world.admin.status(idInAddress(page))).toBe('to_review')
  await page.close()
})

it('an annotator reviews, and has no administration', async () => {
  const annotator = await world.addUser('annotator', 'Anna')
  const page = await openList(annotator, 'for-anna.pdf')
  expect(await count(page, 'link', 'Administration')).toBe(0)
  await page.getByRole('link', { name: 'for-anna.pdf' }).click()
  await field(page, 'Order number').waitFor()
  await waitForSaved(page)
  expect(await count(page, 'button', 'Confirm')).toBe(1)
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await page.getByRole('menuitem', { name: /Temporal/ }).count()).toBe(0)
  await page.close()
})

it('a user of another organization does not find the document', async () => {
  const document = await world.admin.upload(world.queue, FILE)
  const other = await createWorld()
  const page = await other.open(other.admin, `/app/documents/${document}`)
  await page.getByText('This page does not exist, or you have no access to it.').waitFor()
  expect(other.problems).toEqual([])
  await other.close()
})

it('has shown no error of a script', () => expect(world.problems).toEqual([]))
