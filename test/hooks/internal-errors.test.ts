/** Calls of hooks that the service itself cannot make. */
import { expect, it } from 'vitest'
import { failInterruptedCalls } from '../../src/domain/hooks/delivery/interrupted.ts'
import { until } from '../workflows/harness.ts'
import { admin, aHookedQueue, answerWith, calls, logs, receiver, runs, server, upload, url, useHooks } from './setup.ts'

useHooks()

const REASON = 'The hook could not be called because of an internal error.'

it('a call that ends in internal errors fails, and neither the import nor the workflow waits for it', async () => {
  const { db } = server.deps
  const queue = await aHookedQueue(['annotation_content.initialize', 'annotation_status.changed'], {
    secrets: { key: 'hush' },
  })
  await db('hooks')
    .where('id', queue.hook_id)
    .update({ sealed_secrets: Buffer.from([1, ...Array.from({ length: 40 }, () => 7)]) })
  const annotation = await upload(queue)
  expect(annotation.status).toBe('to_review')
  expect(annotation.messages).toContainEqual(expect.objectContaining({ type: 'error', content: REASON }))
  expect(await runs(queue.hook_id, 2)).toMatchObject([{ status: 'failed' }, { status: 'failed' }])
  expect(await logs(queue.hook_id)).toMatchObject([{ message: REASON }, { message: REASON }])
  const open = () => db('deliveries').where({ consumer: 'hooks', state: 'pending' })
  expect(await until(open, (rows) => rows.length === 0)).toEqual([])
})

it('the repetition of an old interactive call is not taken for an interrupted one', async () => {
  const { db } = server.deps
  const queue = await aHookedQueue(['invocation.manual'])
  await admin.post(`/hooks/${queue.hook_id}/invoke`, {})
  const [run] = await runs(queue.hook_id)
  await db('hook_runs')
    .where('id', run!.id)
    .update({ started_at: db.raw(`now() - interval '1 hour'`) })
  answerWith(() => ({ status: 503 }))
  await admin.post(`/hooks/${queue.hook_id}/redeliver`, { run: run!.uuid })
  await calls(2)
  answerWith(() => ({}))
  await failInterruptedCalls(db)
  expect(await runs(queue.hook_id)).toMatchObject([{ status: 'completed' }])
})

it('a response that arrives after the annotation was purged leaves nothing behind', async () => {
  const { db } = server.deps
  const queue = await aHookedQueue(['annotation_status.changed'], { config: { payload_logging_enabled: true } })
  let release = (): void => undefined
  const purged = new Promise<void>((resolve) => {
    release = resolve
  })
  receiver.answer = (response) => {
    void purged.then(() => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ messages: [] }))
    })
  }
  const { id } = await upload(queue)
  await calls(1)
  await admin.post(`/annotations/${id}/delete`, {})
  expect(
    (await admin.post('/annotations/purge_deleted', { queue: url('queues', queue.queue_id) })).status,
  ).toBeLessThan(300)
  await until(
    () => db('annotations').where({ id }).first(),
    (row) => row?.status === 'purged',
  )
  release()
  await runs(queue.hook_id, 1)
  const kept = await db('hook_logs').where({ hook_id: queue.hook_id }).orderBy('id').limit(1)
  expect(kept).toMatchObject([{ status: 'completed', request: null, response: null }])
})
