/** Confirmations that start an approval, and requests that would skip it (contract 24.13). */
import { describe, expect, it } from 'vitest'
import { admin, tenant, url } from '../support/tenant-server.ts'
import { overWaysIn } from '../support/ways-in.ts'
import { actions, approver, aQueueWith, confirm, inReview, run, status, useApprovals } from './approval-setup.ts'
import { step, workflow } from './workflows-setup.ts'

useApprovals()

overWaysIn(() => {
  describe('confirming an annotation of a queue with approval', () => {
    it('starts a run at the first step and waits for its approvers', async () => {
      const ada = await approver()
      const queue = await aQueueWith([{ assignees: [ada.user_id] }, {}])
      const id = await inReview(queue)
      expect((await confirm(id)).status).toBe(204)
      expect((await admin.get(`/annotations/${id}`)).body).toMatchObject({
        status: 'in_workflow',
        assignees: [url('users', ada.user_id)],
        confirmed_by: url('users', tenant.user_id),
      })
      expect(await run(id)).toMatchObject({ workflow_status: 'pending', current_step: queue.steps[0].url })
      expect(await actions(id)).toEqual(['workflow_started', 'step_started'])
    })

    it('exports directly if approval is disabled, no workflow applies, or the queue allows to skip it', async () => {
      const condition = { $expr: { $gt: ['$field.amount_total', 1000] } }
      const queue = await aQueueWith([{}], { condition, settings: { bypass_workflows_allowed: true } })
      const small = await inReview(queue, { amount_total: '10' })
      await confirm(small)
      expect(await status(small)).toBe('exporting')
      const large = await inReview(queue, { amount_total: '2000' })
      await confirm(large)
      expect(await status(large)).toBe('in_workflow')
      const skipped = await inReview(queue, { amount_total: '2000' })
      expect((await confirm(skipped, { skip_workflows: true })).status).toBe(204)
      expect(await status(skipped)).toBe('exporting')
      await admin.patch(`/queues/${queue.queue_id}`, { settings: { workflows: { enabled: false } } })
      const disabled = await inReview(queue, { amount_total: '2000' })
      await confirm(disabled)
      expect(await status(disabled)).toBe('exporting')
      expect(await run(disabled)).toBeUndefined()
    })

    it('tries the workflows of the queue by priority', async () => {
      const queue = await aQueueWith([{}], { condition: { 'field.currency': 'usd' } })
      const second = await workflow()
      await step(second, 1)
      await admin.patch(`/queues/${queue.queue_id}`, {
        workflows: [
          { url: second.url, priority: 2 },
          { url: queue.flow.url, priority: 1 },
        ],
      })
      const flowOf = async (currency: string) => {
        const id = await inReview(queue, { currency })
        await confirm(id)
        const { results } = (await admin.get(`/workflow_activities?annotation=${id}&action=workflow_started`)).body
        return results[0].workflow as string
      }
      expect(await flowOf('usd')).toBe(queue.flow.url)
      expect(await flowOf('eur')).toBe(second.url)
    })

    it('completes automatic steps and skips those whose condition is not met', async () => {
      const queue = await aQueueWith(
        [
          { mode: 'auto' },
          { condition: { 'field.currency': 'usd' } },
          { mode: 'auto', condition: { 'field.currency': 'usd' } },
        ],
        { use_confirmed_state: true },
      )
      const id = await inReview(queue, { currency: 'eur' })
      await confirm(id)
      expect(await status(id)).toBe('confirmed')
      expect(await run(id)).toMatchObject({ workflow_status: 'approved', current_step: null })
      expect(await actions(id)).toEqual(['workflow_started', 'step_started', 'step_completed', 'workflow_completed'])
    })

    it.each(['exporting', 'confirmed'])('cannot be avoided by a PATCH of the status to %s', async (wanted) => {
      const queue = await aQueueWith([{}])
      const id = await inReview(queue)
      await admin.post(`/annotations/${id}/cancel`, {})
      const answer = await admin.patch(`/annotations/${id}`, { status: wanted })
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict_status' } })
      expect(answer.body.detail).toContain('requires an approval')
      expect(await status(id)).toBe('to_review')
    })

    it('cannot be avoided by an export that changes the status', async () => {
      const queue = await aQueueWith([{}])
      const id = await inReview(queue)
      await admin.post(`/annotations/${id}/cancel`, {})
      expect((await admin.post(`/queues/${queue.queue_id}/export?to_status=exported&format=json`)).status).toBe(200)
      expect(await status(id)).toBe('to_review')
    })
  })
})
