/** Attempts whose process is interrupted, and calls whose object changes while they are prepared. */
import { expect, it } from 'vitest'
import { attemptCall } from '../../src/domain/hooks/delivery/attempt.ts'
import type { Present } from '../../src/domain/hooks/delivery/payload.ts'
import { planCallOf, planCalls } from '../../src/domain/hooks/delivery/plan.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { Hook } from '../../src/models/index.ts'
import { anAnnotation } from '../support/factories.ts'
import { admin, aHookedQueue, answerWith, calls, logs, receiver, runs, server, tenant, url, useHooks } from './setup.ts'

useHooks()

const present = () => Promise.resolve({ sent: Math.random() })

/** Plans a call by hand. */
async function aCall(hook_id: number) {
  const hook = await Hook.query(server.deps.db).findById(hook_id).throwIfNotFound()
  const occasion = { cause: `interrupted:${hook_id}`, event: 'invocation', action: 'manual' }
  const [call] = await transact(server.deps, (tx) => planCallOf(tx, hook, occasion))
  return call!.run_id
}

/** An attempt that is stopped before the hook has answered. */
async function interrupt(run_id: number): Promise<void> {
  const stopping = new AbortController()
  receiver.answer = () => stopping.abort(new Error('The process stops.'))
  await expect(attemptCall(server.deps, present, run_id, { signal: stopping.signal })).rejects.toThrow(
    'The process stops.',
  )
}

it('is repeated with its id and its bytes, and the log has both attempts', async () => {
  const { hook_id } = await aHookedQueue([])
  const run_id = await aCall(hook_id)
  await interrupt(run_id)
  answerWith(() => ({}))
  const second = await attemptCall(server.deps, present, run_id)
  expect(second.attempt).toMatchObject({ status: 'completed' })

  const [one, two] = await calls(2)
  expect(two!.headers['webhook-id']).toBe(one!.headers['webhook-id'])
  expect(two!.body).toEqual(one!.body)
  expect(await logs(hook_id)).toMatchObject([
    { status: 'completed', message: 'Completed in attempt 2.' },
    { status: 'failed', log_level: 'WARNING', message: expect.stringMatching(/^Attempt 1 ended without a result/) },
  ])
})

it('does not use up the attempts of the hook', async () => {
  const { hook_id } = await aHookedQueue([], { config: { retry_count: 1 } })
  const run_id = await aCall(hook_id)
  await interrupt(run_id)
  answerWith(() => ({ status: 503 }))
  const attempt = () => attemptCall(server.deps, present, run_id)
  expect((await attempt()).attempt).toMatchObject({ status: 'retry', status_code: 503 })
  expect((await attempt()).attempt).toMatchObject({ status: 'failed', status_code: 503 })
  expect(await runs(hook_id)).toMatchObject([{ attempts: 3, interruptions: 1 }])
})

it('a call is not made with content from before a purge', async () => {
  const queue = await aHookedQueue(['annotation_content.export'])
  const { queue_id, schema_id } = queue
  const { annotation_id } = await anAnnotation(server.deps.db, tenant, { queue_id, schema_id, status: 'deleted' })
  const occasion = { event: 'annotation_content', action: 'export', cause: `purged:${annotation_id}`, queue_id }
  const { organization_id } = tenant
  const { calls: planned } = await transact(server.deps, (tx) =>
    planCalls(tx, { ...occasion, organization_id, annotation_id }),
  )
  const purging: Present = async () => {
    const purged = await admin.post('/annotations/purge_deleted', { annotations: [url('annotations', annotation_id)] })
    expect(purged.status).toBe(202)
    return { content: 'from before' }
  }
  const first = await attemptCall(server.deps, purging, planned[0]!.run_id)
  expect(first.attempt).toMatchObject({ status: 'waiting' })
  expect(await server.deps.db('hook_runs').where('id', planned[0]!.run_id).first()).toMatchObject({
    attempts: 0,
    sealed_payload: null,
    token_id: null,
  })
  expect(receiver.calls).toEqual([])
  const second = await attemptCall(server.deps, () => Promise.resolve({ content: null }), planned[0]!.run_id)
  expect(second.attempt).toMatchObject({ status: 'completed' })
  expect((await calls(1)).map(({ body }) => body)).toEqual([{ content: null }])
})

it('a call that is not made leaves no token behind', async () => {
  const { hook_id } = await aHookedQueue([])
  await admin.patch(`/hooks/${hook_id}`, { token_owner: url('users', tenant.user_id) })
  const tokens = async () => Number((await server.deps.db('tokens').count('* as n').first())!.n)
  const before = await tokens()
  const gone = await attemptCall(server.deps, () => Promise.resolve(null), await aCall(hook_id))
  expect(gone.attempt).toMatchObject({ status: 'cancelled' })
  expect(await tokens()).toBe(before)
})
