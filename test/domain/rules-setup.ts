/**
 * Queues with formulas and rules, for the tests of imports and of the actions that follow a move. Documents come in through the API, by the way
 * of the suite, and are imported in this process.
 */
import { afterAll, beforeAll } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { createToken } from '../../src/domain/people/credentials.ts'
import { openOutgoing } from '../../src/outgoing/outgoing-http.ts'
import type { Extraction } from '@sheaf/extraction/types'
import type { BlockerItem } from '../../src/rules/automation/decide.ts'
import { as } from '../support/as.ts'
import { testConnector, type TestConnector } from '../support/connector.ts'
import { testServer, type TestServer } from '../support/server.ts'
import { entered, sandboxOfWays, type Door } from '../support/ways-in.ts'
import { importPending } from '../support/without-worker.ts'
import { anExtraction, fakeDocuments } from '../workflows/fake-documents.ts'
import { anOrganization, invoiceSchema, type Fixture } from './fixtures.ts'

let server: TestServer
let receiver: TestConnector
let extraction: () => Extraction
/** Keys in the blob store that were written since the queue was created. */
let written = new Set<string>()

/** The database of `useImports`. */
export const database = {
  get db() {
    return server.deps.db
  },
}

/** Starts a server without a worker for the tests of a file. */
export function useImports(): void {
  beforeAll(async () => {
    receiver = await testConnector()
    server = await testServer({
      documents: { ...fakeDocuments(() => extraction()), ...sandboxOfWays },
      outgoing: openOutgoing({ allowedPrivateNetworks: ['127.0.0.0/8'] }),
      signals: { send: () => undefined },
    })
    const { put, delete: remove } = server.deps.blobs
    const { blobs } = server.deps
    blobs.put = (key, ...given) => {
      written.add(key)
      return put.call(blobs, key, ...given)
    }
    blobs.delete = (keys) => {
      for (const key of [keys].flat()) written.delete(key)
      return remove.call(blobs, keys)
    }
  })
  afterAll(async () => {
    await server.stop()
    await receiver.stop()
  })
}

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
  door: Door
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
  const { config } = server.deps
  const deps: Deps = {
    ...server.deps,
    config: {
      ...config,
      mailDomain: 'mail.example.org',
      emailsPerDay: 100,
      smtp: { host: 'x', port: 25, tls: 'off', from: 'x@x.example' },
    },
  }
  written = new Set()
  return { fixture, deps, schema_id, door: await doorOf(fixture, deps) }
}

/** Lets the first user of the organization in. */
async function doorOf({ organization_id, user_id }: Fixture, deps: Deps): Promise<Door> {
  const { db } = deps
  await db('user_groups').insert({ user_id, group_id: db('groups').select('id').where('name', 'admin') })
  return {
    deps,
    client: as(server.root, await createToken(db, user_id)),
    organization_id,
    user_id,
    url: (collection, id) => `${server.root}/${collection}/${id}`,
    receiver,
    reviewable: async (load) => {
      await importPending(deps, organization_id)
      return (await load())!.id
    },
  }
}

/** Returns the stored messages of outgoing emails, also of those that no row refers to, written since the newest queue was created. */
export async function storedLetters(): Promise<string[]> {
  const received = await database
    .db('emails')
    .where('type', 'incoming')
    .whereNotNull('s3_name')
    .pluck<string[]>('s3_name')
  return [...written].filter((key) => key.startsWith('emails/') && !received.some((name) => key === `emails/${name}`))
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
  /** What the extraction noticed. */
  notes?: Extraction['notes']
  line_items?: Extraction['line_items'] | undefined
  /** Is called before the import ends. */
  prepare?: ((annotation_id: number) => Promise<unknown>) | undefined
}

let files = 0

/** Imports a file by the way of the suite; returns the id of its annotation. All files have the same content. */
export async function importOne(
  { fixture, deps, door }: Pick<Queue, 'fixture' | 'deps' | 'door'>,
  { columns = {}, fields, prepare, line_items = [], notes }: Import = {},
): Promise<number> {
  const { db } = database
  const queue_id = fixture.queue.id
  extraction = () => ({ ...anExtraction(fields), line_items, ...(notes ? { notes } : {}) })
  const find = await entered(door, queue_id, { stem: `bill${++files}`, bytes: Buffer.from('%PDF-1.7 bill') })
  await importPending(deps, fixture.organization_id, async (id) => {
    const own = await db('annotations').where({ id, queue_id }).first('id')
    if (!own) return
    if (Object.keys(columns).length > 0) await db('annotations').where({ id }).update(columns)
    await prepare?.(id)
  })
  return (await find())!.id
}

export async function blockersOf(annotation_id: number): Promise<BlockerItem[]> {
  const row = await database.db('automation_blockers').where({ annotation_id }).first('content')
  return row?.content ?? []
}

/** Imports an annotation; returns its row, its blockers and its values. */
export async function imported(queue: Queue) {
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
