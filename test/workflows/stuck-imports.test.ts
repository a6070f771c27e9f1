/** Imports by `queues/{id}/upload` with a hook of `annotation_content.initialize`, which the release before left in `importing` for ever. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createHook } from '../../src/domain/hooks/hook-rows.ts'
import { importNow } from '../../src/domain/intake/uploads.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { openOutgoing } from '../../src/outgoing/outgoing-http.ts'
import type { RunningWorker } from '../../src/worker/main.ts'
import { testConnector, type TestConnector } from '../support/connector.ts'
import { fakeDocuments } from './fake-documents.ts'
import { aFixture, harness, until, type Harness } from './harness.ts'
import { pdf } from './lifecycle-setup.ts'

let stack: Harness
let worker: RunningWorker
let receiver: TestConnector

beforeAll(async () => {
  receiver = await testConnector()
  const outgoing = openOutgoing({ allowedPrivateNetworks: ['127.0.0.0/8'] })
  stack = await harness(() => ({ documents: fakeDocuments(), outgoing }))
  worker = await stack.startWorker()
})
beforeEach(() => {
  receiver.calls.length = 0
})
afterAll(async () => {
  await stack.stop()
  await receiver.stop()
})

/** Uploads a file to a queue with a webhook; the receiver answers with this status. */
async function uploaded(status: number) {
  answerWith(status)
  const { deps } = stack
  const { organization_id, user_id, queue, who } = await aFixture(deps)
  await transact(deps, async (tx) => {
    const events = ['annotation_content.initialize']
    const config = { url: receiver.url, retry_count: 5 }
    const id = await createHook(tx, { organization_id, user_id }, { name: 'Check', type: 'webhook', events, config })
    await tx('hook_queues').insert({ hook_id: id, queue_id: queue.id })
  })
  const [made] = await importNow(deps, { queue, who, files: [{ name: 'a.pdf', bytes: pdf(`stuck ${queue.id}`) }] })
  const id = made!.annotation_id
  const load = () => deps.db('annotations').where({ id }).first<{ status: string; upload_id: number }>()
  const { upload_id } = await load()
  const reach = (wanted: string) => until(load, (row) => row.status === wanted)
  const task = () => deps.db('tasks').where({ upload_id }).first<{ status: string }>('status')
  return { id, upload_id, reach, task }
}

function answerWith(status: number): void {
  receiver.answer = (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}')
  }
}
const called = (count: number) =>
  until(
    () => Promise.resolve(receiver.calls.length),
    (found) => found >= count,
  )
const pendingOf = (annotation_id: number) =>
  stack.deps
    .db('deliveries as d')
    .join('events as e', 'e.id', 'd.event_id')
    .where({ 'e.annotation_id': annotation_id, 'd.state': 'pending' })
    .pluck('d.consumer')

it('an import that waits for its hooks continues after a restart of the worker', async () => {
  const { reach, task } = await uploaded(503)
  await called(1)
  await worker.stop()
  expect(await task()).toEqual({ status: 'running' })
  answerWith(200)
  worker = await stack.startWorker()
  await reach('to_review')
  expect(await task()).toEqual({ status: 'succeeded' })
})

it('an import that the release before left without an event continues when a worker of this release starts', async () => {
  const { db } = stack.deps
  const { id, upload_id, reach } = await uploaded(503)
  await called(1)
  await worker.stop()
  const { workflow } = stack.deps.temporal
  for (const workflowId of [`upload/${upload_id}`, `annotation/${id}`]) await workflow.getHandle(workflowId).terminate()
  // The rows as that release left them: the upload finished, its deliveries done, the call of the hook completed.
  await db('uploads').where({ id: upload_id }).update({ finished_at: db.fn.now() })
  await db('tasks').where({ upload_id }).update({ status: 'succeeded' })
  await db('hook_runs').where({ annotation_id: id }).update({ status: 'completed', finished_at: db.fn.now() })
  await db('deliveries')
    .where({ workflow_id: `upload/${upload_id}` })
    .update({ state: 'done', finished_at: db.fn.now() })
  expect(await pendingOf(id)).toEqual([])
  answerWith(200)
  receiver.calls.length = 0
  worker = await stack.startWorker()
  await reach('to_review')
  expect(receiver.calls).toHaveLength(1)
  expect(await db('events').where({ annotation_id: id, kind: 'annotation.reopened' }).pluck('data')).toEqual([
    { to: 'importing' },
  ])
  await until(
    () => pendingOf(id),
    (consumers) => consumers.length === 0,
  )
})
