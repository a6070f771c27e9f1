/** Nothing that users wrote about a document, and nothing that was read from it, is left after any way of removing it. */
import { describe, expect, it } from 'vitest'
import { purgeExpired } from '../../src/domain/annotations/removal/purge.ts'
import { deleteFoundBatch } from '../../src/domain/deletion/delete-batch.ts'
import { storeExtraction } from '../../src/domain/intake/stored-extraction.ts'
import { sweepId, ensureSchedules } from '../../src/domain/outbox/schedules.ts'
import { beginQueueDeletion, removeQueueBatch } from '../../src/domain/queues/delete-queue.ts'
import { aQueue } from '../support/factories.ts'
import { admin, server, tenant, useTenantServer } from '../support/tenant-server.ts'
import { aMarkedAnnotation, placesOf, readingOf, type Marked } from './marked.ts'

useTenantServer()

interface Made extends Marked {
  queue_id: number
}

/** Every place in which a text about a document can be. The response for the Idempotency-Key is stored encrypted. */
const PLACES = [
  'annotation_contents',
  'annotation_identities',
  'annotations',
  'audit_logs',
  'automation_blockers',
  'document_downloads',
  'document_relations',
  'document_words',
  'documents',
  'email_threads',
  'emails',
  'events',
  'hook_logs',
  'incoming_messages',
  'notes',
  'pages',
  'relations',
  'rule_executions',
  'suggested_edits',
  'tasks',
  'uploads',
  'value_changes',
  'workflow_activities',
  ...['documents', 'emails', 'extractions', 'pages', 'words'].map((kind) => `blob ${kind}`),
]

async function marked(): Promise<Made> {
  const queue = await aQueue(server.deps.db, tenant)
  const made = await aMarkedAnnotation(server, tenant, queue)
  expect((await placesOf(server.deps, made.marker)).sort()).toEqual([...PLACES].sort())
  return { ...made, queue_id: queue.queue_id }
}

const setStatus = (id: number, status: string) => server.deps.db('annotations').where({ id }).update({ status })
/** Purges as if all annotations had arrived so many hours ago. The clock of the worker is wrong, which makes no difference. */
async function purgeAfter(hours: number): Promise<number> {
  const arrived_at = server.deps.db.raw('now() - make_interval(hours => ?)', [hours])
  await server.deps.db('annotations').update({ arrived_at })
  const ahead = { ...server.deps, clock: () => new Date(Date.now() + 1_000 * 3_600_000) }
  return purgeExpired(ahead)
}
const limitLifetime = (id: number) => server.deps.db('queues').where({ id }).update({ document_lifetime: '2 days' })

const WAYS: Record<string, (made: Made) => Promise<void>> = {
  'purging it from the bin': async ({ annotation_id }) => {
    await setStatus(annotation_id, 'deleted')
    const annotations = [`${server.root}/annotations/${annotation_id}`]
    expect((await admin.post('/annotations/purge_deleted', { annotations })).status).toBe(202)
  },
  'a deletion request': async ({ marker, annotation_id }) => {
    const search = { values: [marker] }
    const found = await admin.post('/deletion_requests', { search }, { 'Idempotency-Key': `delete-${annotation_id}` })
    expect([found.status, found.body.preview.deleted.documents]).toEqual([201, 1])
    const { id, token } = found.body
    expect((await admin.post(`/deletion_requests/${id}/confirm`, { token })).status).toBe(202)
    while ((await deleteFoundBatch(server.deps, id))?.left);
    expect((await admin.get(`/deletion_requests/${id}`)).body).toMatchObject({ status: 'finished', search: null })
  },
  'the end of the document_lifetime': async ({ queue_id }) => {
    await limitLifetime(queue_id)
    expect(await purgeAfter(49)).toBe(1)
  },
  'deleting its queue': async ({ queue_id }) => {
    await server.deps
      .db('queues')
      .where({ id: queue_id })
      .update({ status: 'deletion_requested', delete_after: new Date(0) })
    await beginQueueDeletion(server.deps, queue_id)
    while ((await removeQueueBatch(server.deps, queue_id)) === 'more');
    expect((await admin.get(`/queues/${queue_id}`)).status).toBe(404)
  },
  'deleting the annotation, then the document': async ({ annotation_id, document_id }) => {
    expect((await admin.delete(`/annotations/${annotation_id}`)).status).toBe(204)
    expect((await admin.delete(`/documents/${document_id}`)).status).toBe(204)
  },
  'deleting the document with an annotation without content': async ({ annotation_id, document_id }) => {
    await server.deps.db('annotation_contents').where({ annotation_id }).update({ tree: '[]' })
    expect((await admin.delete(`/documents/${document_id}`)).status).toBe(204)
  },
  'purging it while a reader that was thought dead still writes': async ({
    annotation_id,
    document_id,
    s3_name,
    marker,
  }) => {
    await setStatus(annotation_id, 'deleted')
    await admin.post('/annotations/purge_deleted', { annotations: [`${server.root}/annotations/${annotation_id}`] })
    await storeExtraction(server.deps, { id: annotation_id, document_id, s3_name }, readingOf(marker))
  },
  'the end of the document_lifetime during the import': async ({ annotation_id, queue_id }) => {
    await limitLifetime(queue_id)
    await setStatus(annotation_id, 'importing')
    expect(await purgeAfter(49)).toBe(0)
    await setStatus(annotation_id, 'to_review')
    expect(await purgeAfter(49)).toBe(1)
  },
}

describe('a document is removed without a trace by', () => {
  it.each(Object.entries(WAYS))('%s', async (_, remove) => {
    const [gone, other] = [await marked(), await marked()]
    await remove(gone)
    expect(await placesOf(server.deps, gone.marker)).toEqual([])
    const again = {
      annotation: `${server.root}/annotations/${gone.annotation_id}`,
      content: gone.marker,
      metadata: { said: gone.marker },
    }
    const replay = await admin.post('/notes', again, { 'Idempotency-Key': gone.key })
    expect([replay.status, JSON.stringify(replay.body).includes(gone.marker)]).toEqual([404, false])
    // Other documents keep everything.
    expect((await placesOf(server.deps, other.marker)).sort()).toEqual([...PLACES].sort())
  })
})

describe('document_lifetime', () => {
  it('is counted from the arrival, and null is no limit', async () => {
    const [limited, unlimited] = [await marked(), await marked()]
    await limitLifetime(limited.queue_id)
    expect(await purgeAfter(47)).toBe(0)
    expect(await purgeAfter(49)).toBe(1)
    expect((await admin.get(`/annotations/${limited.annotation_id}`)).body).toMatchObject({
      status: 'purged',
      purged_at: expect.any(String),
      purged_by: null,
      metadata: {},
      messages: [],
    })
    expect((await admin.get(`/annotations/${unlimited.annotation_id}`)).body.status).toBe('to_review')
  })

  it('is enforced every hour by a Schedule', async () => {
    await ensureSchedules(server.deps)
    const { spec, action } = await server.deps.temporal.schedule.getHandle(sweepId(server.deps, 'lifetimes')).describe()
    expect(spec.intervals).toMatchObject([{ every: 3_600_000 }])
    expect(action.args).toEqual([{ sweep: 'lifetimes' }])
  })
})

it('keeps the texts of an upload and of an email for the annotations that are left', async () => {
  const { db } = server.deps
  const [gone, left] = [await marked(), await marked()]
  const { upload_id } = (await db('annotations').where('id', gone.annotation_id).first('upload_id')) as {
    upload_id: number
  }
  await db('annotations').where('id', left.annotation_id).update({ upload_id })
  const emails = db('emails').select('id').where('subject', gone.marker)
  const ids: number[] = await emails.clone().pluck('id')
  await db('email_related_annotations').insert(ids.map((email_id) => ({ email_id, annotation_id: left.annotation_id })))
  await WAYS['purging it from the bin']!({ ...gone })
  const kept = [
    'blob documents',
    'blob emails',
    'documents',
    'email_threads',
    'emails',
    'events',
    'incoming_messages',
    'tasks',
    'uploads',
  ]
  expect((await placesOf(server.deps, gone.marker)).sort()).toEqual(kept)
  await WAYS['purging it from the bin']!({ ...left })
  expect(await placesOf(server.deps, gone.marker)).toEqual([])
})
