/** The announcement of what the `document_lifetime` of a queue deletes next. */
import { describe, expect, it } from 'vitest'
import { purgeExpired } from '../../src/domain/annotations/removal/purge.ts'
import { announced, nextDeletionsOfAll } from '../../src/domain/queues/next-deletions.ts'
import { describeNextDeletions } from '../../src/rules/deletion/next-deletions.ts'
import { as } from '../support/as.ts'
import { anAnnotation, aQueue, aTenant } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

/** Creates a queue that keeps documents for 30 days, with annotations that arrived so many hours ago. */
async function aQueueWith(hoursAgo: Record<string, number>, document_lifetime: string | null = '30 days') {
  const { db } = server.deps
  const queue = await aQueue(db, tenant)
  await db('queues').where({ id: queue.queue_id }).update({ document_lifetime })
  for (const [status, hours] of Object.entries(hoursAgo)) {
    const { annotation_id } = await anAnnotation(db, tenant, { ...queue, status })
    const arrived_at = db.raw('now() - make_interval(hours => ?)', [hours])
    await db('annotations').where('id', annotation_id).update({ arrived_at })
  }
  return queue.queue_id
}
const announcement = async (id: number) => (await admin.get(`/queues/${id}/next_deletions`)).body

const DAY = 24

describe('GET queues/{id}/next_deletions', () => {
  it('counts the documents whose lifetime passes in the next 24 hours, and says when', async () => {
    const due = { exported: 31 * DAY, to_review: 29.5 * DAY, deleted: 29.25 * DAY, postponed: 28.5 * DAY }
    const id = await aQueueWith({ ...due, purged: 40 * DAY })
    const before = await server.deps.db.raw<{ rows: [{ until: string }] }>(
      `select now() + interval '24 hours' as until`,
    )
    const next = await announcement(id)
    expect(next).toEqual({ kept_for: '30 days', count: 3, until: expect.any(String), first_at: expect.any(String) })
    expect(new Date(next.until).getTime()).toBeGreaterThanOrEqual(new Date(before.rows[0].until).getTime())
    // One is due already: the next sweep deletes it.
    expect(new Date(next.until).getTime() - new Date(next.first_at).getTime()).toBe(DAY * 3_600_000)
    expect(await purgeExpired(server.deps)).toBe(1)
    const later = await announcement(id)
    expect(later.count).toBe(2)
    expect(new Date(later.until).getTime() - new Date(later.first_at).getTime()).toBeGreaterThan(11 * 3_600_000)
  })

  it('announces nothing for a queue without a lifetime, or without such documents', async () => {
    const nothing = { count: 0, first_at: null }
    expect(await announcement(await aQueueWith({ exported: 9999 }, null))).toEqual({
      ...nothing,
      kept_for: null,
      until: null,
    })
    const young = await announcement(await aQueueWith({ exported: 1 }))
    expect(young).toEqual({ ...nothing, kept_for: '30 days', until: expect.any(String) })
  })

  it('is 404 for queues of others', async () => {
    const other = await aTenant(server.deps.db)
    const id = await aQueueWith({ exported: 30 * DAY })
    expect((await as(server.root, other.token).get(`/queues/${id}/next_deletions`)).status).toBe(404)
  })

  it('reads an index of the queue by arrival', async () => {
    const id = await aQueueWith({ exported: 30 * DAY })
    const { db } = server.deps
    // Enough documents that are not due, so that reading all of the queue would cost more.
    await db.raw(
      `insert into annotations (organization_id, queue_id, schema_id, document_id, status, creator_id)
        select organization_id, queue_id, schema_id, document_id, status, creator_id
          from annotations, generate_series(1, 3000) where queue_id = ?`,
      [id],
    )
    await db.raw('analyze annotations')
    const { sql, bindings } = announced(db).where('q.id', id).toSQL().toNative()
    const plan = await db.raw<{ rows: unknown[] }>(`explain ${sql.replace(/\$\d+/g, '?')}`, bindings as number[])
    expect(JSON.stringify(plan.rows)).toMatch(/annotations_queue_arrived.*Index Cond: [^"]*arrived_at <=/)
  })
})

it('is described for operators with queue, number and time', async () => {
  const id = await aQueueWith({ exported: 30 * DAY, to_review: 29.5 * DAY })
  const mine = (await nextDeletionsOfAll(server.deps.db)).filter(({ queue_id }) => queue_id === id)
  expect(describeNextDeletions(mine)).toMatch(
    new RegExp(
      `^- \\*\\*.+ \\(${id}\\)\\*\\*: 2 documents will be deleted until .+Z, the first at .+Z; documents are kept for 30 days\\.$`,
    ),
  )
  expect(describeNextDeletions([])).toBe(
    'No document will be deleted in the next 24 hours because of a document_lifetime.',
  )
})
