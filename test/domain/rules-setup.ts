/** Queues with formulas and rules, for the tests of imports and of the actions that follow a move. */
import type { Deps } from '../../src/deps.ts'
import { finishImport } from '../../src/domain/intake/finish-import.ts'
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

/** A queue with these columns, and with formula fields in its schema. */
export async function aQueue(
  columns: object = {},
  formulas: object[] = [],
): Promise<{ fixture: Fixture; deps: Deps; schema_id: number; blobs: Map<string, Buffer> }> {
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
  const [row] = await database
    .db('rules')
    .insert({ organization_id, schema_id, name: 'R', trigger_condition: condition, actions: JSON.stringify(actions) })
    .returning('id')
  return row.id as number
}

/** Imports an annotation; returns its row, its blockers and its values. */
export async function imported({ fixture, deps }: { fixture: Fixture; deps: Deps }) {
  const { db } = database
  const id = await anAnnotation(db, fixture, 'importing')
  const step = await askForImport(deps, fixture, id)
  await finishImport(deps, step, anExtraction())
  const row = await db('annotations').where({ id }).first('status', 'messages', 'automatically_rejected', 'queue_id')
  const blockers = await db('automation_blockers').where('annotation_id', id).first('content')
  const { fields } = await db('annotation_contents').where('annotation_id', id).first('fields')
  const value = (name: string) => (fields[name] as { string: string }[] | undefined)?.[0]?.string
  return { id, ...row, blockers: blockers?.content ?? [], value }
}

export const logsOf = (rule_id: number) => database.db('rule_executions').where({ rule_id }).orderBy('id').select('*')
export const requestsOf = (annotation_id: number) =>
  database.db('events').where({ annotation_id, kind: 'annotation.rules_requested' }).orderBy('id').pluck('data')
