/** Transactions that change the same data at the same time. */
import type { Knex } from 'knex'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { copyAnnotation } from '../../src/domain/annotations/copy.ts'
import { moveToQueue } from '../../src/domain/annotations/move-to-queue.ts'
import { updateSchema } from '../../src/domain/queues/schemas.ts'
import type { SchemaContent } from '../../src/rules/schema/index.ts'
import { createAnnotation } from '../../src/domain/annotations/annotations.ts'
import { moveForExport, startAnnotation } from '../../src/domain/annotations/review/review.ts'
import { purgeDeleted } from '../../src/domain/annotations/removal/purge.ts'
import { removeAnnotations } from '../../src/domain/annotations/removal/remove-of-queue.ts'
import { transact, type Tx } from '../../src/domain/outbox/transaction.ts'
import { database, useDatabase } from '../support/database.ts'
import { memoryBlobs, someDeps } from '../support/deps.ts'
import { anAnnotation, anOrganization, type Fixture } from './fixtures.ts'

useDatabase()
let fixture: Fixture
let deps: Deps
let deleted: string[]
beforeEach(async () => {
  fixture = await anOrganization(database.db)
  deleted = []
  const blobs = memoryBlobs()
  blobs.delete = (keys) => Promise.resolve(void deleted.push(...[keys].flat()))
  deps = someDeps({ db: database.db, blobs })
})

/** Waits until a transaction waits for another one. */
const oneWaits = () =>
  expect
    .poll(async () => {
      const { rows } = await database.db.raw<{ rows: unknown[] }>(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length
    })
    .toBeGreaterThan(0)

/** Runs `second` while the transaction of `first` is open; commits that when `second` waits for it. */
async function overlap<T>(first: (tx: Knex.Transaction) => Promise<unknown>, second: () => Promise<T>): Promise<T> {
  const open = await database.db.transaction()
  let other: Promise<T>
  try {
    await first(open)
    other = second()
    other.catch(() => undefined)
    await oneWaits()
    await open.commit()
  } catch (error) {
    await open.rollback()
    throw error
  }
  return other
}

const within = (db: Knex): Deps => ({ ...deps, db })
const admin = () => ({ ...fixture.who, roles: ['admin'], admin: true })
const row = (table: string, id: number) => database.db(table).where({ id }).first()
/** The counters of a queue let moves in it take turns, so only objects of two queues can be changed together. */
const anotherQueue = async (): Promise<number> => {
  const { organization_id, workspace_id, schema_id } = await row('queues', fixture.queue.id)
  const queue = { organization_id, workspace_id, schema_id, name: 'Other' }
  return (await database.db('queues').insert(queue).returning('id'))[0].id
}
const documentOf = async (id: number) => (await row('annotations', id)).document_id as number

describe('a move of the status', () => {
  it('finds an annotation that another transaction moves to another queue', async () => {
    const id = await anAnnotation(database.db, fixture, 'to_review')
    const queue_id = await anotherQueue()
    const moved = await overlap(
      (tx) => tx('annotations').where({ id }).update({ queue_id }),
      () => startAnnotation(deps, fixture.who, id),
    )
    expect(moved).toMatchObject({ to: 'reviewing' })
  })

  it('accepts more ids than a statement has parameters', async () => {
    const id = await anAnnotation(database.db, fixture, 'to_review')
    const ids = [...Array.from({ length: 70_000 }, (_, n) => 10_000_000 + n), id]
    expect(await moveForExport(deps, fixture.who, ids, 'exporting')).toEqual([id])
  })
})

describe('a change of the schema', () => {
  const content = (id: string) => [
    {
      category: 'section',
      id: 'basics',
      label: 'Basics',
      children: [{ category: 'datapoint', id, label: id, type: 'string', rir_field_names: [] }],
    },
  ]
  const fieldsOf = async (annotation_id: number): Promise<unknown> => {
    const { tree } = await database.db('annotation_contents').where({ annotation_id }).first('tree')
    return (tree as { children: { schema_id: string }[] }[])[0]!.children.map(({ schema_id }) => schema_id)
  }

  /** A queue with a schema, and a change of that schema. */
  async function aChange() {
    const { organization_id } = fixture
    const [schema] = await database
      .db('schemas')
      .insert({ organization_id, name: 'Other', content: JSON.stringify(content('before')) })
      .returning('id')
    const queue_id = await anotherQueue()
    await database.db('queues').where('id', queue_id).update({ schema_id: schema.id })
    const before = { id: schema.id as number, content: content('before') as unknown as SchemaContent }
    const after = { content: content('after') as unknown as SchemaContent }
    const change = (tx: Knex.Transaction) =>
      transact(within(tx), (inside) => updateSchema(inside, deps.blobs, fixture.who, before, after))
    return { queue_id, change }
  }

  it.each([
    [
      'created',
      (tx: Tx, { queue_id, id }: { queue_id: number; id: number }) =>
        documentOf(id).then((document_id) =>
          createAnnotation(tx, admin(), { queue_id, document_id, status: 'created' }, null),
        ),
    ],
    [
      'copied',
      (tx: Tx, { queue_id, id }: { queue_id: number; id: number }) =>
        copyAnnotation({ ...deps, db: tx }, fixture.who, { id, queue_id, target_status: null, reimport: false }),
    ],
    [
      'moved',
      (tx: Tx, { queue_id, id }: { queue_id: number; id: number }) =>
        moveToQueue(tx, deps.blobs, admin(), id, queue_id).then(() => id),
    ],
  ])('includes the content of an annotation that is %s at the same time', async (_, put) => {
    const { queue_id, change } = await aChange()
    const id = await anAnnotation(database.db, fixture, 'to_review')
    await database.db('annotation_contents').insert({ annotation_id: id, tree: '[]', fields: '{}' })
    const made = await overlap(change, () => transact(deps, (tx) => put(tx, { queue_id, id })))
    expect(await fieldsOf(made)).toEqual(['after'])
  })
})

describe('concurrent purges', () => {
  const share = async (columns: Record<string, unknown> = {}) => {
    const first = await anAnnotation(database.db, fixture, 'deleted', columns)
    const document_id = await documentOf(first)
    const second = await anAnnotation(database.db, fixture, 'deleted', { ...columns, queue_id: await anotherQueue() })
    await database.db('annotations').where('id', second).update({ document_id })
    return { first, second, document_id }
  }
  const purge = (db: Knex, id: number) => purgeDeleted(within(db), admin(), [id], null)

  it('delete the file of a document when they purge its last annotations', async () => {
    const { first, second, document_id } = await share()
    await overlap(
      (tx) => purge(tx, first),
      () => purge(database.db, second),
    )
    const { has_content, s3_name, original_file_name } = await row('documents', document_id)
    expect({ has_content, original_file_name }).toEqual({ has_content: false, original_file_name: '' })
    expect(deleted).toContain(`documents/${s3_name}`)
  })

  it('remove the texts of an upload and an email when they purge their last annotations', async () => {
    const { organization_id, queue } = fixture
    const one = async (table: string, columns: object): Promise<number> =>
      (
        await database
          .db(table)
          .insert({ organization_id, queue_id: queue.id, ...columns })
          .returning('id')
      )[0].id
    const upload_id = await one('uploads', { metadata: { secret: 1 } })
    const email_thread_id = await one('email_threads', { subject: 'secret' })
    const email_id = await one('emails', { email_thread_id, type: 'incoming', subject: 'secret' })
    const columns = { upload_id, email_id }
    const first = await anAnnotation(database.db, fixture, 'deleted', columns)
    const second = await anAnnotation(database.db, fixture, 'deleted', { ...columns, queue_id: await anotherQueue() })
    await overlap(
      (tx) => purge(tx, first),
      () => purge(database.db, second),
    )
    expect(await row('uploads', upload_id)).toMatchObject({ metadata: {} })
    expect(await row('emails', email_id)).toMatchObject({ subject: '' })
  })

  it('keep the file of a document that gets a new annotation', async () => {
    const id = await anAnnotation(database.db, fixture, 'deleted')
    const document_id = await documentOf(id)
    await overlap(
      (tx) => transact(within(tx), (inside) => createFor(inside, document_id)),
      () => purge(database.db, id),
    )
    expect(await row('documents', document_id)).toMatchObject({ has_content: true })
    expect(deleted.filter((key) => key.startsWith('documents/'))).toEqual([])
  })

  it('let no annotation be created from the document they empty', async () => {
    const id = await anAnnotation(database.db, fixture, 'deleted')
    const document_id = await documentOf(id)
    const creating = overlap(
      (tx) => purge(tx, id),
      () => transact(deps, (tx) => createFor(tx, document_id)),
    )
    await expect(creating).rejects.toMatchObject({ status: 409, code: 'conflict_status' })
  })

  let other: number
  beforeEach(async () => {
    other = await anotherQueue()
  })
  const createFor = (tx: Parameters<typeof createAnnotation>[0], document_id: number) =>
    createAnnotation(tx, admin(), { queue_id: other, document_id, status: 'created' }, null)
})

describe('concurrent deletions of annotations', () => {
  it('delete the document when they delete its last annotations', async () => {
    const other = await anOrganization(database.db)
    const first = await anAnnotation(database.db, fixture, 'to_review')
    const second = await anAnnotation(database.db, other, 'to_review')
    const document_id = await documentOf(first)
    await database.db('annotations').where('id', second).update({ document_id })
    const remove = (db: Knex, queue_id: number) => transact(within(db), (tx) => removeAnnotations(tx, deps, queue_id))
    await overlap(
      (tx) => remove(tx, fixture.queue.id),
      () => remove(database.db, other.queue.id),
    )
    expect(await row('documents', document_id)).toBeUndefined()
  })
})
