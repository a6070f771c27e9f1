/** Delegates approve and reject for others (contract 24.25). */
import { describe, expect, it } from 'vitest'
import { admin, person, server, tenant, url } from '../support/tenant-server.ts'
import { approve, approver, aQueueWith, confirm, give, inReview, status, useApprovals } from './approval-setup.ts'

useApprovals()

const SEPARATED = { duties: {} }
const DAY = 86_400_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
type User = { user_id: number }

async function delegate(from: User, to: User, times: object = { ends_at: at(DAY) }) {
  const body = { user: url('users', from.user_id), delegate: url('users', to.user_id), ...times }
  const made = await admin.post('/delegations', body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body as { id: number; url: string }
}
const activity = async (id: number, action: string) =>
  (await admin.get(`/workflow_activities?annotation=${id}&action=${action}`)).body.results.at(-1)

describe('a delegate', () => {
  it('approves for the approver, as the history and the audit log say', async () => {
    const [ada, bob] = [await approver(), await approver()]
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], SEPARATED)
    await give(bob.user_id, queue.queue_id)
    const id = await inReview(queue)
    await confirm(id)
    expect((await approve(id, bob.client)).status).toBe(403)
    await delegate(ada, bob)
    expect((await approve(id, bob.client)).body).toEqual({ status: 'exporting' })
    expect(await activity(id, 'approved')).toMatchObject({
      created_by: url('users', bob.user_id),
      on_behalf_of: url('users', ada.user_id),
    })
    const { results } = (await admin.get(`/audit_logs?object_type=annotation&object_id=${id}&action=update`)).body
    expect(results[0].content.details.approved_for).toMatch(/^(approver|Pat)/)
  })

  it('rejects for the approver', async () => {
    const [ada, bob] = [await approver(), await approver()]
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], SEPARATED)
    await give(bob.user_id, queue.queue_id)
    const id = await inReview(queue)
    await confirm(id)
    await delegate(ada, bob)
    expect((await bob.client.post(`/annotations/${id}/reject`, { note_content: 'No.' })).status).toBe(200)
    expect(await activity(id, 'rejected')).toMatchObject({ on_behalf_of: url('users', ada.user_id) })
  })

  it('does so only in the time of the delegation, with access to the queue', async () => {
    const [ada, bob, cy] = [await approver(), await approver(), await approver()]
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], SEPARATED)
    await give(bob.user_id, queue.queue_id)
    const id = await inReview(queue)
    await confirm(id)
    const later = await delegate(ada, bob, { starts_at: at(DAY), ends_at: at(2 * DAY) })
    await delegate(ada, cy)
    expect((await approve(id, bob.client)).status).toBe(403)
    expect((await approve(id, cy.client)).status).toBe(404)
    await server.deps
      .db('delegations')
      .where('id', later.id)
      .update({ starts_at: at(-2 * DAY), ends_at: at(-1) })
    expect((await approve(id, bob.client)).status).toBe(403)
    expect((await approve(id, ada.client)).status).toBe(200)
  })

  it('of a user who lost the right cannot approve', async () => {
    const [ada, bob] = [await approver(), await approver()]
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], SEPARATED)
    await give(bob.user_id, queue.queue_id)
    const id = await inReview(queue)
    await confirm(id)
    await delegate(ada, bob)
    await admin.patch(`/users/${ada.user_id}`, { is_active: false })
    expect((await approve(id, bob.client)).status).toBe(403)

    // Also where the assignment has stayed.
    const cy = await approver([queue.queue_id])
    await server.deps.db('annotation_assignees').insert({ annotation_id: id, user_id: cy.user_id })
    await delegate(cy, bob)
    await server.deps.db('users').where('id', cy.user_id).update({ is_active: false })
    expect((await approve(id, bob.client)).status).toBe(403)
  })

  it('does not approve the part of an approver who has approved it', async () => {
    const [ada, bob, cy] = [await approver(), await approver(), await approver()]
    const queue = await aQueueWith([{ mode: 'all', assignees: [ada.user_id, cy.user_id] }])
    await give(bob.user_id, queue.queue_id)
    await delegate(ada, bob)
    const id = await inReview(queue)
    await confirm(id)
    expect((await approve(id, ada.client)).body).toEqual({ status: 'in_workflow' })
    expect(await approve(id, bob.client)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('has already approved this step.') },
    })
    expect(await activity(id, 'approved')).toMatchObject({
      created_by: url('users', ada.user_id),
      on_behalf_of: null,
    })
  })
})

describe('the separation of duties', () => {
  it('bars a delegate who confirmed the annotation', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], SEPARATED)
    const bob = await person('annotator', [queue.queue_id])
    const group = server.deps.db('groups').select('id').where('name', 'approver')
    await server.deps.db('user_groups').insert({ user_id: bob.user_id, group_id: group })
    await delegate(ada, bob)
    const id = await inReview(queue)
    await admin.post(`/annotations/${id}/cancel`, {})
    await bob.client.post(`/annotations/${id}/start`, {})
    expect((await bob.client.post(`/annotations/${id}/confirm`, {})).status).toBe(204)
    expect(await approve(id, bob.client)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('You have confirmed the annotation.') },
    })
  })

  it('does not decide for oneself too if the delegate is assigned afterwards', async () => {
    const [ada, bob, cy] = [await approver(), await approver(), await approver()]
    const queue = await aQueueWith([{ mode: 'all', assignees: [ada.user_id, bob.user_id] }])
    await give(cy.user_id, queue.queue_id)
    await delegate(ada, cy)
    const id = await inReview(queue)
    await confirm(id)
    expect((await approve(id, cy.client)).body).toEqual({ status: 'in_workflow' })
    const assignees = [ada, bob, cy].map(({ user_id }) => url('users', user_id))
    const annotations = [url('annotations', id)]
    expect((await admin.post('/annotations/assign', { annotations, assignees })).status).toBe(204)
    expect((await approve(id, bob.client)).body).toEqual({ status: 'in_workflow' })
  })

  it('bars the approver from a second step after the delegate has approved the first one for them', async () => {
    const [ada, bob] = [await approver(), await approver()]
    const steps = [{ assignees: [ada.user_id] }, { assignees: [ada.user_id] }]
    const queue = await aQueueWith(steps, {
      duties: { confirmer_may_approve: true, approver_may_repeat: false },
    })
    await give(bob.user_id, queue.queue_id)
    await delegate(ada, bob)
    const id = await inReview(queue)
    await confirm(id)
    expect((await approve(id, bob.client)).body).toEqual({ status: 'in_workflow' })
    for (const { client } of [ada, bob]) expect((await approve(id, client)).status).toBe(403)
    expect(await status(id)).toBe('in_workflow')
  })

  it('refuses one user in two steps, or in two parts of one step', async () => {
    const [ada, bob, cy] = [await approver(), await approver(), await approver()]
    const queue = await aQueueWith(
      [{ assignees: [bob.user_id] }, { mode: 'all', assignees: [ada.user_id, tenant.user_id, cy.user_id] }],
      { duties: { confirmer_may_approve: true, approver_may_repeat: false } },
    )
    const eve = await approver([queue.queue_id])
    await delegate(ada, bob)
    for (const one of [ada, cy]) await delegate(one, eve)
    const id = await inReview(queue)
    await confirm(id)
    expect((await approve(id, bob.client)).body).toEqual({ status: 'in_workflow' })
    expect((await approve(id, bob.client)).status).toBe(403)
    expect((await approve(id, eve.client)).body).toEqual({ status: 'in_workflow' })
    expect((await approve(id, eve.client)).status).toBe(409)
    // The part that was given for Ada.
    expect((await approve(id, ada.client)).status).toBe(409)
    expect((await approve(id)).body).toEqual({ status: 'in_workflow' })
    expect((await approve(id, cy.client)).body).toEqual({ status: 'exporting' })
    expect(await status(id)).toBe('exporting')
  })
})
