import { Type } from 'typebox'
import { GENERIC_SCHEMA } from '../../domain/engines/generic-schema.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, Url } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { allowed, everyRow } from '../access.ts'

export const genericEngines = defineResource({
  path: 'generic_engines',
  singular: 'generic engine',
  table: 'generic_engines',
  description: 'The engine that reads documents without training.',
  verbs: ['list', 'retrieve'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    name: f.text({ readOnly: true }),
    description: f.text({ readOnly: true }),
    documentation_url: f.text({ readOnly: true, nullable: true }),
    schema: f.computed(Url, (row, { urls }) => urls.of('generic_engine_schemas', row.id as number)),
  }),
  filters: { id: by.ids('generic_engines.id') },
  ordering: columns('generic_engines', { id: 'bigint' }),
  visible: everyRow,
  may: allowed('generic_engines'),
})

/** Each engine has one schema, under the engine's own id. */
export const genericEngineSchemas = defineResource({
  path: 'generic_engine_schemas',
  singular: 'generic engine schema',
  table: 'generic_engines',
  description: 'What the generic engine reads.',
  verbs: ['list', 'retrieve'],
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    content: f.constant(
      Type.Object({ training_queues: Type.Array(Url), fields: Type.Array(Type.Record(Type.String(), Type.Unknown())) }),
      GENERIC_SCHEMA,
    ),
  }),
  filters: { id: by.ids('generic_engines.id') },
  ordering: columns('generic_engines', { id: 'bigint' }),
  visible: everyRow,
  may: allowed('generic_engines'),
})
