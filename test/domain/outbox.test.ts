import { beforeAll, describe, expect, it } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import {
  beginFirstAttempt,
  failDelivery,
  finishDelivery,
  noteSignalled,
  pendingEvents,
} from '../../src/domain/outbox/deliveries.ts'
import { writeEvents, type NewEvent } from '../../src/domain/outbox/events.ts'
import { deleteOldEvents } from '../../src/domain/outbox/sweeps.ts'
import { transact, type NewDelivery } from '../../src/domain/outbox/transaction.ts'
import { EVENT_KINDS, routesOf, type AnyEvent, type EventData, type EventKind } from '../../src/rules/outbox/events.ts'
import { database, useDatabase } from '../support/database.ts'
import { anAnnotation, anOrganization, depsWithoutTemporal } from './fixtures.ts'
import type { Fixture } from './fixtures.ts'

/** Sample data for each kind of event. */
const DATA: EventData = {
  'annotation_status.changed': { from: 'to_review', to: 'reviewing' },
  'annotation.reopened': { to: 'importing' },
  'annotation.imported': { billable: true, learning: true, pages: 1 },
  'annotation.assigned': { before: [], assignees: [], note: '' },
  'annotation.reviewer_changed': { before: 1, reviewer: 2 },
  'annotation.approved': { run: 1, completed: true },
  'annotation.labels_changed': { added: [], removed: [] },
  'annotation.moved': { from_queue: 1, to_queue: 2 },
  'annotation.rules_requested': { event: 'annotation_exported' },
  'annotation.removed': { status: 'to_review' },
  'annotation_content.changed': {},
  'upload.created': {},
  'upload.finished': { imported: 1, failed: 0 },
  'archive.failed': { document: 1, code: 'damaged', reason: 'damaged' },
  'queue.deletion_requested': {},
  'queue.deletion_reopened': {},
  'queue.deletion_started': {},
  'queue.deletion_failed': { reason: 'locked' },
  'queue.deleted': {},
  'hook.code_changed': { hook: 1 },
  'schema.reshape_requested': { schema: 1 },
  'hook.schedule_changed': { hook: 1 },
  'hook.redelivery_requested': { run: 1 },
  'deletion.requested': { deletion: 1 },
  'email.received': { email: 6 },
  'email.queued': { email: 1 },
  'letter.queued': { letter: 1 },
}

describe('the outbox', () => {
  let fixture: Fixture
  let annotation_id: number
  let sent: NewDelivery[]
  let deps: Deps
  useDatabase()
  beforeAll(async () => {
    fixture = await anOrganization(database.db)
    annotation_id = await anAnnotation(database.db, fixture, 'to_review')
    const signals = { send: (deliveries: readonly NewDelivery[]) => void sent.push(...deliveries) }
    deps = { ...depsWithoutTemporal(database.db).deps, signals }
  })

  const eventOf = <Kind extends EventKind>(kind: Kind, data: EventData[Kind] = DATA[kind]) =>
    ({
      organization_id: fixture.organization_id,
      queue_id: fixture.queue.id,
      upload_id: 77,
      annotation_id,
      kind,
      data,
    }) as NewEvent
  const write = async (event: NewEvent, options = {}) => {
    sent = []
    const [id] = await transact(deps, (tx) => writeEvents(tx, [event], options))
    return id!
  }

  it.each(EVENT_KINDS)('delivers %s to exactly its consumers and keeps it until they finish it', async (kind) => {
    const event = eventOf(kind)
    const id = await write(event)
    // No hook listens here; test/hooks/delivery.test.ts shows the deliveries to hooks.
    const routes = routesOf(event as AnyEvent).filter(({ consumer }) => consumer !== 'hooks')
    const rows = await database.db('deliveries').where({ event_id: id }).select('consumer', 'workflow_id', 'state')
    expect(rows).toEqual(expect.arrayContaining(routes.map((route) => ({ ...route, state: 'pending' }))))
    expect(rows).toHaveLength(routes.length)
    for (const { consumer, workflow_id } of routes) {
      const ids = async () => (await pendingEvents(database.db, consumer, workflow_id)).map((pending) => pending.id)
      expect(await ids()).toContain(id)
      expect(await finishDelivery(database.db, { event_id: id, consumer })).toBe(true)
      expect(await ids()).not.toContain(id)
      expect(await finishDelivery(database.db, { event_id: id, consumer })).toBe(false)
    }
  })

  it.each(['annotation.teleported', 'annotation.imported'])(
    'throws on an event of kind %s for the lifecycle, and keeps the event',
    async (kind) => {
      const workflow_id = `annotation/${annotation_id}`
      const [row] = (await database
        .db('events')
        .insert({ organization_id: fixture.organization_id, annotation_id, kind, data: '{}' })
        .returning('id')) as { id: number }[]
      await database.db('deliveries').insert({ event_id: row!.id, consumer: 'lifecycle', workflow_id })
      await expect(pendingEvents(database.db, 'lifecycle', workflow_id)).rejects.toThrow(`Event ${row!.id}`)
      expect(await database.db('deliveries').where({ event_id: row!.id }).first()).toMatchObject({ state: 'pending' })
      await database.db('events').where({ id: row!.id }).delete()
    },
  )

  it('signals after the commit, once for all events of nested transactions', async () => {
    sent = []
    await transact(deps, async (tx) => {
      await transact(tx, (inner) => writeEvents(inner, [eventOf('annotation_status.changed')]))
      await transact({ ...deps, db: tx }, (inner) => writeEvents(inner, [eventOf('upload.created')]))
      expect(sent).toEqual([])
    })
    expect(sent.map(({ workflow_id }) => workflow_id)).toEqual([`annotation/${annotation_id}`, 'upload/77'])
  })

  it('writes and signals nothing when the transaction fails', async () => {
    sent = []
    const count = async () => Number((await database.db('events').count('* as n'))[0]!.n)
    const before = await count()
    const failing = transact(deps, async (tx) => {
      await writeEvents(tx, [eventOf('annotation_status.changed')])
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect([sent, await count()]).toEqual([[], before])
  })

  it('does not deliver events of its own workflow to a consumer, unless they request more work', async () => {
    const reported = await write(eventOf('annotation_status.changed', { from: 'exporting', to: 'exported' }), {
      informs: 'lifecycle',
    })
    expect(await database.db('deliveries').where({ event_id: reported })).toEqual([])
    const asking = await write(eventOf('annotation_status.changed', { from: 'importing', to: 'exporting' }), {
      informs: 'lifecycle',
    })
    expect(await database.db('deliveries').where({ event_id: asking })).toMatchObject([{ state: 'pending' }])
    expect(sent).toEqual([])
  })

  it('leaves signals to consumers that work in batches to the dispatcher', async () => {
    await write(eventOf('annotation.imported'))
    expect(sent).toEqual([])
  })

  it('counts a first attempt once, and never after the delivery has finished', async () => {
    const event_id = await write(eventOf('upload.created'))
    const key = { event_id, consumer: 'intake' } as const
    expect(await beginFirstAttempt(database.db, key)).toBe(true)
    expect(await beginFirstAttempt(database.db, key)).toBe(false)
    const other = { event_id: await write(eventOf('upload.created')), consumer: 'intake' } as const
    await failDelivery(database.db, other)
    expect(await beginFirstAttempt(database.db, other)).toBe(false)
    expect(await finishDelivery(database.db, other)).toBe(false)
  })

  it('does not wait for a workflow that is finishing a delivery when it records the signal', async () => {
    const event_id = await write(eventOf('upload.created'))
    const signalAt = async () => (await database.db('deliveries').where({ event_id }).first('signal_at')).signal_at
    const before = await signalAt()
    await database.db.transaction(async (trx) => {
      await trx('deliveries').where({ event_id }).forUpdate()
      await noteSignalled(database.db, [{ event_id, consumer: 'intake' }])
    })
    expect(await signalAt()).toBe(before)
    await noteSignalled(database.db, [{ event_id, consumer: 'intake' }])
    expect(await signalAt()).not.toBe(before)
  })

  it('deletes old events except those with pending deliveries', async () => {
    const [old, open, young] = [
      await write(eventOf('annotation_content.changed')),
      await write(eventOf('upload.created')),
      await write(eventOf('annotation_content.changed')),
    ]
    const past = database.db.raw(`now() - interval '31 days'`)
    await database.db('events').whereIn('id', [old, open]).update({ created_at: past })
    expect(await deleteOldEvents(database.db, 30)).toBeGreaterThan(0)
    expect(await database.db('events').whereIn('id', [old, open, young]).orderBy('id').pluck('id')).toEqual([
      open,
      young,
    ])
  })
})
