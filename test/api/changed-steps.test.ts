/** Changes of a workflow never take a step from approvals that have started (contract 24.22). */
import { expect, it } from 'vitest'
import { admin, url } from '../support/tenant-server.ts'
import { approve, approver, aQueueWith, confirm, inReview, run, status, useApprovals } from './approval-setup.ts'
import { workflow } from './workflows-setup.ts'

useApprovals()

const NEVER = { 'field.currency': 'no such currency' }
/** Changes of the second step while the first one waits. */
const CHANGES: Record<string, (step: { url: string }) => Promise<object>> = {
  'before the present one': () => Promise.resolve({ ordering: 0 }),
  'with a condition that is not met': () => Promise.resolve({ condition: NEVER }),
  'approved automatically': () => Promise.resolve({ mode: 'auto' }),
}

it.each(Object.entries(CHANGES))('a step that is now %s still has to be approved', async (_name, change) => {
  const [ada, bob] = [await approver(), await approver()]
  const queue = await aQueueWith([{ assignees: [ada.user_id] }, { assignees: [bob.user_id] }])
  const id = await inReview(queue)
  await confirm(id)
  const [, second] = queue.steps
  expect((await admin.patch(second.url, await change(second))).status).toBe(200)
  expect((await approve(id, ada.client)).body).toEqual({ status: 'in_workflow' })
  expect(await run(id)).toMatchObject({ current_step: second.url })
  expect((await approve(id, bob.client)).body).toEqual({ status: 'exporting' })
})

it('a step that an approval has yet to enter is not deleted', async () => {
  const [ada, bob] = [await approver(), await approver()]
  const queue = await aQueueWith([{ assignees: [ada.user_id] }, { assignees: [bob.user_id] }])
  const id = await inReview(queue)
  await confirm(id)
  expect(await admin.delete(queue.steps[1].url)).toMatchObject({ status: 409, body: { code: 'conflict_referenced' } })
  await approve(id, ada.client)
  await approve(id, bob.client)
  expect(await status(id)).toBe('exporting')
})

it('a new step before the present one is approved too', async () => {
  const [ada, bob] = [await approver(), await approver()]
  const queue = await aQueueWith([{ assignees: [ada.user_id] }])
  const id = await inReview(queue)
  await confirm(id)
  await admin.post('/workflow_steps', {
    name: 'New',
    workflow: queue.flow.url,
    ordering: 0,
    assignees: [url('users', bob.user_id)],
  })
  expect((await approve(id, ada.client)).body).toEqual({ status: 'in_workflow' })
})

it('an approval goes on if its workflow no longer belongs to the queue, or approvals are disabled', async () => {
  const ada = await approver()
  const queue = await aQueueWith([{ assignees: [ada.user_id] }])
  const ids = [await inReview(queue), await inReview(queue)]
  for (const id of ids) await confirm(id)
  const other = await workflow({ condition: NEVER })
  for (const [index, body] of [
    { workflows: [{ url: other.url, priority: 1 }] },
    { settings: { workflows: { enabled: false } } },
  ].entries()) {
    expect((await admin.patch(`/queues/${queue.queue_id}`, body)).status).toBe(200)
    expect(await status(ids[index]!)).toBe('in_workflow')
    expect((await admin.patch(`/annotations/${ids[index]}`, { status: 'exporting' })).status).toBe(409)
    expect((await approve(ids[index]!, ada.client)).body).toEqual({ status: 'exporting' })
  }
})

it('a PUT of the queue without users, workflows and their settings keeps them', async () => {
  const ada = await approver()
  const queue = await aQueueWith([{ assignees: [ada.user_id] }])
  const id = await inReview(queue)
  await confirm(id)
  const path = `/queues/${queue.queue_id}`
  const { name, schema } = (await admin.get(path)).body
  const replaced = await admin.put(path, { name, schema })
  expect(replaced.status).toBe(200)
  expect(replaced.body).toMatchObject({
    users: expect.arrayContaining([url('users', ada.user_id)]),
    workflows: [{ url: queue.flow.url }],
    settings: { workflows: { enabled: true } },
  })
  expect((await approve(id, ada.client)).body).toEqual({ status: 'exporting' })
})

it('a PUT of a step without its mode keeps it', async () => {
  const [ada, bob] = [await approver(), await approver()]
  const queue = await aQueueWith([{ mode: 'all', assignees: [ada.user_id, bob.user_id] }])
  const [step] = (await admin.get(`/workflow_steps?workflow=${queue.flow.id}`)).body.results
  const { mode, ...others } = step
  expect(mode).toBe('all')
  expect((await admin.put(step.url, others)).body).toEqual(step)
  const { name, workflow, ordering } = step
  const made = await admin.post('/workflow_steps', { name, workflow, ordering: ordering + 1 })
  expect(made.body).toMatchObject({ mode: 'any', type: 'approval', condition: {} })
})
