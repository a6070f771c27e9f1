import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '../../src/api/main.ts'
import type { RunningApi } from '../../src/api/main.ts'
import { sweepId } from '../../src/domain/outbox/schedules.ts'
import { taskQueue } from '../../src/workflows/contract.ts'
import { as } from '../support/as.ts'
import type { Client } from '../support/as.ts'
import { anAnnotation, aPerson, aQueue, aTenant } from '../support/factories.ts'
import type { Tenant } from '../support/factories.ts'
import { fakeDocuments } from './fake-documents.ts'
import { harness, until } from './harness.ts'
import type { Harness } from './harness.ts'

const MINUTE_MS = 60_000

describe('the sweep of expired reviews', () => {
  let stack: Harness
  let api: RunningApi
  let tenant: Tenant
  let admin: Client

  beforeAll(async () => {
    // A clock of a worker that is a day ahead ends no review.
    stack = await harness(() => ({
      documents: fakeDocuments(),
      clock: () => new Date(Date.now() + 24 * 60 * MINUTE_MS),
    }))
    await stack.startWorker()
    api = await startApi({ ...stack.config, port: 0 }, stack.deps)
    tenant = await aTenant(stack.deps.db)
    admin = as(`${api.url}/v1`, tenant.token)
  })
  afterAll(async () => {
    await api.stop()
    await stack.stop()
  })

  const schedule = () => stack.deps.temporal.schedule.getHandle(sweepId(stack.deps, 'reviews'))

  it('is scheduled every 10 minutes, however many workers start', async () => {
    await stack.startWorker()
    const { spec, state, action } = await schedule().describe()
    expect(spec.intervals).toMatchObject([{ every: 10 * MINUTE_MS }])
    expect([state.paused, action.workflowType]).toEqual([false, 'sweep'])
  })

  it('returns reviews that exceed the session_timeout of their queue to to_review', async () => {
    const { db } = stack.deps
    const long = await aQueue(db, tenant)
    await db('queues').where({ id: long.queue_id }).update({ session_timeout: '02:00:00' })
    const reviewing = async (given = {}) => {
      const { annotation_id } = await anAnnotation(db, tenant, given)
      expect((await admin.post(`/annotations/${annotation_id}/start`)).status).toBe(200)
      return annotation_id
    }
    const [expired, alive] = [await reviewing(), await reviewing(long)]
    // Postponed before the review started; the timeout still sets `to_review`.
    const postponed = await reviewing({ status: 'postponed' })

    const started = db.raw(`now() - interval '61 minutes'`)
    await db('annotations')
      .whereIn('id', [expired, alive, postponed])
      .update({ assigned_at: started, modified_at: started })
    await schedule().trigger()
    const get = async (id: number) => (await admin.get(`/annotations/${id}`)).body
    await until(
      () => Promise.all([get(expired), get(postponed)]),
      (rows) => rows.every(({ status }) => status !== 'reviewing'),
    )
    expect([(await get(expired)).status, (await get(postponed)).status]).toEqual(['to_review', 'to_review'])
    expect((await get(alive)).status).toBe('reviewing')
    const [event] = await db('events').where({ annotation_id: expired }).orderBy('id', 'desc').limit(1)
    expect(event).toMatchObject({
      kind: 'annotation_status.changed',
      data: { from: 'reviewing', to: 'to_review' },
      actor_id: null,
    })
    const another = await aPerson(db, tenant, 'annotator')
    const answer = await as(`${api.url}/v1`, another.token).post(`/annotations/${expired}/start`)
    expect(answer.status).toBe(200)
  })

  it('of lifetimes shows in its details what it will delete next', async () => {
    const { db, temporal } = stack.deps
    const { queue_id, schema_id } = await aQueue(db, tenant)
    await anAnnotation(db, tenant, { queue_id, schema_id, arrived_at: db.raw(`now() - interval '29 days 12 hours'`) })
    await db('queues').where({ id: queue_id }).update({ document_lifetime: '30 days' })
    const handle = await temporal.workflow.start('sweep', {
      workflowId: `sweep-of-${queue_id}`,
      taskQueue: taskQueue(stack.config.temporal.taskQueuePrefix, 'orchestration'),
      args: [{ sweep: 'lifetimes' }],
    })
    await handle.result()
    const { currentDetails } = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata')
    expect(currentDetails).toMatch(/^Deleted now: \d+\n\n/)
    expect(currentDetails).toContain(`(${queue_id})**: 1 document will be deleted until `)
    expect(currentDetails).toContain('documents are kept for 30 days')
  })
})
