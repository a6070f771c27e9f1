import { beforeAll, describe, expect, it } from 'vitest'
import { INVARIANTS } from '../../scripts/chaos/invariants.ts'
import type { SentUpload } from '../../scripts/chaos/ledger.ts'
import { openWork } from '../../scripts/chaos/settle.ts'
import { database, useDatabase } from '../support/database.ts'
import { anAnnotation, anOrganization, type Fixture } from './fixtures.ts'

let fixture: Fixture
useDatabase()
beforeAll(async () => {
  fixture = await anOrganization(database.db)
})

const sent = (documents: string[], tasks: number[] = [], isBroken = false): SentUpload => ({
  documents,
  tasks: new Set(tasks),
  isBroken,
})

/** Returns the violations by the name of the invariant. */
async function violations(uploads: SentUpload[] = [], confirmed: number[] = []): Promise<Record<string, string[]>> {
  const ledger = { uploads, accepted: uploads.filter(({ tasks }) => tasks.size > 0), confirmed }
  const found = await Promise.all(
    INVARIANTS.map(async ({ name, check }) => [name, await check(database.db, ledger)] as const),
  )
  return Object.fromEntries(found.filter(([, problems]) => problems.length > 0))
}

const TABLES = 'annotations, documents, events, deliveries, usage_records, uploads, tasks, queue_counts'

/** Runs `work` and then deletes what it has written. */
async function undone(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } finally {
    await database.db.raw(`truncate ${TABLES} cascade`)
  }
}

const anEvent = async (annotation_id: number, kind: string, data: object, age = '2 minutes'): Promise<number> => {
  const { organization_id, queue } = fixture
  const created_at = database.db.raw('now() - ?::interval', [age])
  const row = { organization_id, queue_id: queue.id, annotation_id, kind, data, created_at }
  const [event] = (await database.db('events').insert(row).returning('id')) as { id: number }[]
  return event!.id
}
const counted = (annotation_id: number) =>
  database.db('usage_records').insert({
    organization_id: fixture.organization_id,
    queue_id: fixture.queue.id,
    annotation_id,
    billable: true,
    learning: false,
    pages: 1,
  })

describe('the invariants of the chaos suite', () => {
  it('hold for an annotation that was imported, confirmed and exported', () =>
    undone(async () => {
      const id = await anAnnotation(database.db, fixture, 'exported')
      await counted(id)
      await anEvent(id, 'annotation_status.changed', { from: 'importing', to: 'to_review' })
      await anEvent(id, 'annotation_status.changed', { from: 'exporting', to: 'exported' })
      expect(await violations([], [id])).toEqual({})
      expect(await openWork(database.db)).toEqual({ uploads: 0, tasks: 0, annotations: 0, deliveries: 0 })
    }))

  it('report a task that does not exist, and a document that has no annotation', async () => {
    expect(await violations([sent(['lost.pdf'], [12_345])])).toEqual({
      'every accepted upload has ended': ['Task 12345 does not exist.'],
      'every accepted document was imported or failed with a reason': ['lost.pdf has no annotation.'],
    })
  })

  it('report two tasks of one Idempotency-Key', async () => {
    expect((await violations([sent([], [1, 2])]))['no upload was accepted twice']).toHaveLength(1)
  })

  it('report a readable document that failed, and one that failed without a reason', () =>
    undone(async () => {
      const id = await anAnnotation(database.db, fixture, 'failed_import')
      await counted(id)
      const found = await violations([sent(['bill.pdf'], [1])])
      expect(found['only unreadable documents failed']).toHaveLength(1)
      expect(found['every accepted document was imported or failed with a reason']).toHaveLength(1)
    }))

  it('report an annotation that left importing twice', () =>
    undone(async () => {
      const id = await anAnnotation(database.db, fixture, 'to_review')
      await counted(id)
      for (let time = 0; time < 2; time++)
        await anEvent(id, 'annotation_status.changed', { from: 'importing', to: 'to_review' })
      expect(await violations()).toEqual({
        'no document was imported twice': [`Annotation ${id} left importing 2 times.`],
      })
    }))

  it('report a confirmed annotation that is not exported, and one that was exported or confirmed twice', () =>
    undone(async () => {
      const [one, two] = [await anAnnotation(database.db, fixture, 'exporting'), await anOther('exported')]
      for (const id of [one, two]) await counted(id)
      for (let time = 0; time < 2; time++)
        await anEvent(two, 'annotation_status.changed', { from: 'exporting', to: 'exported' })
      const found = await violations([], [one, two, two])
      expect(found['every confirmed annotation was confirmed and exported once']).toEqual([
        `Two confirmations of annotation ${two} were answered with 204.`,
        `Annotation ${one} was confirmed and is exporting.`,
        `Annotation ${two} became exported 2 times.`,
      ])
    }))

  it('report counts that differ from the rows, and usage that was not counted or counted twice', () =>
    undone(async () => {
      const id = await anAnnotation(database.db, fixture, 'to_review')
      const other = await anOther('to_review')
      for (let time = 0; time < 2; time++) await counted(other)
      await database.db('queue_counts').update({ counts: { to_review: 5 } })
      expect(await violations()).toMatchObject({
        'counts of queues equal their annotations': [
          `Queue ${fixture.queue.id}: 2 annotations are to_review, the count is 5.`,
        ],
        'usage was counted once per document': [
          `Annotation ${id} (to_review) has 0 usage records.`,
          `Annotation ${other} (to_review) has 2 usage records.`,
        ],
      })
    }))

  it('report a delivery that is open for more than a minute, but not a new one', () =>
    undone(async () => {
      const id = await anAnnotation(database.db, fixture, 'to_review')
      await counted(id)
      for (const age of ['2 minutes', '10 seconds']) {
        const event_id = await anEvent(id, 'annotation.assigned', {}, age)
        await database.db('deliveries').insert({ event_id, consumer: 'lifecycle', workflow_id: `annotation/${id}` })
      }
      expect(Object.values(await violations()).flat()).toEqual([
        expect.stringMatching(/annotation\.assigned.*lifecycle is pending/),
      ])
    }))
})

/** Another annotation whose document has another name. */
async function anOther(status: string): Promise<number> {
  const id = await anAnnotation(database.db, fixture, status)
  const { document_id } = (await database.db('annotations').where({ id }).first('document_id')) as {
    document_id: number
  }
  await database.db('documents').where('id', document_id).update({ original_file_name: 'other.pdf' })
  return id
}
