import { describe, expect, it } from 'vitest'
import { readTree, storeTree, takeNodeIds } from '../../src/domain/annotations/content/contents.ts'
import { moveToQueue } from '../../src/domain/annotations/move-to-queue.ts'
import { removeDocument } from '../../src/domain/documents/remove.ts'
import { extract } from '../../src/domain/intake/ask-engine.ts'
import { loadImporting } from '../../src/domain/intake/importing.ts'
import { storeExtraction } from '../../src/domain/intake/stored-extraction.ts'
import { learnNext, MAX_LAYOUTS, MAX_LESSONS } from '../../src/domain/learning/learn.ts'
import { layoutsLike, MAX_COMPARED, MAX_RECALLED } from '../../src/domain/learning/memory.ts'
import { statusChanged, writeEvents } from '../../src/domain/outbox/events.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import { removeQueueBatch } from '../../src/domain/queues/delete-queue.ts'
import type { Deps } from '../../src/deps.ts'
import { extractDocument } from '@sheaf/extraction'
import { fingerprint } from '@sheaf/extraction/learn'
import { makeLesson } from '@sheaf/extraction/learn/lesson'
import type { ReadDocument } from '@sheaf/extraction/types'
import { buildTree, withIds } from '../../src/rules/content/index.ts'
import { contentDatapoints } from '../../src/rules/content/tree.ts'
import { aBill, pageOf } from '@sheaf/extraction/fixtures'
import { database, useDatabase } from '../support/database.ts'
import { anExtraction, fakeDocuments } from '../workflows/fake-documents.ts'
import { anAnnotation, anOrganization, depsWithoutTemporal, type Fixture, invoiceSchema } from './fixtures.ts'

useDatabase()

const bill = (number: string): ReadDocument => aBill({ number, work: '312.40' })

function setUp() {
  const { deps } = depsWithoutTemporal(database.db)
  let again = 0
  const documents = {
    ...fakeDocuments(),
    teach: (document: ReadDocument, values: Parameters<Deps['documents']['teach']>[1]) =>
      Promise.resolve(makeLesson(document, values, extractDocument(document))),
    extract: () => Promise.resolve({ extraction: anExtraction(), document: bill('QB-1') }),
    extractAgain: () => {
      again += 1
      return Promise.resolve(anExtraction())
    },
  }
  const all: Deps = { ...deps, documents }
  const { db } = database

  /** An annotation that a user has confirmed and that the queue has not learned from yet. */
  async function confirmed(fixture: Fixture, document: ReadDocument): Promise<number> {
    const id = await anAnnotation(db, fixture, 'confirmed', {
      confirmed_by: fixture.user_id,
      confirmed_at: db.raw('clock_timestamp()'),
    })
    const { document_id } = await db('annotations').where({ id }).first('document_id')
    const { s3_name } = await db('documents').where({ id: document_id }).first('s3_name')
    const extraction = anExtraction()
    await storeExtraction(all, { id, document_id, s3_name }, { extraction, document })
    const tree = await withIds(
      (takeIds) => buildTree(invoiceSchema as never, { extraction, values: {}, defaultThreshold: 0.8, takeIds }),
      (count) => takeNodeIds(db, count),
    )
    await storeTree(db, id, tree, invoiceSchema as never)
    await announce(fixture, id)
    return id
  }

  async function announce({ organization_id, queue }: Fixture, id: number): Promise<void> {
    const annotation = { id, organization_id, queue_id: queue.id, upload_id: null }
    await transact(all, (tx) => writeEvents(tx, [statusChanged(annotation, { from: 'reviewing', to: 'confirmed' })]))
  }

  async function taught(fixture: Fixture, document: ReadDocument): Promise<number> {
    const id = await confirmed(fixture, document)
    expect(await learnNext(all, fixture.queue.id)).toBe(false)
    return id
  }

  const lessons = ({ queue }: Fixture) => db('lessons').where({ queue_id: queue.id })
  const layouts = ({ queue }: Fixture) => db('learned_layouts').where({ queue_id: queue.id })

  /** Copies the lesson of an annotation to `count` new annotations of `layouts` new layouts, earlier than itself. */
  async function copyLesson(fixture: Fixture, id: number, { layouts: made, each }: { layouts: number; each: number }) {
    const { organization_id, queue } = fixture
    const { document_id, schema_id } = await db('annotations').where({ id }).first('document_id', 'schema_id')
    const ids = (count: number, insert: string, values: number[]): Promise<{ rows: { id: number }[] }> =>
      db.raw(`${insert} from generate_series(1, ?) returning id`, [...values, count])
    const { rows: annotations } = await ids(
      made * each,
      `insert into annotations (organization_id, queue_id, schema_id, document_id, status) select ?, ?, ?, ?, 'confirmed'`,
      [organization_id, queue.id, schema_id, document_id],
    )
    const { rows: others } = await ids(made, `insert into learned_layouts (organization_id, queue_id) select ?, ?`, [
      organization_id,
      queue.id,
    ])
    const rows = others.flatMap((layout, i) =>
      annotations
        .slice(i * each, (i + 1) * each)
        .map((annotation) => ({ layout: layout.id, annotation: annotation.id })),
    )
    await db.raw(
      `insert into lessons (annotation_id, learned_layout_id, queue_id, taught_at, keys, lesson, described)
       select r.annotation, r.layout, s.queue_id, s.taught_at - (1000000 - r.annotation) * interval '1 second', s.keys, s.lesson, s.described
         from lessons s, jsonb_to_recordset(?) as r (layout bigint, annotation bigint) where s.annotation_id = ?`,
      [JSON.stringify(rows), id],
    )
    return others.map((one) => one.id)
  }

  return { all, db, confirmed, announce, taught, lessons, layouts, copyLesson, countAgain: () => again }
}

describe('the memory of a queue', () => {
  it('keeps the latest lessons of a layout', async () => {
    const { taught, lessons, layouts, copyLesson } = setUp()
    const fixture = await anOrganization(database.db)
    const first = await taught(fixture, bill('QB-7701'))
    const [own] = await layouts(fixture)
    const [copies] = await copyLesson(fixture, first, { layouts: 1, each: MAX_LESSONS + 5 })
    await lessons(fixture).where({ learned_layout_id: copies! }).update({ learned_layout_id: own.id })
    const id = await taught(fixture, bill('QB-7702'))
    const kept = await lessons(fixture).orderBy('taught_at').pluck('annotation_id')
    expect([kept.length, kept.slice(-2)]).toEqual([MAX_LESSONS, [first, id]])
  })

  it('replaces the layout that was confirmed least recently if there are too many', async () => {
    const { taught, layouts, copyLesson } = setUp()
    const fixture = await anOrganization(database.db)
    const first = await taught(fixture, bill('QB-7701'))
    const [oldest, ...others] = await copyLesson(fixture, first, { layouts: MAX_LAYOUTS - 1, each: 1 })
    const [own] = await layouts(fixture).whereNotIn('id', [oldest!, ...others])
    const other = pageOf([
      [80, 60, 'Marigold Works of Dunmouth, plumbing and heating since 1911'],
      [80, 90, 'Receipt of deposit 4711 for the boiler in the cellar'],
    ])
    await taught(fixture, other)
    const kept: number[] = await layouts(fixture).orderBy('id').pluck('id')
    expect(kept).toHaveLength(MAX_LAYOUTS)
    expect(kept.slice(0, -1)).toEqual([own.id, ...others])
  })

  it('compares a document with few layouts and lessons, however many are like it', async () => {
    const { taught, copyLesson } = setUp()
    const fixture = await anOrganization(database.db)
    const first = await taught(fixture, bill('QB-7701'))
    await copyLesson(fixture, first, { layouts: 40, each: MAX_LESSONS })
    const found = await layoutsLike(database.db, fixture.queue.id, fingerprint(bill('QB-7703')))
    expect(found).toHaveLength(MAX_COMPARED)
    expect(Math.max(...found.map((layout) => layout.lessons.length))).toBe(MAX_RECALLED)
    const elsewhere = await anOrganization(database.db)
    expect(await layoutsLike(database.db, elsewhere.queue.id, fingerprint(bill('QB-7703')))).toEqual([])
  })

  it('learns nothing from a page without words', async () => {
    const { taught, lessons, layouts } = setUp()
    const fixture = await anOrganization(database.db)
    await taught(fixture, pageOf([[80, 60, '312.40']]))
    expect([await lessons(fixture), await layouts(fixture)]).toEqual([[], []])
  })

  it('learns nothing in a queue whose engine does not learn', async () => {
    const { db, taught, lessons } = setUp()
    const fixture = await anOrganization(db)
    const { organization_id } = fixture
    const engine = { organization_id, name: 'Bills', type: 'extractor', agenda_id: 'bills' }
    const [{ id: engine_id }] = await db('engines')
      .insert({ ...engine, learning_enabled: false })
      .returning('id')
    await db('queues').where({ id: fixture.queue.id }).update({ engine_id })
    await taught(fixture, bill('QB-7701'))
    expect(await lessons(fixture)).toEqual([])
    await db('engines').where({ id: engine_id }).update({ learning_enabled: true })
    const id = await taught(fixture, bill('QB-7702'))
    expect(await lessons(fixture).pluck('annotation_id')).toEqual([id])
  })

  it('is not used while training is disabled', async () => {
    const { all, db, taught, countAgain } = setUp()
    const fixture = await anOrganization(database.db)
    const id = await taught(fixture, bill('QB-7701'))
    const read = async () => extract(all, (await loadImporting(db, id))!, new Uint8Array())
    await read()
    expect(countAgain()).toBe(1)
    await db('queues').where({ id: fixture.queue.id }).update({ training_enabled: false })
    await read()
    expect(countAgain()).toBe(1)
  })
})

describe('a disabled layout', () => {
  it('learns nothing new, and does not keep what a user has corrected', async () => {
    const { all, db, taught, announce, lessons, layouts } = setUp()
    const fixture = await anOrganization(db)
    const first = await taught(fixture, bill('QB-7701'))
    await layouts(fixture).update({ enabled: false })
    await taught(fixture, bill('QB-7702'))
    expect(await lessons(fixture).pluck('annotation_id')).toEqual([first])
    expect(await layouts(fixture)).toHaveLength(1)

    const tree = await readTree(db, first)
    for (const { node } of contentDatapoints(tree))
      if (node.schema_id === 'document_id') node.content!.value = 'QB-7701'
    await storeTree(db, first, tree, invoiceSchema as never)
    await announce(fixture, first)
    await learnNext(all, fixture.queue.id)
    const [{ lesson }] = await lessons(fixture)
    expect(lesson.fields.document_id.value).toBe('QB-7701')
    expect((await layouts(fixture)).map(({ enabled }) => enabled)).toEqual([false])
  })
})

describe('what an annotation taught', () => {
  it('is removed with its document', async () => {
    const { all, db, taught, lessons, layouts } = setUp()
    const fixture = await anOrganization(db)
    const kept = await taught(fixture, bill('QB-7701'))
    const id = await taught(fixture, bill('QB-7702'))
    const remove = async (annotation: number) => {
      await db('annotations').where({ id: annotation }).update({ status: 'purged' })
      const { document_id } = await db('annotations').where({ id: annotation }).first('document_id')
      await removeDocument(all, fixture.who, document_id, null)
    }
    await remove(id)
    expect(await lessons(fixture).pluck('annotation_id')).toEqual([kept])
    expect(await layouts(fixture)).toHaveLength(1)
    await remove(kept)
    expect([await lessons(fixture), await layouts(fixture)]).toEqual([[], []])
  })

  it('is removed with its queue', async () => {
    const { all, db, taught, lessons, layouts } = setUp()
    const fixture = await anOrganization(db)
    await taught(fixture, bill('QB-7701'))
    await db('queues').where({ id: fixture.queue.id }).update({ status: 'deletion_in_progress' })
    for (let step = 'more'; step === 'more';) step = await removeQueueBatch(all, fixture.queue.id)
    expect([await lessons(fixture), await layouts(fixture)]).toEqual([[], []])
    expect(await db('queues').where({ id: fixture.queue.id })).toEqual([])
  })

  it('is nothing if the annotation was moved to another queue before', async () => {
    const { all, db, confirmed, lessons } = setUp()
    const fixture = await anOrganization(db)
    const { workspace_id, schema_id } = await db('queues').where({ id: fixture.queue.id }).first()
    const [other] = await db('queues')
      .insert({ organization_id: fixture.organization_id, workspace_id, schema_id, name: 'Other' })
      .returning('id')
    const id = await confirmed(fixture, bill('QB-7701'))
    await transact(all, (tx) => moveToQueue(tx, all.blobs, { ...fixture.who, admin: true }, id, other.id))
    expect(await learnNext(all, fixture.queue.id)).toBe(false)
    expect([await lessons(fixture), await db('lessons').where({ queue_id: other.id })]).toEqual([[], []])
  })
})
