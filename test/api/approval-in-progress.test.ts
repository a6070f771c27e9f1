/** Approvals that are reassigned, rejected or reset (contract 24.16). */
import { describe, expect, it } from 'vitest'
import { admin, tenant, url } from '../support/tenant-server.ts'
import { overWaysIn } from '../support/ways-in.ts'
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

useApprovals()

overWaysIn(() => {
  describe('an approval in progress', () => {
    it('is reassigned with assign, which the activities record', async () => {
      const [ada, bob] = [await approver(), await approver()]
      const queue = await aQueueWith([{ assignees: [ada.user_id] }])
      for (const one of [ada, bob]) await give(one.user_id, queue.queue_id)
      const id = await inReview(queue)
      await confirm(id)
      const given = await admin.post('/annotations/assign', {
        annotations: [url('annotations', id)],
        assignees: [url('users', bob.user_id)],
        note_content: 'On holiday.',
      })
      expect(given.status).toBe(204)
      const { results } = (await admin.get(`/workflow_activities?annotation=${id}&action=reassigned`)).body
      expect(results).toMatchObject([{ assignees: [url('users', bob.user_id)], note: 'On holiday.' }])
      expect((await approve(id, ada.client)).status).toBe(403)
      expect((await approve(id, bob.client)).body).toEqual({ status: 'exporting' })
    })

    it('is completed if all users who remain assigned have approved', async () => {
      const [ada, bob] = [await approver(), await approver()]
      const queue = await aQueueWith([{ mode: 'all', assignees: [ada.user_id, bob.user_id] }])
      await give(ada.user_id, queue.queue_id)
      const id = await inReview(queue)
      await confirm(id)
      await approve(id, ada.client)
      const answer = await admin.post('/annotations/assign', {
        annotations: [url('annotations', id)],
        assignees: [url('users', ada.user_id)],
      })
      expect(answer.status).toBe(204)
      expect(await status(id)).toBe('exporting')
    })

    it('ends with a rejection, and starts again after a new review', async () => {
      const queue = await aQueueWith([{ assignees: [tenant.user_id] }])
      const id = await inReview(queue)
      await confirm(id)
      expect((await admin.post(`/annotations/${id}/reject`, { note_content: 'No.' })).status).toBe(200)
      expect(await run(id)).toMatchObject({ workflow_status: 'rejected', current_step: null })
      expect(await assignees(id)).toEqual([])
      await admin.patch(`/annotations/${id}`, { status: 'to_review' })
      await admin.post(`/annotations/${id}/start`, {})
      await confirm(id)
      expect(await status(id)).toBe('in_workflow')
      expect((await admin.get(`/workflow_runs?annotation=${id}`)).body.results).toHaveLength(2)
      expect((await run(id)).workflow_status).toBe('pending')
      const [old] = (await admin.get(`/workflow_runs?annotation=${id}`)).body.results
      expect((await admin.post(`/workflow_runs/${old.id}/reset`, {})).status).toBe(409)
      expect(await status(id)).toBe('in_workflow')
    })

    it('ends with a reset; the next confirmation needs all approvals again', async () => {
      const [ada, bob] = [await approver(), await approver()]
      const queue = await aQueueWith([{ mode: 'all', assignees: [ada.user_id, bob.user_id] }])
      for (const one of [ada, bob]) await give(one.user_id, queue.queue_id)
      const id = await inReview(queue)
      await confirm(id)
      await approve(id, ada.client)
      expect((await admin.post(`/workflow_runs/${(await run(id)).id}/reset`, {})).status).toBe(200)
      await admin.post(`/annotations/${id}/start`, {})
      await confirm(id)
      expect((await approve(id, bob.client)).body).toEqual({ status: 'in_workflow' })
      expect((await approve(id, ada.client)).body).toEqual({ status: 'exporting' })
    })
  })
})
