/** Approvers who complete the steps of an approval (contract 24.14 and 24.15). */
import { describe, expect, it } from 'vitest'
import { admin, person, server, tenant, url } from '../support/tenant-server.ts'
import { overWaysIn } from '../support/ways-in.ts'
import {
  actions,
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

useApprovals()

overWaysIn(() => {
  describe('POST annotations/{id}/approve', () => {
    it('passes the steps in their order, and exports after the last one', async () => {
      const [ada, bob] = [await approver(), await approver()]
      const queue = await aQueueWith([{ assignees: [ada.user_id] }, { assignees: [bob.user_id] }])
      for (const one of [ada, bob]) await give(one.user_id, queue.queue_id)
      const id = await inReview(queue)
      await confirm(id)
      expect((await approve(id, bob.client)).status).toBe(403)
      expect(await approve(id, ada.client)).toMatchObject({ status: 200, body: { status: 'in_workflow' } })
      expect(await assignees(id)).toEqual([url('users', bob.user_id)])
      expect((await approve(id, ada.client)).status).toBe(403)
      expect(await approve(id, bob.client)).toMatchObject({ status: 200, body: { status: 'exporting' } })
      expect(await assignees(id)).toEqual([])
      expect(await actions(id)).toEqual([
        'workflow_started',
        ...['step_started', 'approved', 'step_completed'],
        ...['step_started', 'approved', 'step_completed'],
        'workflow_completed',
      ])
      expect(await run(id)).toMatchObject({ workflow_status: 'approved', current_step: null })
      expect((await approve(id)).status).toBe(409)
    })

    it('waits for all assignees of a step of mode all; each approves once', async () => {
      const [ada, bob] = [await approver(), await approver()]
      const queue = await aQueueWith([{ mode: 'all', assignees: [ada.user_id, bob.user_id] }])
      for (const one of [ada, bob]) await give(one.user_id, queue.queue_id)
      const id = await inReview(queue)
      await confirm(id)
      expect((await approve(id, ada.client)).body).toEqual({ status: 'in_workflow' })
      expect(await approve(id, ada.client)).toMatchObject({ status: 409, body: { code: 'conflict_status' } })
      expect((await approve(id, bob.client)).body).toEqual({ status: 'exporting' })
    })

    it('does not wait for assignees who are no longer active', async () => {
      const [ada, bob] = [await approver(), await approver()]
      const queue = await aQueueWith([{ mode: 'all', assignees: [ada.user_id, bob.user_id] }])
      await give(ada.user_id, queue.queue_id)
      const id = await inReview(queue)
      await confirm(id)
      await admin.patch(`/users/${bob.user_id}`, { is_active: false })
      expect((await approve(id, ada.client)).body).toEqual({ status: 'exporting' })
    })

    it('lets administrators complete a step that is assigned to others', async () => {
      const [ada, bob] = [await approver(), await approver()]
      const queue = await aQueueWith([{ mode: 'all', assignees: [ada.user_id, bob.user_id] }])
      const id = await inReview(queue)
      await confirm(id)
      expect((await approve(id)).body).toEqual({ status: 'exporting' })
    })

    it('is for assigned approvers and administrators, of the same organization, in approval only', async () => {
      const ada = await approver()
      const queue = await aQueueWith([{ assignees: [ada.user_id] }])
      const id = await inReview(queue)
      expect((await approve(id)).status).toBe(409)
      await confirm(id)
      const annotator = await person('annotator', [queue.queue_id])
      await server.deps.db('annotation_assignees').insert({ annotation_id: id, user_id: annotator.user_id })
      expect((await approve(id, annotator.client)).status).toBe(403)
      const outside = await approver([queue.queue_id])
      expect((await approve(id, outside.client)).status).toBe(403)
      // Assigned, but without access to the queue.
      await server.deps.db('user_queues').where('user_id', ada.user_id).delete()
      expect((await approve(id, ada.client)).status).toBe(404)
      expect(await status(id)).toBe('in_workflow')
    })

    it('counts concurrent approvals once each, and completes the step once', async () => {
      const people = [await approver(), await approver(), await approver()]
      const queue = await aQueueWith([{ mode: 'all', assignees: people.map(({ user_id }) => user_id) }])
      for (const one of people) await give(one.user_id, queue.queue_id)
      const id = await inReview(queue)
      await confirm(id)
      const answers = await Promise.all(people.flatMap(({ client }) => [approve(id, client), approve(id, client)]))
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
      expect(await status(id)).toBe('exporting')
      const done = await actions(id)
      expect(done.filter((action: string) => action === 'approved')).toHaveLength(3)
      expect(done.filter((action: string) => action === 'step_completed')).toHaveLength(1)
    })

    it('is allowed with a token of scope approval', async () => {
      const queue = await aQueueWith([{}])
      const id = await inReview(queue)
      await confirm(id)
      await server.deps.db('tokens').update({ scope: 'approval' }).where('user_id', tenant.user_id)
      const answer = await approve(id)
      await server.deps.db('tokens').update({ scope: 'default' }).where('user_id', tenant.user_id)
      expect(answer.status).toBe(200)
    })
  })
})
