/** Delegations: an administrator and an approver create them in the screen. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violationsOf } from './axe.ts'
import { createWorld, type Api, type World } from './world.ts'

let world: World
let grace: Api

beforeAll(async () => {
  world = await createWorld()
  grace = await world.addUser('approver', 'Grace')
  await world.addUser('approver', 'Alan')
})
afterAll(() => world?.close())

it('an administrator delegates the approvals of one user to another, and deletes the delegation', async () => {
  const page = await world.open(world.admin)
  await page.getByRole('button', { name: 'Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Delegation' }).click()
  await page.getByText('There are no delegations.').waitFor()
  await page.getByLabel('Approver').selectOption({ label: 'Grace Example' })
  await page.getByLabel('Delegate').selectOption({ label: 'Alan Example' })
  await page.getByLabel('First day').fill('2031-08-01')
  await page.getByLabel('Last day').fill('2031-08-14')
  await page.getByRole('button', { name: 'Delegate', exact: true }).click()
  await page.getByText('Alan Example for Grace Example').waitFor()
  await page.getByText('Planned').waitFor()
  expect(await violationsOf(page, 'delegations', ['light', 'dark'])).toEqual([])
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('There are no delegations.').waitFor()
  await page.close()
})

it('an approver who sees no other users learns whom to ask', async () => {
  const page = await world.open(grace, '/app/delegations')
  await page.getByText('Ask an administrator to create the delegation.').waitFor()
  await page.close()
})
