/** The end of uploads. */
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { changeStatus } from '../../src/domain/annotations/review/review.ts'
import { finishImport } from '../../src/domain/intake/finish-import.ts'
import { failArchive, startImport, unpackDocument } from '../../src/domain/intake/start-import.ts'
import { BlobUnavailable } from '../../src/blobs/index.ts'
import { finishUpload } from '../../src/domain/intake/upload-state.ts'
import { createUpload, importNow } from '../../src/domain/intake/uploads.ts'
import { unpackArchive } from '../../src/sandbox/children/unpack.ts'
import type { Consumer } from '../../src/rules/outbox/events.ts'
import { database, useDatabase } from '../support/database.ts'
import { anExtraction } from '../workflows/fake-documents.ts'
import { anOrganization, depsWithoutTemporal } from './fixtures.ts'

const zip = Buffer.from([0x50, 0x4b, 0x05, 0x06, ...Array<number>(18).fill(0)])

describe('an upload', () => {
  useDatabase()

  async function uploaded(files: { name: string; bytes: Buffer }[]) {
    const { deps } = depsWithoutTemporal(database.db)
    const { queue, who } = await anOrganization(database.db)
    const { upload_id, document_ids } = await createUpload(deps, { queue, who, files })
    const task = () => database.db('tasks').where({ upload_id }).first('status', 'detail')
    return { deps, who, upload_id, document_ids, task }
  }
  const pending = (consumer: Consumer, upload_id: number) =>
    database
      .db('deliveries as d')
      .join('events as e', 'e.id', 'd.event_id')
      .where({ 'e.upload_id': upload_id, 'd.consumer': consumer, 'd.state': 'pending' })
      .whereNotNull('e.annotation_id')
      .orderBy('e.id')
      .select('e.annotation_id', 'd.event_id', 'd.consumer')

  it('ends when a document that was imported again during the upload is finished', async () => {
    const files = ['a', 'b'].map((name) => ({ name: `${name}.pdf`, bytes: Buffer.from(`%PDF-1.7 ${name}`) }))
    const { deps, who, upload_id, task } = await uploaded(files)
    const [first, second] = await pending('intake', upload_id)
    await finishImport(deps, first, anExtraction())
    expect(await finishUpload(deps, upload_id)).toBeNull()
    await changeStatus(deps, who, first.annotation_id, 'importing', { rir_poll_id: null })
    await finishImport(deps, second, anExtraction())

    expect(await finishUpload(deps, upload_id)).toEqual({ failure: null })
    expect(await pending('intake', upload_id)).toEqual([])
    expect(await task()).toMatchObject({ status: 'running' })
    const again = await pending('lifecycle', upload_id)
    await finishImport(
      deps,
      again.find(({ annotation_id }) => annotation_id === first.annotation_id),
      anExtraction(),
    )
    expect(await task()).toMatchObject({ status: 'succeeded' })
  })

  it('reports the reason of an archive once, although the step that failed is repeated', async () => {
    const { deps, upload_id, document_ids, task } = await uploaded([{ name: 'a.zip', bytes: zip }])
    const failure = { code: 'damaged', message: 'The archive is damaged.' }
    const fail = () => failArchive(deps, { document_id: document_ids[0]! }, failure)
    await fail()
    await Promise.all([fail(), fail()])
    await finishUpload(deps, upload_id)
    expect(await task()).toEqual({ status: 'failed', detail: 'a.zip cannot be unpacked: The archive is damaged.' })
  })
})

describe('the unpacking of an archive', () => {
  useDatabase()

  it('is repeated until the store has the whole file', async () => {
    const { deps, blobs } = depsWithoutTemporal(database.db)
    const documents = { ...deps.documents, unpack: (bytes: Uint8Array) => unpackArchive(Buffer.from(bytes)) }
    const { queue, who } = await anOrganization(database.db)
    const files = [{ name: 'a.zip', bytes: Buffer.from(zipSync({ 'a.pdf': Buffer.from('%PDF-1.7 a') })) }]
    const { upload_id, document_ids } = await createUpload(deps, { queue, who, files })
    const unpack = () => unpackDocument({ ...deps, documents } as typeof deps, { document_id: document_ids[0]! })
    const members = () =>
      database.db('documents').where({ upload_id }).whereNotNull('parent_id').pluck('original_file_name')
    const [[key, whole]] = [...blobs.kept] as [[string, Buffer]]
    blobs.kept.set(key, whole.subarray(0, 10))
    await expect(unpack()).rejects.toBeInstanceOf(BlobUnavailable)
    expect(await database.db('events').where({ upload_id, kind: 'archive.failed' })).toEqual([])
    blobs.kept.set(key, whole)
    await unpack()
    expect(await members()).toEqual(['a.pdf'])
  })
})

describe('an upload of queues/{id}/upload', () => {
  useDatabase()
  /** Uploads files to a queue with a webhook for this event. */
  async function uploaded(event: string | null, names = ['a.pdf', 'b.pdf']) {
    const { deps } = depsWithoutTemporal(database.db)
    const { queue, who, organization_id } = await anOrganization(database.db)
    if (event) {
      const hook = {
        organization_id,
        name: 'H',
        type: 'webhook',
        events: JSON.stringify([event]),
        config: JSON.stringify({ url: 'https://x.example' }),
      }
      const [{ id: hook_id }] = await database.db('hooks').insert(hook).returning('id')
      await database.db('hook_queues').insert({ hook_id, queue_id: queue.id })
    }
    const files = names.map((name) => ({ name, bytes: Buffer.from(`%PDF-1.7 ${name}`) }))
    const made = await importNow(deps, { queue, who, files })
    const { upload_id } = await database.db('annotations').where({ id: made[0]!.annotation_id }).first('upload_id')
    const steps = await database
      .db('deliveries as d')
      .join('events as e', 'e.id', 'd.event_id')
      .where({ 'e.upload_id': upload_id, 'd.consumer': 'intake' })
      .whereNotNull('e.annotation_id')
      .orderBy('e.id')
      .select('e.annotation_id', 'd.event_id', 'd.consumer')
    const task = () => database.db('tasks').where({ upload_id }).first('status', 'detail')
    const statuses = () => database.db('annotations').where({ upload_id }).orderBy('id').pluck('status')
    return { deps, queue, who, upload_id, made, steps, task, statuses }
  }
  const NO_ANSWER = { messages: [], operations: [], automation_blockers: [] }
  const answer = (event: string, response: object = {}) =>
    database
      .db('hook_runs')
      .where({ event })
      .update({
        status: 'completed',
        finished_at: database.db.fn.now(),
        response: JSON.stringify({ ...NO_ANSWER, ...response }),
      })

  it('is open until its last import has ended, like every upload', async () => {
    const { deps, upload_id, steps, task } = await uploaded(null)
    expect([await task(), await finishUpload(deps, upload_id)]).toEqual([{ status: 'running', detail: null }, null])
    for (const step of steps) await finishImport(deps, step, anExtraction())
    expect(await task()).toEqual({ status: 'succeeded', detail: null })
    expect(await database.db('events').where({ upload_id, kind: 'upload.finished' }).pluck('data')).toEqual([
      { imported: 2, failed: 0 },
    ])
  })

  it.each([
    ['', false],
    ['that the release before has closed ', true],
  ])('%swaits for the hooks of its documents', async (_, isClosed) => {
    const { deps, upload_id, steps, statuses } = await uploaded('annotation_content.initialize', ['a.pdf'])
    if (isClosed) await database.db('uploads').where({ id: upload_id }).update({ finished_at: database.db.fn.now() })
    const [step] = steps
    const first = await finishImport(deps, step, anExtraction())
    expect(first).toMatchObject({ state: { status: 'importing' }, work: { do: 'initialize' } })
    expect(await finishUpload(deps, upload_id)).toBeNull()
    await answer('annotation_content')
    const second = await finishImport(deps, step, anExtraction())
    expect(second).toMatchObject({ state: { status: 'to_review' }, work: null })
    expect([await finishUpload(deps, upload_id), await statuses()]).toEqual([{ failure: null }, ['to_review']])
    expect(await database.db('deliveries').where({ workflow_id: `upload/${upload_id}`, state: 'pending' })).toEqual([])
  })

  it('ends without a failure if hooks prevent the import of all documents', async () => {
    const { deps, upload_id, made, statuses, task } = await uploaded('upload.created')
    const { calls } = await startImport(deps, upload_id)
    expect(calls).toHaveLength(1)
    expect(await finishUpload(deps, upload_id)).toBeNull()
    const files = made.map(({ document_id }) => ({
      document: `https://sheaf.example.com/api/v1/documents/${document_id}`,
      prevent_importing: true,
      messages: [],
    }))
    await answer('upload', { files })
    await startImport(deps, upload_id)
    // The activity is repeated if its result is lost.
    for (const _ of [1, 2]) expect(await finishUpload(deps, upload_id)).toEqual({ failure: null })
    expect([await statuses(), (await task()).status]).toEqual([['created', 'created'], 'succeeded'])
  })

  it('does not unpack an archive inside an archive after the response', async () => {
    const { deps, queue, who } = await uploaded(null)
    const inner = zipSync({ 'inner.pdf': Buffer.from('%PDF-1.7 inner') })
    const outer = zipSync({ 'own.pdf': Buffer.from('%PDF-1.7 own'), 'inner.zip': inner })
    const documents = { ...deps.documents, unpack: (bytes: Uint8Array) => unpackArchive(Buffer.from(bytes)) }
    const files = [{ name: 'outer.zip', bytes: Buffer.from(outer) }]
    const made = await importNow({ ...deps, documents } as typeof deps, { queue, who, files })
    const { upload_id } = await database.db('annotations').where({ id: made[0]!.annotation_id }).first('upload_id')
    expect(await startImport(deps, upload_id)).toMatchObject({
      archives: [],
      steps: [{ annotation_id: expect.any(Number) }],
    })
    expect(await database.db('annotations').where({ upload_id }).orderBy('id').pluck('status')).toEqual([
      'importing',
      'failed_import',
    ])
  })
})
