/** Exports contain only approved values (contract 24.21). */
import { describe, expect, it } from 'vitest'
import { exportOrCallConnector } from '../../src/domain/annotations/status/finish-export.ts'
import { readTree, storeTree } from '../../src/domain/annotations/content/contents.ts'
import type { ContentTree } from '../../src/rules/content/index.ts'
import { contentDatapoints, copyJson } from '../../src/rules/content/tree.ts'
import type { SchemaContent } from '../../src/rules/schema/index.ts'
import { admin, server, url } from '../support/tenant-server.ts'
import { approve, approver, aQueueWith, confirm, inReview, run, status, useApprovals } from './approval-setup.ts'

useApprovals()

const ABOVE = { $expr: { $gt: ['$field.amount_total', 1000] } }
const CONFIRMED = { condition: ABOVE, use_confirmed_state: true }
type Queue = Awaited<ReturnType<typeof aQueueWith>>

/** Enters a value as an administrator does with the API, without a review. */
async function enter(id: number, schema_id: string, value: string) {
  const { node } = [...contentDatapoints(await readTree(server.deps.db, id))].find(
    (one) => one.node.schema_id === schema_id,
  )!
  return admin.patch(`/annotations/${id}/content/${node.id}`, { content: { value } })
}

/** Changes a value past every check, as a fault of the service would. */
async function smuggle(queue: Queue, id: number, field: string, value: string) {
  const tree = copyJson(await readTree(server.deps.db, id))
  for (const { node } of contentDatapoints(tree))
    if (node.schema_id === field && node.content) Object.assign(node.content, { value, normalized_value: value })
  await store(queue, id, tree)
}

async function store({ schema_id }: Queue, id: number, tree: ContentTree) {
  const { db } = server.deps
  const { content } = (await db('schemas').where('id', schema_id).first('content')) as { content: SchemaContent }
  await storeTree(db, id, tree, content)
}

async function confirmed(queue: Queue, amount_total: string, client?: Parameters<typeof approve>[1]) {
  const id = await inReview(queue)
  // Computes the formulas too.
  expect((await enter(id, 'amount_total', amount_total)).status).toBe(200)
  expect((await confirm(id)).status).toBe(204)
  if (client) expect((await approve(id, client)).status).toBe(200)
  expect(await status(id)).toBe('confirmed')
  return id
}

const blockers = async (id: number) =>
  JSON.stringify((await admin.get(`/automation_blockers?annotation=${id}`)).body.results[0]?.content ?? [])

describe('values that change after the confirmation', () => {
  it('return the annotation to review if they need an approval, with the reason', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], CONFIRMED)
    for (const id of [await confirmed(queue, '400'), await confirmed(queue, '5000', ada.client)]) {
      expect((await enter(id, 'amount_total', '9000')).status).toBe(200)
      expect(await status(id)).toBe('to_review')
      expect(await blockers(id)).toContain('The values were changed after they had been confirmed')
      expect((await admin.patch(`/annotations/${id}`, { status: 'exporting' })).status).toBe(409)
      await admin.post(`/annotations/${id}/start`, {})
      await confirm(id)
      expect(await status(id)).toBe('in_workflow')
    }
  })

  it('leave it as it is if they are the same, or need no approval', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], CONFIRMED)
    const small = await confirmed(queue, '400')
    await enter(small, 'amount_total', '900')
    const large = await confirmed(queue, '5000', ada.client)
    await enter(large, 'amount_total', '5000')
    for (const id of [small, large]) {
      expect(await status(id)).toBe('confirmed')
      expect((await admin.patch(`/annotations/${id}`, { status: 'exporting' })).status).toBe(200)
    }
  })

  it('are the same under the new name of a field', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], CONFIRMED)
    const id = await confirmed(queue, '5000', ada.client)
    const path = `/schemas/${queue.schema_id}`
    const { content } = (await admin.get(path)).body
    for (const node of content.flatMap((section: { children: object[] }) => section.children))
      if (node.id === 'amount_total') Object.assign(node, { id: 'amount_payable', renamed_from: 'amount_total' })
    const renamed = await admin.patch(path, { content })
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200)
    expect((await admin.patch(`/annotations/${id}`, { status: 'exporting' })).status).toBe(200)
  })

  it('are not exported by a copy of an exported annotation', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], CONFIRMED)
    const id = await confirmed(queue, '5000', ada.client)
    await server.deps.db('annotations').where({ id }).update({ status: 'exported' })
    const copy = async (body: object = {}) =>
      admin.post(`/annotations/${id}/copy`, { target_queue: url('queues', queue.queue_id), ...body })
    const statusOf = async ({ body }: { body: { annotation: string } }) =>
      (await admin.get(body.annotation)).body.status
    expect(await statusOf(await copy())).toBe('exported')
    expect((await enter(id, 'amount_total', '9000')).status).toBe(200)
    expect(await statusOf(await copy())).toBe('to_review')
    expect((await copy({ target_status: 'exported' })).status).toBe(409)
  })

  it('are not exported, by any way of exporting', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], CONFIRMED)
    const id = await confirmed(queue, '5000', ada.client)
    const approved = await readTree(server.deps.db, id)
    await smuggle(queue, id, 'amount_total', '6000')
    const refused = await admin.patch(`/annotations/${id}`, { status: 'exporting' })
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining(
        'The values have changed since they were approved: confirm the annotation again in a review.',
      ),
    ])
    for (const to of ['exporting', 'exported'])
      await admin.send('POST', `/queues/${queue.queue_id}/export?format=json&to_status=${to}&id=${id}`)
    expect(await status(id)).toBe('confirmed')
    await store(queue, id, approved)
    expect((await admin.patch(`/annotations/${id}`, { status: 'exporting' })).status).toBe(200)
  })

  it('stop an export that has begun', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], { condition: ABOVE })
    const id = await inReview(queue, { amount_total: '5000' })
    await confirm(id)
    await approve(id, ada.client)
    expect(await status(id)).toBe('exporting')
    await smuggle(queue, id, 'amount_total', '6000')
    const delivery = await server.deps
      .db('deliveries as d')
      .join('events as e', 'e.id', 'd.event_id')
      .where({ 'e.annotation_id': id, 'd.state': 'pending', 'd.consumer': 'lifecycle' })
      .whereRaw(`e.data->>'to' = 'exporting'`)
      .first('d.event_id', 'd.consumer')
    await exportOrCallConnector(server.deps, { annotation_id: id, ...delivery })
    expect(await status(id)).toBe('failed_export')
    expect((await admin.get(`/annotations/${id}`)).body.messages[0].content).toContain(
      'changed since they were approved',
    )
    // The failure does not count as an approval.
    expect((await admin.patch(`/annotations/${id}`, { status: 'exporting' })).status).toBe(409)
    expect(await status(id)).toBe('failed_export')
  })
})

describe('values that change during the approval', () => {
  it('are not approved', async () => {
    const ada = await approver()
    const queue = await aQueueWith([{ assignees: [ada.user_id] }], { condition: ABOVE })
    const id = await inReview(queue, { amount_total: '5000' })
    await confirm(id)
    await smuggle(queue, id, 'amount_total', '9000')
    expect(await approve(id, ada.client)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('The values have changed since the approval was started.') },
    })
    await admin.post(`/workflow_runs/${(await run(id)).id}/reset`, {})
    expect(await status(id)).toBe('to_review')
  })
})
