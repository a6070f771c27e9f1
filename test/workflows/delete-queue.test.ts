import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dispatch } from '../../src/worker/dispatcher.ts'
import { startApi } from '../../src/api/main.ts'
import type { RunningApi } from '../../src/api/main.ts'
import type { Deps } from '../../src/deps.ts'
import type { Blobs } from '../../src/blobs/index.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import { emailKey } from '../../src/domain/mail/emails.ts'
import { requestQueueDeletion } from '../../src/domain/queues/request-deletion.ts'
import { reconcile } from '../../src/domain/outbox/reconcile.ts'
import { queueDeletionWorkflowId } from '../../src/rules/temporal/workflow-ids.ts'
import { documentKey } from '../../src/domain/documents/stored-file.ts'
import { lookSignal } from '../../src/workflows/contract.ts'
import { as } from '../support/as.ts'
import type { Client } from '../support/as.ts'
import { aDocument, anAnnotation, aQueue, aTenant } from '../support/factories.ts'
import type { Tenant } from '../support/factories.ts'
import { anExtraction, fakeDocuments } from './fake-documents.ts'
import { described, harness, until } from './harness.ts'
import type { Harness } from './harness.ts'
import { pdf } from './lifecycle-setup.ts'

describe('deleteQueue', () => {
  let stack: Harness
  let deps: Deps
  let api: RunningApi
  let tenant: Tenant
  let admin: Client
  /** Runs after each deletion of blobs; may throw an error of the store. */
  let afterRemoval: () => void
  /** Files that contain "held" are read when this resolves. */
  const held = Promise.withResolvers<void>()

  beforeAll(async () => {
    const documents = fakeDocuments(async (bytes) => {
      if (Buffer.from(bytes).includes('held')) await held.promise
      return anExtraction()
    })
    stack = await harness((base) => ({ documents, blobs: observed(base.blobs) }))
    deps = stack.deps
    await stack.startWorker()
    api = await startApi({ ...stack.config, port: 0 }, deps)
    tenant = await aTenant(deps.db)
    admin = as(`${api.url}/v1`, tenant.token)
  })
  beforeEach(() => {
    afterRemoval = () => undefined
  })
  afterAll(async () => {
    held.resolve()
    await api.stop()
    await stack.stop()
  })

  const observed = (blobs: Blobs): Blobs => ({
    put: (key, body, options) => blobs.put(key, body, options),
    get: (key) => blobs.get(key),
    stream: (key, range) => blobs.stream(key, range),
    head: (key) => blobs.head(key),
    list: (prefix) => blobs.list(prefix),
    check: () => blobs.check(),
    create: () => blobs.create(),
    deleteRemains: () => blobs.deleteRemains(),
    discard: (key) => blobs.discard(key),
    delete: async (keys) => {
      await blobs.delete(keys)
      afterRemoval()
    },
  })
  const get = (id: number) => admin.get(`/queues/${id}`)
  const gone = (id: number) =>
    until(
      () => get(id),
      ({ status }) => status === 404,
    )
  const reach = (id: number, wanted: string) =>
    until(
      () => get(id),
      ({ body }) => body.status === wanted,
    )
  const removeSoon = async (id: number) => expect((await admin.delete(`/queues/${id}?delete_after=0`)).status).toBe(202)
  const one = async (table: string, row: object) =>
    ((await deps.db(table).insert(row).returning('id')) as { id: number }[])[0]!.id
  /** Stores a file for a document or email; returns a check whether it still exists. */
  const store = async (key: string) => {
    await deps.blobs.put(key, Buffer.from('content'))
    return async () => (await deps.blobs.head(key)) !== null
  }
  const storeDocument = async (id: number) => {
    const { s3_name } = (await deps.db('documents').where({ id }).first('s3_name')) as { s3_name: string }
    return store(documentKey(s3_name))
  }
  const ids = (table: string, column: string, values: number[]): Promise<number[]> =>
    deps.db(table).whereIn(column, values).orderBy(column).pluck(column) as unknown as Promise<number[]>
  const events = (queue_id: number): Promise<string[]> =>
    deps
      .db('events')
      .where({ queue_id })
      .whereLike('kind', 'queue.%')
      .orderBy('id')
      .pluck('kind') as unknown as Promise<string[]>
  const openEvents = (queue_id: number) =>
    deps
      .db('deliveries')
      .where({ workflow_id: queueDeletionWorkflowId(queue_id), state: 'pending' })
      .pluck('event_id')

  it('removes the queue and the objects that belong only to it, and keeps shared objects', async () => {
    const { organization_id } = tenant
    const { queue_id, schema_id } = await aQueue(deps.db, tenant)
    const own = await anAnnotation(deps.db, tenant, { queue_id, schema_id })
    const shared = await anAnnotation(deps.db, tenant, { queue_id, schema_id, status: 'exported' })
    const other = await anAnnotation(deps.db, tenant)
    await deps.db('annotations').where({ id: other.annotation_id }).update({ document_id: shared.document_id })
    const upload = await one('uploads', { organization_id, queue_id, creator_id: tenant.user_id })
    const archive = await aDocument(deps.db, tenant, { upload_id: upload })
    const thread = await one('email_threads', { organization_id, queue_id, subject: 'Bill' })
    const mail = { organization_id, queue_id, email_thread_id: thread, type: 'incoming', s3_name: `m${queue_id}` }
    const email = await one('emails', mail)
    const [rule, sharedRule] = [
      await one('rules', { organization_id, name: 'Own' }),
      await one('rules', { organization_id, name: 'Shared' }),
    ]
    await deps.db('rule_queues').insert([
      { rule_id: rule, queue_id },
      { rule_id: sharedRule, queue_id },
      { rule_id: sharedRule, queue_id: tenant.queue_id },
    ])
    const files = {
      own: await storeDocument(own.document_id),
      archive: await storeDocument(archive),
      email: await store(emailKey(mail.s3_name)),
      shared: await storeDocument(shared.document_id),
    }

    await removeSoon(queue_id)
    await gone(queue_id)

    expect(await ids('annotations', 'id', [own.annotation_id, shared.annotation_id, other.annotation_id])).toEqual([
      other.annotation_id,
    ])
    expect(await ids('annotation_contents', 'annotation_id', [own.annotation_id, other.annotation_id])).toEqual([
      other.annotation_id,
    ])
    expect(await ids('documents', 'id', [own.document_id, archive, shared.document_id])).toEqual([shared.document_id])
    expect(await ids('rules', 'id', [rule, sharedRule])).toEqual([sharedRule])
    expect(await ids('schemas', 'id', [schema_id])).toEqual([schema_id])
    for (const [table, id] of [
      ['uploads', upload],
      ['emails', email],
      ['email_threads', thread],
    ] as const)
      expect(await ids(table, 'id', [id]), table).toEqual([])
    for (const table of ['inboxes', 'triggers', 'email_templates', 'delete_recommendations'])
      expect(await ids(table, 'queue_id', [queue_id]), table).toEqual([])
    const left = Object.entries(files).map(async ([name, exists]) => [name, await exists()])
    expect(Object.fromEntries(await Promise.all(left))).toEqual({
      own: false,
      archive: false,
      email: false,
      shared: true,
    })
    expect(await events(queue_id)).toEqual(['queue.deletion_requested', 'queue.deletion_started', 'queue.deleted'])
    expect(await openEvents(queue_id)).toEqual([])
  })

  it('sets deletion_in_progress and lets a running import finish', async () => {
    const { queue_id, schema_id } = await aQueue(deps.db, tenant)
    const idle = await anAnnotation(deps.db, tenant, { queue_id, schema_id })
    const { organization_id, user_id } = tenant
    // A real import: the restorer would take an annotation without an event for one that was lost, and import it.
    const { upload_id } = await createUpload(deps, {
      queue: { id: queue_id, organization_id },
      who: { user_id, organization_id },
      files: [{ name: 'busy.pdf', bytes: pdf('held') }],
    })
    const { id: busy } = (await deps.db('annotations').where({ upload_id }).first('id')) as { id: number }
    await removeSoon(queue_id)
    const { body } = await reach(queue_id, 'deletion_in_progress')
    expect(body).toMatchObject({ status: 'deletion_in_progress', workspace: null })
    await until(
      () => ids('annotations', 'id', [idle.annotation_id, busy]),
      (left) => left.length === 1,
    )
    expect(await ids('annotations', 'id', [idle.annotation_id, busy])).toEqual([busy])
    expect((await admin.delete(`/queues/${queue_id}`)).status).toBe(409)
    held.resolve()
    await gone(queue_id)
  })

  it('sets deletion_failed with the reason when a batch fails repeatedly, and continues when requested again', async () => {
    const { queue_id, schema_id } = await aQueue(deps.db, tenant)
    const { annotation_id } = await anAnnotation(deps.db, tenant, { queue_id, schema_id })
    afterRemoval = () => {
      throw new Error('The store is read-only.')
    }
    await removeSoon(queue_id)
    expect((await reach(queue_id, 'deletion_failed')).body).toMatchObject({
      status: 'deletion_failed',
      deletion_error: 'The store is read-only.',
      delete_after: expect.any(String),
    })
    const event = await deps.db('events').where({ queue_id, kind: 'queue.deletion_failed' }).first('data')
    expect(event).toEqual({ data: { reason: 'The store is read-only.' } })
    expect(await ids('annotations', 'id', [annotation_id])).toEqual([annotation_id])
    expect(await openEvents(queue_id)).toEqual([])

    afterRemoval = () => undefined
    await removeSoon(queue_id)
    await gone(queue_id)
    expect(await ids('annotations', 'id', [annotation_id])).toEqual([])
  })

  it('repeats a batch that was interrupted after its files were removed', async () => {
    const { queue_id, schema_id } = await aQueue(deps.db, tenant)
    const { annotation_id, document_id } = await anAnnotation(deps.db, tenant, { queue_id, schema_id })
    const exists = await storeDocument(document_id)
    let cut = 0
    afterRemoval = () => {
      if (cut++ === 0) throw Object.assign(new Error('The store is unavailable.'), { code: 'ECONNRESET' })
    }
    await removeSoon(queue_id)
    await gone(queue_id)
    expect(cut).toBeGreaterThan(1)
    expect([await ids('annotations', 'id', [annotation_id]), await exists()]).toEqual([[], false])
  })

  it('waits until the scheduled time, and checks it again when signalled', async () => {
    const { queue_id } = await aQueue(deps.db, tenant)
    expect((await admin.delete(`/queues/${queue_id}?delete_after=01:00:00`)).status).toBe(202)
    const handle = deps.temporal.workflow.getHandle(queueDeletionWorkflowId(queue_id))
    await described(deps, queueDeletionWorkflowId(queue_id))
    await until(
      async () => (await handle.fetchHistory()).events ?? [],
      (history) => history.some((event) => event.timerStartedEventAttributes),
    )
    expect((await get(queue_id)).body.status).toBe('deletion_requested')
    await deps.db('queues').where({ id: queue_id }).update({ delete_after: deps.db.fn.now() })
    await handle.signal(lookSignal)
    await gone(queue_id)
  })

  it('runs later if Temporal was unreachable', async () => {
    const { queue_id } = await aQueue(deps.db, tenant)
    const withoutSignals: Deps = { ...deps, signals: { send: () => undefined } }
    await requestQueueDeletion(withoutSignals, tenant, queue_id, 0)
    expect((await get(queue_id)).body.status).toBe('deletion_requested')
    await until(
      async () => {
        await dispatch(deps)
        return get(queue_id)
      },
      ({ status }) => status === 404,
    )
  })

  it('is restarted by reconcile if no signal is pending', async () => {
    const { queue_id } = await aQueue(deps.db, tenant)
    const asked = { status: 'deletion_requested', delete_after: deps.db.fn.now() }
    await deps.db('queues').where({ id: queue_id }).update(asked)
    const id = queueDeletionWorkflowId(queue_id)
    expect((await reconcile(deps, { dryRun: true, graceMs: 0 })).restarted).toContain(id)
    await reconcile(deps, { graceMs: 0 })
    await gone(queue_id)
  })
})
