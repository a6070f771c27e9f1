import type { Id } from '../../src/rules/access/ids.ts'
import type { Knex } from 'knex'
import type { Deps } from '../../src/deps.ts'
import { statusChanged, writeEvents } from '../../src/domain/outbox/events.ts'
import { transact } from '../../src/domain/outbox/transaction.ts'
import type { Step } from '../../src/workflows/contract.ts'
import { memoryBlobs, someDeps } from '../support/deps.ts'

export interface Fixture {
  organization_id: number
  user_id: number
  other_user_id: number
  queue: { id: number; organization_id: number }
  who: { user_id: number; organization_id: number }
  other: { user_id: number; organization_id: number }
}

/** The usual fields of invoices and one table, all optional unless `required`. */
export const invoiceSchema = [
  {
    category: 'section',
    id: 'basics',
    label: 'Basics',
    children: [
      field('document_id', 'string'),
      field('date_issue', 'date'),
      field('amount_total', 'number'),
      { ...field('department', 'string'), rir_field_names: ['upload:department'] },
    ],
  },
  {
    category: 'section',
    id: 'lines_section',
    label: 'Lines',
    children: [
      {
        category: 'multivalue',
        id: 'lines',
        label: 'Lines',
        rir_field_names: ['line_items'],
        children: {
          category: 'tuple',
          id: 'line',
          label: 'Line',
          children: [field('table_column_description', 'string'), field('table_column_amount_total', 'number')],
        },
      },
    ],
  },
]

function field(id: string, type: string) {
  return { category: 'datapoint', id, label: id, type, rir_field_names: [id], constraints: { required: false } }
}

/** Creates an organization with two users and a queue; `queue` overrides columns of the queue. */
export async function anOrganization(db: Knex, queue: Record<string, unknown> = {}): Promise<Fixture> {
  const one = async (table: string, row: Record<string, unknown>) =>
    ((await db(table).insert(row).returning('id')) as { id: number }[])[0]!.id
  const organization_group_id = await one('organization_groups', { name: 'Group' })
  const organization_id = await one('organizations', { name: 'Acme', organization_group_id })
  const person = (name: string) =>
    one('users', {
      organization_id,
      username: `${name}.${organization_id}@acme.example`,
      email: `${name}@acme.example`,
    })
  const user_id = await person('ada')
  const other_user_id = await person('bob')
  const workspace_id = await one('workspaces', { organization_id, name: 'Bills' })
  const schema_id = await one('schemas', { organization_id, name: 'Invoice', content: JSON.stringify(invoiceSchema) })
  const queue_id = await one('queues', { organization_id, workspace_id, schema_id, name: 'Invoices EU', ...queue })
  return {
    organization_id,
    user_id,
    other_user_id,
    queue: { id: queue_id, organization_id },
    who: { user_id, organization_id },
    other: { user_id: other_user_id, organization_id },
  }
}

/** Returns dependencies whose Temporal is unavailable and whose log is silent. */
export function depsWithoutTemporal(db: Knex, blobs = memoryBlobs()): { deps: Deps; blobs: typeof blobs } {
  return { deps: someDeps({ db, blobs }), blobs }
}

/** Writes an event that requests the import of an annotation; returns it as the lifecycle reads it. */
export async function askForImport(deps: Deps, { organization_id }: Fixture, annotation_id: number): Promise<Step> {
  const { queue_id } = (await deps.db('annotations').where('id', annotation_id).first('queue_id')) as {
    queue_id: number
  }
  const annotation = { id: annotation_id, organization_id, queue_id, upload_id: null }
  const [event_id] = await transact(deps, (tx) =>
    writeEvents(tx, [statusChanged(annotation, { from: 'created', to: 'importing' })]),
  )
  return { annotation_id, event_id: event_id!, consumer: 'lifecycle' }
}

/** Creates an annotation with its document, without content. */
export async function anAnnotation(
  db: Knex,
  { organization_id, queue }: Fixture,
  status: string,
  columns: Record<string, unknown> = {},
): Promise<Id<'annotations'>> {
  // Each is another file, so that none is a duplicate.
  const name = `${Math.random()}`.slice(2)
  const [document] = (await db('documents')
    .insert({
      organization_id,
      s3_name: name,
      mime_type: 'application/pdf',
      original_file_name: 'bill.pdf',
      size: 10,
      sha256: name,
      md5: name,
    })
    .returning('id')) as { id: number }[]
  const { schema_id } = (await db('queues').where({ id: queue.id }).first('schema_id')) as { schema_id: number }
  const [annotation] = (await db('annotations')
    .insert({ organization_id, queue_id: queue.id, schema_id, document_id: document!.id, status, ...columns })
    .returning('id')) as { id: Id<'annotations'> }[]
  return annotation!.id
}
