/** Approvals of confirmed annotations: steps, approvers, rejection, reset, and requests that would skip them. */
import { describe, expect, it } from 'vitest'
import { storeTree, readTree } from '../../src/domain/annotations/contents.ts'
import { contentDatapoints, copyJson } from '../../src/rules/content/tree.ts'
import type { SchemaContent } from '../../src/rules/schema-content.ts'
import type { Client } from '../support/as.ts'
import { anAnnotation, aQueue } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { step, workflow } from './workflows-setup.ts'

useTenantServer()

interface Stage {
  assignees?: number[]
  mode?: 'any' | 'all' | 'auto'
  condition?: object
}

/** Creates a queue whose workflow has these steps. */
async function aQueueWith(
  stages: Stage[],
  {
    condition = {},
    settings = {},
    ...columns
  }: { condition?: object; settings?: object; use_confirmed_state?: boolean } = {},
) {
  const queue = await aQueue(server.deps.db, tenant)
  const flow = await workflow({ condition })
  const steps = []
  for (const [index, { assignees = [], ...stage }] of stages.entries())
    steps.push(
      await step(flow, index + 1, {
        name: `S${index + 1}`,
        ...stage,
        assignees: assignees.map((id) => url('users', id)),
      }),
    )
  const changed = await admin.patch(`/queues/${queue.queue_id}`, {
    workflows: [{ url: flow.url, priority: 1 }],
    settings: { workflows: { enabled: true, ...settings } },
    ...columns,
  })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  return { ...queue, flow, steps }
}

/** Creates an annotation in review by the administrator, with values of fields. */
async function inReview(
  { queue_id, schema_id }: { queue_id: number; schema_id: number },
  values: Record<string, string> = {},
) {
  const { db } = server.deps
  const { annotation_id: id } = await anAnnotation(db, tenant, { queue_id, schema_id, status: 'to_review' })
  const tree = copyJson(await readTree(db, id))
  for (const { node } of contentDatapoints(tree))
    if (node.content && values[node.schema_id] !== undefined)
      Object.assign(node.content, { value: values[node.schema_id]!, normalized_value: values[node.schema_id]! })
  const { content } = (await db('schemas').where('id', schema_id).first('content')) as { content: SchemaContent }
  await storeTree(db, id, tree, content)
  expect((await admin.post(`/annotations/${id}/start`, {})).status).toBe(200)
  return id
}
const confirm = (id: number, body: object = {}) => admin.post(`/annotations/${id}/confirm`, body)
const approve = (id: number, client: Client = admin) => client.post(`/annotations/${id}/approve`, {})
const status = async (id: number) => (await admin.get(`/annotations/${id}`)).body.status as string
const run = async (id: number) => (await admin.get(`/workflow_runs?annotation=${id}`)).body.results.at(-1)
const actions = async (id: number) =>
  (await admin.get(`/workflow_activities?annotation=${id}`)).body.results.map((one: { action: string }) => one.action)
const assignees = async (id: number) => (await admin.get(`/annotations/${id}`)).body.assignees as string[]

/** Creates an approver with access to all queues of the test. */
async function approver(queue_ids: number[] = []) {
  return person('approver', queue_ids)
}
/** Gives a user access to a queue. */
const give = (user_id: number, queue_id: number) => server.deps.db('user_queues').insert({ user_id, queue_id })

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
