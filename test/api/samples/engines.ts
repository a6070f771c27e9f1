/** Engines of all types, their fields and schemas. */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { Tenant } from '../../support/factories.ts'
import { insert, next, type Samples } from './sample.ts'

const anEngine = (db: Knex, { organization_id }: Tenant): Promise<number> =>
  insert(db, 'engines', {
    organization_id,
    name: `engine ${next()}`,
    type: 'extractor',
    agenda_id: randomBytes(12).toString('hex'),
  })

/** One name for all engines, because the name of a field cannot be changed. */
const NAME = 'document_id'

const aDedicatedSchema = (db: Knex, { organization_id }: Tenant): Promise<number> =>
  insert(db, 'dedicated_engine_schemas', { organization_id, content: { training_queues: [], fields: [] } })

const firstGeneric = (db: Knex): Promise<number> =>
  db('generic_engines')
    .first('id')
    .then((row: { id: number }) => row.id)

export const engines: Samples = {
  engines: {
    make: anEngine,
    create: () => ({ name: `engine ${next()}`, type: 'extractor' }),
    write: (url, tenant) => ({
      name: `engine ${next()}`,
      type: 'splitter',
      learning_enabled: false,
      training_queues: [url('queues', tenant.queue_id)],
      description: 'Reads invoices.',
      settings: { use_case: 'invoices' },
    }),
  },
  engine_fields: {
    make: async (db, tenant) =>
      insert(db, 'engine_fields', {
        organization_id: tenant.organization_id,
        engine_id: await anEngine(db, tenant),
        name: NAME,
        label: 'Number',
        type: 'string',
      }),
    create: async (url, tenant, db) => ({
      engine: url('engines', await anEngine(db, tenant)),
      name: NAME,
      label: 'Number',
      type: 'string',
    }),
    write: () => ({
      name: NAME,
      label: 'Document number',
      type: 'string',
      subtype: 'alphanumeric',
      pre_trained_field_id: 'document_id',
      tabular: true,
      multiline: 'true',
      schemas: [],
    }),
  },
  dedicated_engines: {
    make: async (db, tenant) =>
      insert(db, 'dedicated_engines', {
        organization_id: tenant.organization_id,
        name: `dedicated engine ${next()}`,
        schema_id: await aDedicatedSchema(db, tenant),
      }),
    create: () => ({ name: `dedicated engine ${next()}` }),
    write: async (url, tenant, db) => ({
      name: `dedicated engine ${next()}`,
      description: 'For invoices.',
      status: 'schema_review',
      schema: url('dedicated_engine_schemas', await aDedicatedSchema(db, tenant)),
      queues: [url('queues', tenant.queue_id)],
    }),
  },
  dedicated_engine_schemas: {
    make: aDedicatedSchema,
    create: (url, tenant) => ({ content: content(url('queues', tenant.queue_id)) }),
    write: (url, tenant) => ({ content: content(url('queues', tenant.queue_id)) }),
  },
  generic_engines: { make: firstGeneric },
  generic_engine_schemas: { make: firstGeneric },
}

const content = (queue: string) => ({
  training_queues: [queue],
  fields: [
    {
      category: 'datapoint',
      engine_output_id: 'document_id',
      label: 'Number',
      trained: false,
      type: 'string',
      description: null,
      sources: [{ queue, schema_id: 'document_id' }],
    },
  ],
})
