/** Annotations of which it is not known whether they have to be approved: they are stopped, and never pass (contract 24.18). */
import { describe, expect, it } from 'vitest'
import { admin, server } from '../support/tenant-server.ts'
import { overWaysIn } from '../support/ways-in.ts'
import {
  actions,
  approve,
  approver,
  aQueueWith,
  confirm,
  inReview,
  received,
  run,
  status,
  useApprovals,
} from './approval-setup.ts'

useApprovals()

const LARGE = { $expr: { $gt: ['$field.amount_due', 1000] } }
const MISSING = { 'field.cost_center': 'A' }
const OF_WORKFLOW = 'It cannot be decided whether the workflow "Approval" applies: '
const OF_STEP = 'It cannot be decided whether the step "S1" applies: '

const enter = async (id: number, schemaId: string, value: string) => {
  const [node] = (await admin.get(`/annotations/${id}/content?schema_id=${schemaId}`)).body.content
  expect((await admin.patch(`/annotations/${id}/content/${node.id}`, { content: { value } })).status).toBe(200)
}
const validated = async (id: number) =>
  (
    (await admin.post(`/annotations/${id}/content/validate`, {})).body.messages as { id: string; type: string }[]
  ).filter(({ type }) => type === 'error')
const automated = (queue: { queue_id: number }, more: object = {}) =>
  admin.patch(`/queues/${queue.queue_id}`, { automation_enabled: true, automation_level: 'always', ...more })
const blockers = async (id: number) =>
  (await admin.get(`/automation_blockers?annotation=${id}`)).body.results.flatMap(
    (row: { content: object[] }) => row.content,
  )

interface Case {
  stages: Parameters<typeof aQueueWith>[0]
  queue?: Parameters<typeof aQueueWith>[1]
  reason: string
}
const CASES: [string, Case][] = [
  [
    'a condition about an empty field',
    { stages: [{}], queue: { condition: LARGE }, reason: `${OF_WORKFLOW}field "amount_due" is empty.` },
  ],
  [
    'a condition about a field that the schema does not have',
    { stages: [{}], queue: { condition: MISSING }, reason: `${OF_WORKFLOW}the schema has no field "cost_center".` },
  ],
  [
    'the condition of a step',
    { stages: [{ condition: MISSING }], reason: `${OF_STEP}the schema has no field "cost_center".` },
  ],
]

describe.each(CASES)('%s that cannot be evaluated', (_name, { stages, queue: columns = {}, reason }) => {
  const aQueue = () => aQueueWith(stages, { ...columns, settings: { bypass_workflows_allowed: true } })

  it('refuses the confirmation, which the validation announces', async () => {
    const queue = await aQueue()
    await admin.patch(`/queues/${queue.queue_id}`, { settings: { confirm_with_errors_allowed: true } })
    const id = await inReview(queue, { amount_due: '' })
    expect(await confirm(id)).toMatchObject({ status: 409, body: { code: 'conflict_status', detail: reason } })
    expect(await status(id)).toBe('reviewing')
    expect(await validated(id)).toContainEqual({ id: 'all', type: 'error', content: reason })
  })

  it.each(['exporting', 'confirmed'])('refuses a PATCH of the status to %s', async (wanted) => {
    const id = await inReview(await aQueue(), { amount_due: '' })
    await admin.post(`/annotations/${id}/cancel`, {})
    expect((await admin.patch(`/annotations/${id}`, { status: wanted })).status).toBe(409)
    expect(await status(id)).toBe('to_review')
  })

  it('leaves the annotation out of an export that changes the status', async () => {
    const queue = await aQueue()
    const id = await inReview(queue, { amount_due: '' })
    await admin.post(`/annotations/${id}/cancel`, {})
    expect((await admin.post(`/queues/${queue.queue_id}/export?to_status=exported&format=json`)).status).toBe(200)
    expect(await status(id)).toBe('to_review')
  })

  it('does not prevent moves that confirm nothing', async () => {
    const id = await inReview(await aQueue(), { amount_due: '' })
    expect((await admin.post(`/annotations/${id}/postpone`, {})).status).toBe(204)
    expect((await admin.patch(`/annotations/${id}`, { status: 'to_review' })).status).toBe(200)
  })
})

overWaysIn(() => {
  describe.each(CASES)('%s that cannot be evaluated', (_name, { stages, queue: columns = {}, reason }) => {
    const aQueue = () => aQueueWith(stages, columns)

    it('prevents automation, with a blocker that says why', async () => {
      const queue = await aQueue()
      expect((await automated(queue)).status).toBe(200)
      const id = await received(queue)
      expect(await status(id)).toBe('to_review')
      const item = { level: 'annotation', type: 'error_message', details: { message_content: [reason] } }
      expect(await blockers(id)).toEqual([item])
    })

    it('prevents a confirmation by a rule', async () => {
      const queue = await aQueue()
      const action = { id: 'a', type: 'change_status', event: 'annotation_imported', payload: { method: 'export' } }
      const rule = await admin.post('/rules', {
        name: 'Export all',
        queues: [`${server.root}/v1/queues/${queue.queue_id}`],
        trigger_condition: 'True',
        actions: [{ ...action, enabled: true }],
      })
      expect(rule.status, JSON.stringify(rule.body)).toBe(201)
      const id = await received(queue)
      expect(await status(id)).toBe('to_review')
      expect(JSON.stringify(await blockers(id))).toContain(JSON.stringify(reason))
    })
  })
})

describe('an annotation in a queue with approval', () => {
  it('is decided again when the value has been entered', async () => {
    const queue = await aQueueWith([{}], { condition: LARGE })
    const of = async (amount: string) => {
      const id = await inReview(queue, { amount_due: '' })
      await enter(id, 'amount_due', amount)
      expect(await validated(id)).toEqual([])
      expect((await confirm(id)).status).toBe(204)
      return status(id)
    }
    expect(await of('1001')).toBe('in_workflow')
    expect(await of('1000')).toBe('exporting')
  })

  it('is not asked if the user skips the approval, which the queue allows', async () => {
    const queue = await aQueueWith([{}], { condition: MISSING, settings: { bypass_workflows_allowed: true } })
    const id = await inReview(queue)
    expect((await confirm(id, { skip_workflows: true })).status).toBe(204)
    expect(await status(id)).toBe('exporting')
  })

  it('enters a step whose condition became impossible to evaluate during the run, and says so', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{}, { condition: { 'field.currency': 'usd' }, assignees: [ada.user_id] }])
    const id = await inReview(queue, { currency: 'eur' })
    expect((await confirm(id)).status).toBe(204)
    expect((await admin.patch(`/workflow_steps/${queue.steps[1].id}`, { condition: MISSING })).status).toBe(200)
    expect((await approve(id)).status).toBe(200)
    expect(await status(id)).toBe('in_workflow')
    expect(await run(id)).toMatchObject({ current_step: queue.steps[1].url })
    const { results } = (await admin.get(`/workflow_activities?annotation=${id}&action=step_started`)).body
    expect(results.at(-1).note).toBe(
      'The condition of the step cannot be evaluated: the schema has no field "cost_center".',
    )
    expect(await actions(id)).not.toContain('workflow_completed')
  })

  it.each<[string, () => Promise<{ queue_id: number; schema_id: number }>, string]>([
    [
      'approvals are enabled without a workflow',
      async () => {
        const queue = await aQueueWith([{}])
        await admin.patch(`/queues/${queue.queue_id}`, { workflows: [] })
        return queue
      },
      'Approvals are enabled for the queue, but it has no workflow.',
    ],
    ['a workflow has no step', () => aQueueWith([]), 'The workflow "Approval" applies, but it has no step.'],
  ])('is stopped if %s', async (_name, make, reason) => {
    const queue = await make()
    const id = await inReview(queue)
    expect(await confirm(id)).toMatchObject({ status: 409, body: { detail: reason } })
    expect((await automated(queue)).status).toBe(200)
    const next = await received(queue)
    expect(await status(next)).toBe('to_review')
    expect(JSON.stringify(await blockers(next))).toContain(reason.replaceAll('"', '\\"'))
  })
})
