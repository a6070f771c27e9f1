/** Changes reach clients as server-sent events, in order, each once, also after a lost connection. */
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { currentPosition, type Position } from '../../src/domain/live/read.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { writeEvents } from '../../src/domain/outbox/events.ts'
import { streamEvents, type StreamOptions } from '../../src/resources/live/stream.ts'
import { openEventStream, type EventStream } from '../support/event-stream.ts'
import { assertComponent } from '../support/openapi.ts'
import { anAnnotation, aPerson, aQueue, aTenant } from '../support/factories.ts'
import { admin, server, tenant, url, useTenantServer } from '../support/tenant-server.ts'

useTenantServer()

const opened: EventStream[] = []
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close()
})

async function open(path: string, headers: Record<string, string> = {}, token = tenant.token): Promise<EventStream> {
  const stream = await openEventStream(server.root + path, { Authorization: `Bearer ${token}`, ...headers })
  opened.push(stream)
  return {
    ...stream,
    // Every event of this file fits the document.
    async next() {
      const event = await stream.next()
      assertComponent('LiveEvent', event)
      return event
    },
  }
}

/** Writes an event that changes nothing else. */
const touch = (annotation_id: number, queue_id = tenant.queue_id) =>
  transact(server.deps, (tx) =>
    writeEvents(tx, [
      {
        kind: 'annotation_content.changed',
        organization_id: tenant.organization_id,
        queue_id,
        annotation_id,
        data: {},
      },
    ]),
  )

describe('the events of an annotation', () => {
  it('arrive as they happen, with URLs and the user', async () => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const stream = await open(`/annotations/${annotation_id}/events`)
    expect(await stream.next()).toMatchObject({ event: 'open', data: {} })
    await admin.post(`/annotations/${annotation_id}/start`, {})
    expect(await stream.next()).toMatchObject({
      event: 'annotation_status.changed',
      id: expect.stringMatching(/^\d+-\d+$/),
      data: {
        event: 'annotation_status.changed',
        annotation: url('annotations', annotation_id),
        queue: url('queues', tenant.queue_id),
        user: url('users', tenant.user_id),
        status: 'reviewing',
        previous_status: 'to_review',
      },
    })
  })

  it('report that an administrator gave the review to another user', async () => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const reviewer = await aPerson(server.deps.db, tenant, 'annotator', [tenant.queue_id])
    const stream = await open(`/annotations/${annotation_id}/events`)
    await admin.post(`/annotations/${annotation_id}/start`, {})
    for (let count = 0; count < 2; count++) await stream.next()
    await admin.patch(`/annotations/${annotation_id}`, { modifier: url('users', reviewer.user_id) })
    expect(await stream.next()).toMatchObject({
      event: 'annotation.reviewer_changed',
      data: { reviewer: url('users', reviewer.user_id), user: url('users', tenant.user_id) },
    })
    // The same reviewer again is no change; the next event is another one.
    await admin.patch(`/annotations/${annotation_id}`, { modifier: url('users', reviewer.user_id) })
    await touch(annotation_id)
    expect((await stream.next()).event).toBe('annotation_content.changed')
  })

  it('are only those of this annotation', async () => {
    const [first, second] = [await anAnnotation(server.deps.db, tenant), await anAnnotation(server.deps.db, tenant)]
    const stream = await open(`/annotations/${first.annotation_id}/events`)
    await stream.next()
    await touch(second.annotation_id)
    await touch(first.annotation_id)
    expect((await stream.next()).data.annotation).toBe(url('annotations', first.annotation_id))
  })

  it('continue after the last one that the client has received', async () => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const path = `/annotations/${annotation_id}/events`
    const before = await open(path)
    await before.next()
    await touch(annotation_id)
    const last = await before.next()
    before.close()
    await touch(annotation_id)
    await touch(annotation_id)
    for (const again of [
      await open(path, { 'Last-Event-ID': last.id }),
      await open(`${path}?last_event_id=${last.id}`),
    ]) {
      expect(await again.next()).toMatchObject({ event: 'open', id: last.id })
      const [one, two] = [await again.next(), await again.next()]
      expect(new Set([last.id, one.id, two.id]).size).toBe(3)
    }
  })

  it.each(['x', '1-', `${10n ** 17n}-1`])('begin again with resync after the unknown id %s', async (id) => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const stream = await open(`/annotations/${annotation_id}/events`, { 'Last-Event-ID': id })
    expect([(await stream.next()).event, (await stream.next()).event]).toEqual(['open', 'resync'])
  })

  it('are hidden from other organizations and other queues', async () => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const stranger = await aTenant(server.deps.db)
    const { queue_id } = await aQueue(server.deps.db, tenant)
    const outside = await aPerson(server.deps.db, tenant, 'annotator', [queue_id])
    for (const { token } of [stranger, outside])
      for (const path of [`/annotations/${annotation_id}/events`, `/queues/${tenant.queue_id}/events`])
        expect((await open(path, {}, token)).status).toBe(404)
  })

  it('have a limited number of streams per user', async () => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const { token } = await aPerson(server.deps.db, tenant, 'annotator')
    const path = `/annotations/${annotation_id}/events`
    const streams: EventStream[] = []
    for (let count = 0; count < 20; count++) streams.push(await open(path, {}, token))
    expect((await open(path, {}, token)).status).toBe(429)
    streams[0]!.close()
    let status = 429
    while (status === 429) status = (await open(path, {}, token)).status
    expect(status).toBe(200)
  })
})

describe('the events of a queue', () => {
  it('are those of its annotations, also of one that leaves it', async () => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const other = await aQueue(server.deps.db, tenant)
    const stream = await open(`/queues/${tenant.queue_id}/events`)
    await stream.next()
    await touch(annotation_id)
    expect(await stream.next()).toMatchObject({ event: 'annotation_content.changed' })
    const moved = await admin.patch(`/annotations/${annotation_id}`, { queue: url('queues', other.queue_id) })
    expect(moved.status).toBe(200)
    expect(await stream.next()).toMatchObject({
      event: 'annotation.moved',
      data: { queue: url('queues', other.queue_id), previous_queue: url('queues', tenant.queue_id) },
    })
  })

  it('keep the order of commits: an open transaction holds later ones back', async () => {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const stream = await open(`/queues/${tenant.queue_id}/events`)
    await stream.next()
    const ids: number[] = []
    await transact(server.deps, async (tx) => {
      const [id] = await writeEvents(tx, [
        {
          kind: 'annotation_content.changed',
          organization_id: tenant.organization_id,
          queue_id: tenant.queue_id,
          annotation_id,
          data: {},
        },
      ])
      ids.push(id!, ...(await touch(annotation_id)))
    })
    const [one, two] = [await stream.next(), await stream.next()]
    expect([one.id, two.id].map((id) => Number(id.split('-')[1]))).toEqual(ids)
  })
})

describe('a stream', () => {
  async function stream(options: Partial<StreamOptions>) {
    const { annotation_id } = await anAnnotation(server.deps.db, tenant)
    const text: string[] = []
    const readable = streamEvents({
      db: server.deps.db,
      channels: server.deps.channels,
      subject: { kind: 'annotation', id: annotation_id },
      lastId: '',
      show: ({ kind }) => ({ kind }),
      mayContinue: () => Promise.resolve(true),
      onEnd: () => undefined,
      ...options,
    })
    readable.on('data', (chunk) => text.push(String(chunk)))
    const end = new Promise<void>((resolve, reject) => readable.once('close', resolve).once('error', reject))
    return { annotation_id, text, end, readable }
  }

  const until = async (text: string[], part: string): Promise<void> => {
    while (!text.some((frame) => frame.includes(part))) await setImmediate()
  }

  it('ends when access has ended, and after its lifetime', async () => {
    let ends = 0
    const onEnd = () => void ends++
    await (
      await stream({ mayContinue: () => Promise.resolve(false), onEnd, times: { heartbeatMs: 5 } })
    ).end
    await (
      await stream({ onEnd, times: { lifetimeMs: 5 } })
    ).end
    expect(ends).toBe(2)
  })

  it('sends what was not announced with its heartbeat', async () => {
    const silent = { subscribe: () => () => undefined, close: () => Promise.resolve() }
    const { annotation_id, text, readable } = await stream({ channels: silent, times: { heartbeatMs: 20 } })
    // Events before the opening are not sent, and the first read, before a heartbeat, would find those after it.
    await until(text, 'event: open')
    await until(text, ': \n\n')
    await touch(annotation_id)
    await until(text, 'annotation_content.changed')
    readable.destroy()
  })

  it('asks a client that has missed too many events to read the objects again', async () => {
    const { db } = server.deps
    const { annotation_id } = await anAnnotation(db, tenant)
    const { xact, id }: Position = await currentPosition(db)
    const { organization_id, queue_id } = tenant
    const event = { organization_id, queue_id, annotation_id, kind: 'annotation_content.changed' }
    await db.batchInsert('events', Array<object>(1_300).fill(event), 500)
    const late = { subject: { kind: 'annotation', id: annotation_id }, lastId: `${xact}-${id}` } as const
    const { text, readable } = await stream(late)
    await until(text, 'event: resync')
    expect(text.join('').match(/annotation_content.changed/g)!.length).toBeLessThanOrEqual(2 * 1_300)
    readable.destroy()
  })

  it('ends when the process stops', async () => {
    const { openChannels } = await import('../../src/domain/live/channels.ts')
    const channels = openChannels({ url: server.deps.config.databaseUrl, onError: console.error })
    const { end } = await stream({ channels })
    await channels.close()
    await end
  })
})
