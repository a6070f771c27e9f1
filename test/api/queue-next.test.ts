/** `POST queues/{id}/next`, for one reviewer and for many at the same time. */
import { describe, expect, it } from 'vitest'
import { anAnnotation, aQueue } from '../support/factories.ts'
import { admin, person, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'
import { until } from '../workflows/harness.ts'

useTenantServer()

const some = async (queue: { queue_id: number; schema_id: number }, statuses: string[], columns: object = {}) => {
  const ids: number[] = []
  for (const status of statuses)
    ids.push((await anAnnotation(server.deps.db, tenant, { ...queue, status, ...columns })).annotation_id)
  return ids
}
const next = (queue: { queue_id: number }, body: object = {}, client = admin) =>
  client.post(`/queues/${queue.queue_id}/next`, body)
const shown = (id: number | undefined) => (id === undefined ? null : url('annotations', id))

describe('POST queues/{id}/next', () => {
  it('starts the oldest annotation that waits for review', async () => {
    const queue = await aQueue(server.deps.db, tenant)
    const [, first, second] = await some(queue, ['postponed', 'to_review', 'to_review', 'exported'])
    expect(await next(queue)).toMatchObject({
      status: 200,
      body: { annotation: shown(first), session_timeout: '01:00:00' },
    })
    expect((await admin.get(`/annotations/${first}`)).body).toMatchObject({
      status: 'reviewing',
      modifier: url('users', tenant.user_id),
      assigned_at: expect.any(String),
    })
    expect((await next(queue)).body.annotation).toBe(shown(second))
    expect((await next(queue)).body).toEqual({ annotation: null })
  })

  it('honours the order of statuses and of ids', async () => {
    const queue = await aQueue(server.deps.db, tenant)
    const [a, b, c] = await some(queue, ['to_review', 'postponed', 'to_review'])
    expect((await next(queue, { statuses: ['postponed', 'to_review'] })).body.annotation).toBe(shown(b))
    expect((await next(queue, { annotation_ids: [999_999_999, -(2 ** 63), 1e308, c, a] })).body.annotation).toBe(
      shown(c),
    )
    expect((await next(queue, { annotation_ids: [] })).body.annotation).toBeNull()
    expect((await next(queue, { statuses: ['importing', 'purged'] })).body.annotation).toBeNull()
    expect((await next(queue, { statuses: ['perhaps'] })).status).toBe(400)
  })

  it('never starts a review of another user, but returns to one of the caller', async () => {
    const queue = await aQueue(server.deps.db, tenant)
    const ada = await person('annotator', [queue.queue_id])
    const [held] = await some(queue, ['reviewing'], { modifier_id: tenant.user_id })
    expect((await next(queue, { statuses: ['reviewing'] }, ada.client)).body.annotation).toBeNull()
    expect((await next(queue, { statuses: ['reviewing'] })).body.annotation).toBe(shown(held))
  })

  it('is for reviewers of the queue', async () => {
    const queue = await aQueue(server.deps.db, tenant)
    const other = await aQueue(server.deps.db, tenant)
    const [id] = await some(other, ['to_review'])
    expect((await next(queue, { annotation_ids: [id] })).body.annotation).toBeNull()
    expect((await next(other, {}, (await person('annotator', [queue.queue_id])).client)).status).toBe(404)
    expect((await next(other, {}, (await person('viewer', [other.queue_id])).client)).status).toBe(403)
  })

  it('gives twenty clients that ask at the same time twenty different annotations', async () => {
    const queue = await aQueue(server.deps.db, tenant)
    const ids = await some(queue, Array<string>(25).fill('to_review'))
    const people = await Promise.all(Array.from({ length: 20 }, () => person('annotator', [queue.queue_id])))
    const answers = await Promise.all(people.map(({ client }) => next(queue, {}, client)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const given = answers.map(({ body }) => body.annotation as string)
    expect(new Set(given).size).toBe(20)
    for (const one of given) expect(ids.map(shown)).toContain(one)
    const reviewers = await server.deps
      .db('annotations')
      .where({ ...{ queue_id: queue.queue_id }, status: 'reviewing' })
    expect(new Set(reviewers.map((row: { modifier_id: number }) => row.modifier_id)).size).toBe(20)
  })
})

describe('POST queues/{id}/next while the service has locked what is left', () => {
  /** Locks the annotation, asks for the next one, and ends the lock with `change` when the request waits or is answered. */
  async function whileLocked(queue: { queue_id: number }, id: number, change: object) {
    const { db } = server.deps
    const answered = await db.transaction(async (tx) => {
      await tx('annotations').where({ id }).forUpdate().select('id')
      let isAnswered = false
      const asked = next(queue).finally(() => (isAnswered = true))
      const waits = async () =>
        (await db('pg_stat_activity').whereRaw('datname = current_database()').where({ wait_event_type: 'Lock' }))
          .length > 0
      await until(async () => isAnswered || (await waits()), Boolean)
      await tx('annotations').where({ id }).update(change)
      return { asked }
    })
    return answered.asked
  }

  it('waits for the lock', async () => {
    const queue = await aQueue(server.deps.db, tenant)
    const [id] = await some(queue, ['to_review'])
    expect((await whileLocked(queue, id!, { metadata: '{"a": 1}' })).body.annotation).toBe(shown(id))
  })

  it('does not take over what another user has started meanwhile', async () => {
    const queue = await aQueue(server.deps.db, tenant)
    const { user_id } = await person('annotator')
    const [id] = await some(queue, ['to_review'])
    const answer = await whileLocked(queue, id!, { status: 'reviewing', modifier_id: user_id })
    expect(answer).toMatchObject({ status: 200, body: { annotation: null } })
  })
})
