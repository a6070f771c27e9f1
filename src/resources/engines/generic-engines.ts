import { GENERIC_SCHEMA } from '../../domain/engines/generic-schema.ts'
import { GenericEngine } from '../../models/index.ts'
import { allowed, everyRow } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import { urlOf } from '../framework/fields.ts'
import { engineSchemaOutput } from './output-schemas.ts'

export const genericEngines = defineResource(GenericEngine, {
  path: 'generic_engines',
  singular: 'generic engine',
  description: 'The engine that extracts documents without training.',
  verbs: ['list', 'retrieve'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    name: f.text('Name of the engine.', { readOnly: true }),
    description: f.text('Description for users.', { readOnly: true }),
    documentation_url: f.text('URL of its documentation; null if none.', { readOnly: true, nullable: true }),
    schema: f.computed(
      'URL of the schema that lists its outputs.',
      urlOf('generic_engine_schemas'),
      ({ id }, { urls }) => urls.of('generic_engine_schemas', id),
    ),
  }),
  filters: (by) => ({ id: by.ids() }),
  ordering: { id: 'bigint' },
  visible: everyRow,
  may: allowed('generic_engines'),
})

/** Each engine has one schema, which has the id of the engine. */
export const genericEngineSchemas = defineResource(GenericEngine, {
  path: 'generic_engine_schemas',
  singular: 'generic engine schema',
  description: 'The outputs of the generic engine.',
  verbs: ['list', 'retrieve'],
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    content: f.constant(
      'Outputs of the engine.',
      engineSchemaOutput('Always empty; the generic engine requires no training.'),
      GENERIC_SCHEMA,
    ),
  }),
  filters: (by) => ({ id: by.ids() }),
  ordering: { id: 'bigint' },
  visible: everyRow,
  may: allowed('generic_engines'),
})
