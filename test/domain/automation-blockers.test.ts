/** Every type of automation blocker, as an import stores it for a document in which that situation exists. */
import { afterAll, describe, expect, it } from 'vitest'
import { finishImport } from '../../src/domain/intake/finish-import.ts'
import { BLOCKER_TYPES } from '../../src/rules/automation/decide.ts'
import { overWaysIn } from '../support/ways-in.ts'
import { anExtraction, extractedValue } from '../workflows/fake-documents.ts'
import { askForImport } from './fixtures.ts'
import {
  action,
  aQueue,
  aRecommendation,
  aRule,
  blockersOf,
  importOne,
  type Queue,
  database,
  useImports,
} from './rules-setup.ts'

useImports()

type Fields = Record<string, ReturnType<typeof extractedValue>>

const CONFIDENT = { automation_enabled: true, automation_level: 'confident', default_score_threshold: 0.8 }
/** Fields that are always sure, so that a test has only its own blocker. */
const SURE: Fields = {}

const settings = (given: object) => ({ settings: JSON.stringify(given) })
const seen = new Set<string>()
afterAll(() => expect([...seen].sort()).toEqual([...BLOCKER_TYPES].sort()))

/** Makes every field but the table and `department` the whole schema, with these attributes. */
async function withFields({ schema_id }: Queue, attributes: Record<string, object>, table: object = {}): Promise<void> {
  const { content } = await database.db('schemas').where('id', schema_id).first('content')
  const [basics, lines] = content
  const children = basics.children
    .filter(({ id }: { id: string }) => id !== 'department')
    .map((field: { id: string }) => ({ ...field, ...attributes[field.id] }))
  const shown = [
    { ...basics, children },
    { ...lines, children: [{ ...lines.children[0], ...table }] },
  ]
  await database
    .db('schemas')
    .where('id', schema_id)
    .update({ content: JSON.stringify(shown) })
}

/** Imports a document; returns its id, status and blockers. */
async function imported(
  queue: Queue,
  fields: Fields = SURE,
  prepare?: (id: number) => Promise<unknown>,
  line_items?: Fields[],
) {
  const id = await importOne(queue, { fields, prepare, line_items })
  const { status } = await database.db('annotations').where({ id }).first('status')
  const blockers = await blockersOf(id)
  for (const { type } of blockers) seen.add(type)
  return { id, status: status as string, blockers }
}

/** The id of a node by the schema id of its field. */
async function nodeOf(annotation_id: number, schema_id: string): Promise<number> {
  const { tree } = await database.db('annotation_contents').where({ annotation_id }).first('tree')
  const nodes = tree.flatMap((section: { children: { id: number; schema_id: string }[] }) => section.children)
  return nodes.find((node: { schema_id: string }) => node.schema_id === schema_id).id
}
const sameFile = (annotation_id: number) => ({
  level: 'annotation',
  type: 'is_duplicate',
  details: { duplicates: [{ annotation_id, reason: 'same_file' }] },
})
const datapoint = (type: string, schema_id: string, datapoint_id: number, details?: object) => ({
  level: 'datapoint',
  type,
  schema_id,
  samples: [{ datapoint_id, ...(details ? { details } : {}) }],
  samples_truncated: false,
})

const RULES = [{ schema_ids: ['document_id', 'amount_total'] }, { schema_ids: ['date_issue', 'amount_total'] }]
const number = (text: string) => ({ document_id: extractedValue(text) })
/** Each document is another file. */
const otherFile = (annotation_id: number) =>
  database.db.raw(
    `update documents set sha256 = id::text, md5 = id::text where id = (select document_id from annotations where id = ?)`,
    [annotation_id],
  )
const one = (queue: Queue, fields: Fields) => imported(queue, fields, otherFile)
const relationsOf = async (annotation_id: number) =>
  (
    await database
      .db('relation_annotations as m')
      .join('relation_annotations as o', 'o.relation_id', 'm.relation_id')
      .join('relations as r', 'r.id', 'm.relation_id')
      .where({ 'm.annotation_id': annotation_id, 'r.type': 'duplicate' })
      .groupBy('r.id')
      .orderBy('r.id')
      .select(database.db.raw('array_agg(o.annotation_id::int order by o.annotation_id) as ids'))
  ).map(({ ids }: { ids: number[] }) => ids)
const aStrictQueue = async (rules: object[] = RULES) => {
  const queue = await aQueue({
    ...CONFIDENT,
    ...settings({ automation: { automate_duplicates: false }, duplicate_rules: rules }),
  })
  await withFields(queue, { amount_total: { format: '# ##0.#' } })
  return queue
}

overWaysIn(() => {
  describe('an import is blocked with its reason', () => {
    it('automation_disabled: the queue does not automate', async () => {
      const queue = await aQueue({ ...CONFIDENT, automation_level: 'never' })
      await withFields(queue, {})
      expect(await imported(queue)).toMatchObject({
        status: 'to_review',
        blockers: [{ level: 'annotation', type: 'automation_disabled' }],
      })
    })

    it('is_duplicate: the same file was imported before', async () => {
      const queue = await aQueue({ ...CONFIDENT, ...settings({ automation: { automate_duplicates: false } }) })
      await withFields(queue, {})
      const first = await imported(queue)
      expect(first).toMatchObject({ status: 'exporting', blockers: [] })
      expect(await imported(queue)).toMatchObject({ status: 'to_review', blockers: [sameFile(first.id)] })
    })

    it.each<[object, 'exporting' | 'to_review']>([
      [{}, 'to_review'],
      [{ automation: { automate_suggested_edit: true } }, 'to_review'],
      [{ automation: { automate_duplicates: true } }, 'to_review'],
      [{ duplicates: 'allow' }, 'exporting'],
      [{ duplicates: 'allow', automation: { automate_duplicates: true } }, 'exporting'],
      [{ duplicates: 'allow', automation: { automate_duplicates: false } }, 'to_review'],
      [{ duplicates: 'ask', automation: { automate_duplicates: true } }, 'to_review'],
      [{ duplicates: 'error' }, 'to_review'],
    ])('is_duplicate: with the settings %j the second of two equal files is %s', async (given, status) => {
      const queue = await aQueue({ ...CONFIDENT, ...settings(given) })
      await withFields(queue, {})
      const first = await imported(queue)
      expect(first.status).toBe('exporting')
      const blockers = status === 'exporting' ? [] : [sameFile(first.id)]
      expect(await imported(queue)).toMatchObject({ status, blockers })
    })

    it('is_duplicate: a rule that confirms imported documents confirms no duplicate', async () => {
      const queue = await aQueue(CONFIDENT)
      await withFields(queue, {})
      await aRule(queue.fixture, queue.schema_id, 'True', [
        action('change_status', { method: 'export' }, 'annotation_imported'),
      ])
      const first = await imported(queue)
      expect(first.status).toBe('exporting')
      expect(await imported(queue)).toMatchObject({ status: 'to_review', blockers: [sameFile(first.id)] })
    })

    it('suggested_edit_present: the file looks like several documents', async () => {
      const queue = await aQueue(CONFIDENT)
      await withFields(queue, {})
      const suggest = (annotation_id: number) =>
        database.db('suggested_edits').insert({
          annotation_id,
          organization_id: queue.fixture.organization_id,
          documents: '[]',
        })
      expect(await imported(queue, SURE, suggest)).toMatchObject({
        status: 'to_review',
        blockers: [{ level: 'annotation', type: 'suggested_edit_present' }],
      })
    })

    it('low_score: the score is below the threshold of the field', async () => {
      const queue = await aQueue(CONFIDENT)
      await withFields(queue, { document_id: { score_threshold: 0.995 } })
      const { id, status, blockers } = await imported(queue)
      expect(status).toBe('to_review')
      expect(blockers).toEqual([
        datapoint('low_score', 'document_id', await nodeOf(id, 'document_id'), { score: 0.99, threshold: 0.995 }),
      ])
    })

    it('failed_checks: a table has fewer rows than the schema requires', async () => {
      const queue = await aQueue(CONFIDENT)
      await withFields(queue, {}, { min_occurrences: 1 })
      const { id, status, blockers } = await imported(queue)
      expect(status).toBe('to_review')
      expect(blockers).toContainEqual(
        datapoint('failed_checks', 'lines', await nodeOf(id, 'lines'), { validation: 'min_occurrences' }),
      )
    })

    it('no_validation_sources: nothing was read for the field', async () => {
      const queue = await aQueue({ ...CONFIDENT, ...settings({ automation: { automate_empty_fields: false } }) })
      await withFields(queue, { document_id: { rir_field_names: ['order_id'] } })
      const { id, status, blockers } = await imported(queue)
      expect(status).toBe('to_review')
      expect(blockers).toEqual([datapoint('no_validation_sources', 'document_id', await nodeOf(id, 'document_id'))])
    })

    it('nothing: the document has no value for optional fields', async () => {
      const queue = await aQueue(CONFIDENT)
      await withFields(queue, { document_id: { rir_field_names: ['order_id'] } })
      expect(await imported(queue)).toMatchObject({ status: 'exporting', blockers: [] })
    })

    it('no_validation_sources: what was read is not an option of an optional field', async () => {
      const queue = await aQueue(CONFIDENT)
      await withFields(queue, { document_id: { type: 'enum', options: [{ value: 'x', label: 'X' }] } })
      const { id, status, blockers } = await imported(queue)
      expect(status).toBe('to_review')
      expect(blockers).toEqual([datapoint('no_validation_sources', 'document_id', await nodeOf(id, 'document_id'))])
    })

    it('error_message: a constraint of a field is violated', async () => {
      const queue = await aQueue(CONFIDENT)
      await withFields(queue, { document_id: { constraints: { length: { exact: 9 } } } })
      const { id, status, blockers } = await imported(queue)
      expect(status).toBe('to_review')
      const message_content = [expect.any(String)]
      expect(blockers).toEqual([
        datapoint('error_message', 'document_id', await nodeOf(id, 'document_id'), { message_content }),
      ])
    })

    it('error_message: a rule reports an error about the document', async () => {
      const queue = await aQueue(CONFIDENT)
      await withFields(queue, {})
      await aRule(queue.fixture, queue.schema_id, 'True', [
        action('show_message', { type: 'error', content: 'Unknown supplier.' }),
      ])
      expect((await imported(queue)).blockers).toEqual([
        { level: 'annotation', type: 'error_message', details: { message_content: ['Unknown supplier.'] } },
      ])
    })

    it.each(['confident', 'always'])(
      'error_message: the extraction noticed something that a person must see (%s)',
      async (automation_level) => {
        const queue = await aQueue({ ...CONFIDENT, automation_level })
        await withFields(queue, {})
        const invisible = { type: 'warning', content: 'The page contains invisible text.', blocks: true } as const
        const content = 'The page contains invisible text (pages 1, 3).'
        const seldom = { type: 'info', content: 'The file has an attachment.' } as const
        const notes = [{ ...invisible, page: 3 }, seldom, { ...invisible, page: 1 }]
        const id = await importOne(queue, { fields: SURE, notes })
        const { status, messages } = await database.db('annotations').where({ id }).first('status', 'messages')
        expect(status).toBe('to_review')
        expect(messages).toEqual([
          { id: 'all', type: 'warning', content },
          { id: 'all', ...seldom },
        ])
        expect(await blockersOf(id)).toEqual([
          { level: 'annotation', type: 'error_message', details: { message_content: [content] } },
        ])
      },
    )

    it('error_message: a rule that confirms imported documents confirms none that a person must see', async () => {
      const queue = await aQueue(CONFIDENT)
      await withFields(queue, {})
      await aRule(queue.fixture, queue.schema_id, 'True', [
        action('change_status', { method: 'export' }, 'annotation_imported'),
      ])
      const content = 'The page contains invisible text.'
      const id = await importOne(queue, { fields: SURE, notes: [{ type: 'warning', content, blocks: true }] })
      expect((await database.db('annotations').where({ id }).first('status')).status).toBe('to_review')
      expect(await blockersOf(id)).toEqual([
        { level: 'annotation', type: 'error_message', details: { message_content: [content] } },
      ])
    })

    it('extension: a rule blocks the document and a field', async () => {
      const queue = await aQueue(CONFIDENT)
      await withFields(queue, {})
      await aRule(queue.fixture, queue.schema_id, 'True', [
        action('add_automation_blocker', { content: 'Check it.' }),
        action('add_automation_blocker', { content: 'Too high.', schema_id: 'amount_total' }),
      ])
      const { id, blockers } = await imported(queue)
      expect(blockers).toEqual([
        { level: 'annotation', type: 'extension', details: { content: ['Check it.'] } },
        datapoint('extension', 'amount_total', await nodeOf(id, 'amount_total'), { content: ['Too high.'] }),
      ])
    })

    it('delete_recommendation_…: a delete recommendation names the file, the pages and a value', async () => {
      const queue = await aQueue(CONFIDENT)
      await withFields(queue, {})
      await aRecommendation(queue, {
        $or: [
          { filename: { $regex: '^bill' } },
          { number_of_pages: { $gt: 0 } },
          { 'field.document_id': { $in: ['A-1', 'A-2'] } },
        ],
      })
      const { id, status, blockers } = await imported(queue)
      expect(status).toBe('to_review')
      expect(blockers).toEqual([
        {
          level: 'annotation',
          type: 'delete_recommendation_filename',
          details: { message_content: ['The name of the file matches ^bill.'] },
        },
        {
          level: 'annotation',
          type: 'delete_recommendation_page_count',
          details: { message_content: ['The document has 1 pages, more than 0.'] },
        },
        datapoint('delete_recommendation_field', 'document_id', await nodeOf(id, 'document_id'), { value: 'A-1' }),
      ])
    })
  })

  describe('duplicates by the fields of a document', () => {
    it('are related and block automation', async () => {
      const queue = await aStrictQueue()
      const first = await one(queue, number('A-1'))
      const other = await one(queue, { ...number('A-2'), date_issue: extractedValue('2026-04-04') })
      const second = await one(queue, { ...number('A-1'), date_issue: extractedValue('2026-05-05') })
      expect([first.blockers, other.blockers]).toEqual([[], []])
      const duplicates = [
        { annotation_id: first.id, reason: 'same_values', schema_ids: ['amount_total', 'document_id'] },
      ]
      expect(second).toMatchObject({
        status: 'to_review',
        blockers: [{ level: 'annotation', type: 'is_duplicate', details: { duplicates } }],
      })
      expect(await relationsOf(first.id)).toEqual([[first.id, second.id]])
      const third = await one(queue, { ...number('A-1'), amount_total: extractedValue('119') })
      // Of the same number and amount as two, and of the same date and amount as one of these.
      expect(await relationsOf(third.id)).toEqual([
        [first.id, second.id, third.id],
        [first.id, third.id],
      ])
      expect(await relationsOf(other.id)).toEqual([])
    })

    it('do not match without a value, in other queues, and among discarded documents', async () => {
      const queue = await aStrictQueue([{ schema_ids: ['document_id'] }])
      for (const _ of [1, 2])
        expect((await one(queue, number(''))).blockers).not.toContainEqual(
          expect.objectContaining({ type: 'is_duplicate' }),
        )
      const discarded = await one(queue, number('B-1'))
      await database.db('annotations').where('id', discarded.id).update({ status: 'deleted' })
      const elsewhere = await one(await aStrictQueue([{ schema_ids: ['document_id'] }]), number('B-1'))
      expect((await one(queue, number('B-1'))).blockers).toEqual([])
      expect([await relationsOf(discarded.id), await relationsOf(elsewhere.id)]).toEqual([[], []])
    })

    it('do not match by the fields of a table, which have one value per row', async () => {
      const rules = [{ schema_ids: ['table_column_description'] }, { schema_ids: ['document_id'] }]
      const queue = await aStrictQueue(rules)
      const lines = [{ table_column_description: extractedValue('Wine') }]
      const ids = []
      for (const text of ['E-1', 'E-2', 'E-2']) ids.push((await imported(queue, number(text), otherFile, lines)).id)
      const { fields } = await database.db('annotation_contents').where('annotation_id', ids[0]).first('fields')
      expect(fields).toMatchObject({ table_column_description: [{ string: 'Wine' }] })
      expect(await relationsOf(ids[0]!)).toEqual([])
      expect(await relationsOf(ids[2]!)).toEqual([[ids[1], ids[2]]])
    })

    it('are related by the values of the latest import', async () => {
      const queue = await aStrictQueue([{ schema_ids: ['document_id'] }])
      const first = await one(queue, number('D-1'))
      const second = await one(queue, number('D-1'))
      expect(await relationsOf(second.id)).toEqual([[first.id, second.id]])
      await database.db('annotations').where('id', second.id).update({ status: 'importing' })
      const step = await askForImport(queue.deps, queue.fixture, second.id)
      await finishImport(queue.deps, step, anExtraction(number('D-2')))
      expect(await relationsOf(second.id)).toEqual([])
    })
  })
})

// By other ways the imports would carry out each other's hooks and mails.
describe('duplicates by rules', () => {
  it('are found among documents that are imported at the same time', async () => {
    const queue = await aStrictQueue([{ schema_ids: ['document_id'] }])
    const ids = (await Promise.all([1, 2, 3, 4].map(() => one(queue, number('C-1'))))).map(({ id }) => id)
    expect(await relationsOf(ids[0]!)).toEqual([ids.toSorted((a, b) => a - b)])
  })
})
