import assert from 'node:assert/strict'
import { nameOf } from '../company.ts'
import { expectStatus } from '../site.ts'
import type { Story } from '../tell.ts'
import { suppliersOf } from './queues.ts'

/** Totals above this need an approval; from `TWICE`, two. */
export const LIMIT = 5_000
export const TWICE = 20_000

/** Sets up the approval of invoices above 5,000 EUR. Without a workflow, or without a step, the queue says that it is not set up. */
export async function approvals({ test }: Story): Promise<string> {
  const queue = await suppliersOf(test)
  const set = async (body: object) => expectStatus(200, await test.admin.patch(`/queues/${queue.id}`, body))
  await set({ settings: { workflows: { enabled: true } } })
  const user = async (name: string): Promise<string> => (await test.one(`/users?username=${name}`)).url as string
  const workflow = expectStatus(
    201,
    await test.admin.post('/workflows', {
      name: 'Above 5,000 EUR',
      condition: { $expr: { $gt: ['$field.amount_total', LIMIT] } },
    }),
  )
  assert.deepEqual([workflow.confirmer_may_approve, workflow.approver_may_repeat], [false, false])
  const step = async (ordering: number, name: string, assignee: string, condition: object) =>
    expectStatus(
      201,
      await test.admin.post('/workflow_steps', {
        name,
        ordering,
        condition,
        workflow: workflow.url,
        mode: 'any',
        assignees: [assignee],
      }),
    )
  await step(1, 'Head of department', await user(nameOf('head')), {})
  await step(2, 'Director', await user(nameOf('director')), { $expr: { $gte: ['$field.amount_total', TWICE] } })
  const clerk = await user(nameOf('clerk'))
  const refused = await test.admin.post('/workflow_steps', {
    name: 'A clerk',
    ordering: 3,
    workflow: workflow.url,
    mode: 'any',
    assignees: [clerk],
  })
  assert.equal(refused.status, 400, 'A clerk, who may not approve, was accepted as an approver.')
  await set({ workflows: [{ url: workflow.url, priority: 1 }] })
  return `above ${LIMIT} the head approves, from ${TWICE} the director too; a clerk is refused as an approver`
}
