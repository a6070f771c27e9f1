/** Separation of duties in approvals (contract 24.19). */
import { describe, expect, it } from 'vitest'
import { admin, person, server, tenant, url } from '../support/tenant-server.ts'
import {
  approve,
  approver,
  aQueueWith,
  assignees,
  confirm,
  give,
  inReview,
  run,
  status,
  useApprovals,
} from './approval-setup.ts'
import { workflow } from './workflows-setup.ts'

useApprovals()

const SEPARATED = { duties: {} }
const activities = async (id: number, action: string) =>
  (await admin.get(`/workflow_activities?annotation=${id}&action=${action}`)).body.results as { note: string }[]

describe('a new workflow', () => {
  it('separates the duties of who confirms and who approves', async () => {
    expect(await workflow()).toMatchObject({ confirmer_may_approve: false, approver_may_repeat: false })
  })
})

describe('who confirmed an annotation', () => {
  it('is not among its approvers', async () => {
    const [ada, bob] = [await approver(), await approver()]
    const queue = await aQueueWith([{ mode: 'all', assignees: [tenant.user_id, ada.user_id, bob.user_id] }], SEPARATED)
    const id = await inReview(queue)
    expect((await confirm(id)).status).toBe(204)
    expect((await assignees(id)).sort()).toEqual([ada, bob].map(({ user_id }) => url('users', user_id)).sort())
    expect((await approve(id, ada.client)).body).toEqual({ status: 'in_workflow' })
    expect((await approve(id, bob.client)).body).toEqual({ status: 'exporting' })
  })

  it('approves it as an administrator only with a reason, which is recorded', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], SEPARATED)
    const id = await inReview(queue)
    await confirm(id)
    for (const body of [{}, { reason: '' }, { reason: '  ' }, { reason: null }])
      expect(await approve(id, admin, body)).toMatchObject({
        status: 403,
        body: {
          code: 'reason_required',
          detail: 'You have confirmed the annotation. Administrators may approve it with a reason.',
        },
      })
    expect(await status(id)).toBe('in_workflow')
    expect((await approve(id, admin, { reason: 'Ada is ill.' })).body).toEqual({ status: 'exporting' })
    expect(await activities(id, 'approved')).toMatchObject([{ note: 'Ada is ill.' }])
    const { results } = (await admin.get(`/audit_logs?object_type=annotation&object_id=${id}&action=update`)).body
    expect(results[0].content.details).toEqual({
      approved_although: 'You have confirmed the annotation.',
      reason: 'Ada is ill.',
    })
  })

  it('cannot be assigned to a step', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], SEPARATED)
    const id = await inReview(queue)
    await confirm(id)
    const body = { annotations: [url('annotations', id)], assignees: [url('users', tenant.user_id)] }
    const answer = await admin.post('/annotations/assign', body)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      400,
      expect.stringMatching(/Cannot approve: ada-.* has confirmed the annotation\./),
    ])
    expect(await assignees(id)).toEqual([url('users', ada.user_id)])
  })

  it('is named if the step has no other approver', async () => {
    const queue = await aQueueWith([{ assignees: [tenant.user_id] }], SEPARATED)
    const id = await inReview(queue)
    await confirm(id)
    expect([await status(id), await assignees(id)]).toEqual(['in_workflow', []])
    expect(await activities(id, 'step_started')).toMatchObject([
      { note: expect.stringMatching(/^The step has no eligible approver\. .* has confirmed the annotation\.$/) },
    ])
  })
})

describe('who approved a step', () => {
  it('does not approve another one', async () => {
    const [ada, bob] = [await approver(), await approver()]
    const queue = await aQueueWith(
      [{ assignees: [ada.user_id] }, { mode: 'all', assignees: [ada.user_id, bob.user_id] }],
      SEPARATED,
    )
    const id = await inReview(queue)
    await confirm(id)
    expect((await approve(id, ada.client)).body).toEqual({ status: 'in_workflow' })
    expect(await assignees(id)).toEqual([url('users', bob.user_id)])
    expect((await approve(id, ada.client)).status).toBe(403)
    expect((await approve(id, bob.client)).body).toEqual({ status: 'exporting' })
    expect(await run(id)).toMatchObject({ workflow_status: 'approved' })
  })

  it('does so if the workflow permits it', async () => {
    const ada = await approver()
    const duties = { confirmer_may_approve: false, approver_may_repeat: true }
    const queue = await aQueueWith([{ assignees: [ada.user_id] }, { assignees: [ada.user_id] }], { duties })
    const id = await inReview(queue)
    await confirm(id)
    for (const expected of ['in_workflow', 'exporting'])
      expect((await approve(id, ada.client)).body).toEqual({ status: expected })
  })
})

it('an administrator who is not assigned needs a reason too, unless the step has no assignees', async () => {
  const ada = await approver()
  const other = await person('admin', [])
  const queue = await aQueueWith([{ assignees: [ada.user_id] }], SEPARATED)
  const id = await inReview(queue)
  await confirm(id)
  expect(await approve(id, other.client)).toMatchObject({ status: 403, body: { code: 'reason_required' } })
  expect((await approve(id, other.client, { reason: 'Urgent.' })).status).toBe(200)
  const open = await aQueueWith([{}], SEPARATED)
  const second = await inReview(open)
  await confirm(second)
  expect((await approve(second, other.client)).status).toBe(200)
})

it('an administrator who assigns the step first needs a reason too', async () => {
  const ada = await approver()
  const other = await person('admin', [])
  const queue = await aQueueWith([{ assignees: [ada.user_id] }], SEPARATED)
  for (const users of [[], [other.user_id]]) {
    const id = await inReview(queue)
    await confirm(id)
    const body = { annotations: [url('annotations', id)], assignees: users.map((one) => url('users', one)) }
    expect((await other.client.post('/annotations/assign', body)).status).toBe(204)
    expect(await approve(id, other.client)).toMatchObject({ status: 403, body: { code: 'reason_required' } })
  }
})

describe('an assignee', () => {
  it('reassigns only their own part, and removes no other assignee', async () => {
    const [ada, bob, cy] = [await approver(), await approver(), await approver()]
    const queue = await aQueueWith([{ mode: 'all', assignees: [ada.user_id, bob.user_id] }], SEPARATED)
    await give(cy.user_id, queue.queue_id)
    const id = await inReview(queue)
    await confirm(id)
    // An approver with another role sees the other users, whom an approver alone cannot name.
    const annotator = server.deps.db('groups').select('id').where('name', 'annotator')
    for (const { user_id } of [ada, cy]) await server.deps.db('user_groups').insert({ user_id, group_id: annotator })
    const assign = (client: typeof ada.client, ids: number[]) =>
      client.post('/annotations/assign', {
        annotations: [url('annotations', id)],
        assignees: ids.map((one) => url('users', one)),
      })
    expect((await assign(ada.client, [ada.user_id])).status).toBe(403)
    expect((await assign(cy.client, [cy.user_id, ada.user_id, bob.user_id])).status).toBe(403)
    expect((await assign(ada.client, [tenant.user_id, bob.user_id])).body).toMatchObject({
      assignees: [`Cannot approve: users ${tenant.user_id}.`],
    })
    expect((await assign(ada.client, [cy.user_id, bob.user_id])).status).toBe(204)
    expect((await approve(id, bob.client)).body).toEqual({ status: 'in_workflow' })
    expect((await approve(id, cy.client)).body).toEqual({ status: 'exporting' })
  })
})
