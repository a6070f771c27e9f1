import { describe, expect, it } from 'vitest'
import { finishImport } from '../../src/domain/intake/finish-import.ts'
import { importQuickly } from '../../src/domain/intake/import-quickly.ts'
import { createUpload } from '../../src/domain/intake/uploads.ts'
import type { Deps } from '../../src/deps.ts'
import { readCalibration } from '../../src/engines/llm/calibration.ts'
import type { LanguageModel } from '../../src/engines/llm/index.ts'
import { ReadError } from '@sheaf/extraction/types'
import type { Step } from '../../src/workflows/contract.ts'
import { database, useDatabase } from '../support/database.ts'
import { anExtraction, aReadDocument, extractedValue, fakeDocuments } from '../workflows/fake-documents.ts'
import { anOrganization, depsWithoutTemporal } from './fixtures.ts'

const pdf = Buffer.from('%PDF-1.7')
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const wordsOf = (text: string) => text.split(' ').map((word) => ({ ...aReadDocument.pages[0]!.words[0]!, text: word }))

describe('importQuickly', () => {
  useDatabase()

  async function uploaded(
    files = [{ name: 'a.pdf', bytes: pdf }],
    documents = fakeDocuments(),
    workerQueues?: Deps['config']['workerQueues'],
    llm?: LanguageModel,
  ) {
    const base = depsWithoutTemporal(database.db)
    const config: Deps['config'] = { ...base.deps.config, workerQueues: workerQueues ?? ['orchestration', 'documents'] }
    const deps: Deps = { ...base.deps, documents, config, ...(llm ? { llm } : {}) }
    const fixture = await anOrganization(database.db)
    const { upload_id } = await createUpload(deps, { queue: fixture.queue, who: fixture.who, files })
    const events = (await database
      .db('events')
      .where({ upload_id, kind: 'annotation_status.changed' })
      .orderBy('id')
      .select('id as event_id', 'annotation_id')) as { event_id: number; annotation_id: number }[]
    const steps = events.map((event): Step => ({ ...event, consumer: 'intake' }))
    const statuses = () => database.db('annotations').where({ upload_id }).orderBy('id').pluck('status')
    const task = () => database.db('tasks').where({ upload_id }).first('status', 'code')
    return { ...base, deps, documents, steps, upload_id, queue_id: fixture.queue.id, statuses, task }
  }

  it('finds a copy by the picture of its first page', async () => {
    const documents = fakeDocuments()
    let read = 0
    documents.extractFast = () => {
      const [document_id, amount_total] = [extractedValue(`RE-${read}`), extractedValue('119.00')]
      const page = { ...aReadDocument.pages[0]!, words: wordsOf('Invoice RE-0 Order RE-1') }
      return Promise.resolve({
        extraction: anExtraction({ document_id, amount_total }),
        document: { ...aReadDocument, pages: [page], picture: `${'4f'.repeat(31)}0${read++}` },
      })
    }
    const files = ['a.pdf', 'b.pdf'].map((name) => ({ name, bytes: Buffer.from(`%PDF-1.7 ${name}`) }))
    const { deps, steps, queue_id } = await uploaded(files, documents)
    await database.db('queues').where('id', queue_id).update({ automation_enabled: true, automation_level: 'always' })
    for (const step of steps) await importQuickly(deps, step)
    const [first, second] = steps.map(({ annotation_id }) => annotation_id)
    const { content } = await database.db('automation_blockers').where({ annotation_id: second! }).first('content')
    expect(content).toContainEqual({
      level: 'annotation',
      type: 'is_duplicate',
      details: { duplicates: [{ annotation_id: first, reason: 'same_picture' }] },
    })
  })

  it('moves a document to review and completes its upload once', async () => {
    const { deps, steps, statuses, task, documents, blobs, upload_id } = await uploaded()
    const settled = {
      state: { status: 'to_review', file: 'a.pdf', upload_id, failure: null },
      work: null,
      upload: { failure: null },
    }
    expect(await importQuickly(deps, steps[0]!)).toMatchObject(settled)
    expect(await statuses()).toEqual(['to_review'])
    expect(await task()).toEqual({ status: 'succeeded', code: null })
    expect([...blobs.kept.keys()].map((key) => key.split('/')[0]).sort()).toEqual(['documents', 'extractions', 'words'])
    expect(await importQuickly(deps, steps[0]!)).toBeNull()
    expect(await finishImport(deps, steps[0]!)).toMatchObject(settled)
    expect(await database.db('deliveries').where({ consumer: 'intake', state: 'pending' })).toEqual([])
    expect(documents.calls).toHaveLength(1)
    expect(
      await database.db('annotation_contents').where({ annotation_id: steps[0]!.annotation_id }).first('version'),
    ).toEqual({ version: 1 })
  })

  it('uses the engine of the queue, and fails with a message for an unsupported engine type', async () => {
    const { db } = database
    const { deps, steps, statuses, documents, queue_id, upload_id } = await uploaded(
      ['a', 'b'].map((name) => ({ name: `${name}.pdf`, bytes: Buffer.from(`%PDF-1.7 ${name}`) })),
    )
    const { organization_id } = await db('queues').where('id', queue_id).first('organization_id')
    const engine = { organization_id, name: 'Freight', type: 'extractor', agenda_id: `agenda ${queue_id}` }
    const [{ id: engine_id }] = await db('engines').insert(engine).returning('id')
    await db('queues').where('id', queue_id).update({ engine_id, generic_engine_id: null })
    expect(await importQuickly(deps, steps[0]!)).toMatchObject({ state: { status: 'to_review' } })
    expect(documents.calls).toHaveLength(1)

    // As written by a later release.
    await db.raw('alter table engines drop constraint engines_type_check')
    await db('engines').where('id', engine_id).update({ type: 'oracle' })
    const failure = `The queue's engine "Freight" (${engine_id}) is of type "oracle", which this service cannot run.`
    expect(await importQuickly(deps, steps[1]!)).toMatchObject({ state: { status: 'failed_import', failure } })
    expect(documents.calls).toHaveLength(1)
    expect(await statuses()).toEqual(['to_review', 'failed_import'])
    expect(await db('annotations').where({ upload_id, status: 'failed_import' }).first('messages')).toEqual({
      messages: [{ id: 'all', type: 'error', content: failure }],
    })
  })

  it('completes an upload with its last document, also when documents finish concurrently', async () => {
    const files = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
      name: `${name}.pdf`,
      bytes: Buffer.from(`%PDF-1.7 ${name}`),
    }))
    const { deps, steps, task, upload_id } = await uploaded(files)
    await importQuickly(deps, steps[0]!)
    expect(await task()).toEqual({ status: 'running', code: null })
    await Promise.all(steps.slice(1).map((step) => importQuickly(deps, step)))
    expect(await task()).toEqual({ status: 'succeeded', code: null })
    expect(await database.db('events').where({ upload_id, kind: 'upload.finished' })).toHaveLength(1)
  })

  it('records why a document cannot be read', async () => {
    const refusing = fakeDocuments(() => Promise.reject(new ReadError('encrypted', 'The PDF is protected.')))
    const { deps, steps, task } = await uploaded(undefined, refusing)
    expect(await importQuickly(deps, steps[0]!)).toMatchObject({
      state: { status: 'failed_import', failure: 'The PDF is protected.' },
      upload: { failure: 'a.pdf: The PDF is protected.' },
    })
    expect(await task()).toEqual({ status: 'failed', code: 'import_failed' })
  })

  it('does not import a document again if a worker may have crashed on it', async () => {
    const crashing = fakeDocuments(() => Promise.reject(new Error('the worker has crashed')))
    const { deps, steps, statuses } = await uploaded(undefined, crashing)
    await expect(importQuickly(deps, steps[0]!)).rejects.toThrow('the worker has crashed')
    expect(await importQuickly(deps, steps[0]!)).toBeNull()
    expect(crashing.calls).toHaveLength(1)
    expect(await statuses()).toEqual(['importing'])
  })

  it('leaves all documents to the activity that reads documents if a language model is asked about them', async () => {
    const llm: LanguageModel = {
      calibration: readCalibration(),
      ask: () => Promise.reject(new Error('must not be asked in an activity that lasts milliseconds')),
    }
    const { deps, steps, statuses, documents } = await uploaded(undefined, undefined, undefined, llm)
    expect(await importQuickly(deps, steps[0]!)).toBeNull()
    expect(documents.calls).toEqual([])
    expect(await statuses()).toEqual(['importing'])
  })

  it.each([
    ['pictures', [{ name: 'a.png', bytes: png }], undefined, undefined],
    ['slow documents', undefined, fakeDocuments(() => anExtraction(), 'never'), undefined],
    ['all documents if the worker reads none', undefined, undefined, ['orchestration' as const]],
  ])('leaves %s to the activity that reads documents', async (_, files, documents, queues) => {
    const { deps, steps, statuses } = await uploaded(files, documents, queues)
    expect(await importQuickly(deps, steps[0]!)).toBeNull()
    expect(await statuses()).toEqual(['importing'])
  })
})
