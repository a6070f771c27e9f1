/** Queues with formulas and rules, for the tests of imports and of the actions that follow a move. */
import type { Deps } from '../../src/deps.ts'
import { finishImport } from '../../src/domain/intake/finish-import.ts'
import type { Extraction } from '../../src/extraction/types.ts'
import type { BlockerItem } from '../../src/rules/automation.ts'
import { database } from '../support/database.ts'
import { anExtraction } from '../workflows/fake-documents.ts'
import {
  anAnnotation,
  anOrganization,
  askForImport,
  depsWithoutTemporal,
  invoiceSchema,
  type Fixture,
} from './fixtures.ts'

export const formula = (id: string, text: string) => ({
  category: 'datapoint',
  id,
  label: id,
  type: 'string',
  formula: text,
  ui_configuration: { type: 'formula' },
  constraints: { required: false },
})

export interface Queue {
  fixture: Fixture
  deps: Deps
  schema_id: number
  blobs: Map<string, Buffer>
}

/** A queue with these columns, and with formula fields in its schema. */
export async function aQueue(columns: object = {}, formulas: object[] = []): Promise<Queue> {
  const { db } = database
  const fixture = await anOrganization(db, { ...columns })
  const { schema_id } = await db('queues').where('id', fixture.queue.id).first('schema_id')
  const [basics, lines] = invoiceSchema
  const content = [{ ...basics, children: [...basics!.children, ...formulas] }, lines]
  await db('schemas')
    .where('id', schema_id)
    .update({ content: JSON.stringify(content) })
  const { deps: base, blobs } = depsWithoutTemporal(db)
  const config = { ...base.config, mailDomain: 'mail.example.org', emailsPerDay: 100, smtp: { host: 'x' } }
  return { fixture, deps: { ...base, config } as unknown as Deps, schema_id, blobs: blobs.kept }
}

export const action = (type: string, payload: object, event = 'validation') => ({
  id: type,
  enabled: true,
  type,
  event,
  payload,
})

export async function aRule(
  { organization_id }: Fixture,
  schema_id: number,
  condition: string,
  actions: object[],
): Promise<number> {
  const given = { organization_id, schema_id, name: 'R', trigger_condition: condition }
  return insertOne('rules', { ...given, actions: JSON.stringify(actions) })
}

/** Inserts a row; returns its id. */
export const insertOne = async (table: string, row: object): Promise<number> =>
  ((await database.db(table).insert(row).returning('id')) as { id: number }[])[0]!.id

export async function aTrigger({ fixture }: Queue, event: string, condition: object = {}): Promise<number> {
  const { organization_id, queue } = fixture
  return insertOne('triggers', { organization_id, queue_id: queue.id, event, condition: JSON.stringify(condition) })
}

/** Creates a delete recommendation with this condition. */
export async function aRecommendation(queue: Queue, condition: object, enabled = true): Promise<void> {
  const trigger_id = await aTrigger(queue, 'validation', condition)
  const { organization_id, queue: of } = queue.fixture
  await insertOne('delete_recommendations', { organization_id, queue_id: of.id, trigger_id, enabled })
}

export interface Import {
  /** Columns of the annotation. */
  columns?: Record<string, unknown>
  /** Fields that are read from the document. */
  fields?: Extraction['fields']
  line_items?: Extraction['line_items'] | undefined
  /** Is called before the import ends. */
  prepare?: ((annotation_id: number) => Promise<unknown>) | undefined
}

/** Imports an annotation; returns its id. */
export async function importOne(
  { fixture, deps }: Pick<Queue, 'fixture' | 'deps'>,
  { columns, fields, prepare, line_items = [] }: Import = {},
): Promise<number> {
  const id = await anAnnotation(database.db, fixture, 'importing', columns)
  await prepare?.(id)
  await finishImport(deps, await askForImport(deps, fixture, id), { ...anExtraction(fields), line_items })
  return id
}

export async function blockersOf(annotation_id: number): Promise<BlockerItem[]> {
  const row = await database.db('automation_blockers').where({ annotation_id }).first('content')
  return row?.content ?? []
}

/** Imports an annotation; returns its row, its blockers and its values. */
export async function imported(queue: Pick<Queue, 'fixture' | 'deps'>) {
  const { db } = database
  const id = await importOne(queue)
  const row = await db('annotations').where({ id }).first('status', 'messages', 'automatically_rejected', 'queue_id')
  const { fields } = await db('annotation_contents').where('annotation_id', id).first('fields')
  const value = (name: string) => (fields[name] as { string: string }[] | undefined)?.[0]?.string
  return { id, ...row, blockers: await blockersOf(id), value }
}

export const logsOf = (rule_id: number) => database.db('rule_executions').where({ rule_id }).orderBy('id').select('*')
export const requestsOf = (annotation_id: number) =>
  database.db('events').where({ annotation_id, kind: 'annotation.rules_requested' }).orderBy('id').pluck('data')
