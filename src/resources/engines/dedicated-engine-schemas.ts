import { Type } from 'typebox'
import { deleteDedicatedSchema, trainingQueues } from '../../domain/engines/dedicated.ts'
import { dedicatedSchemaRows, updateDedicatedSchema } from '../../domain/engines/save-engines.ts'
import { invalid } from '../../errors.ts'
import { DedicatedEngineSchema, type RowOf } from '../../models/index.ts'
import {
  checkEngineSchema,
  checkMapping,
  mapQueues,
  proposeEngineSchema,
  queuesOf,
  type EngineSchema,
  type QueueOf,
} from '../../rules/engine-schema/index.ts'
import { allowed, can, ownQueues, sameOrganization } from '../access.ts'
import { defineResource, type UrlOf } from '../framework/define.ts'
import { urlOf } from '../framework/fields.ts'
import { visibleIds } from '../framework/relations.ts'
import { ok, type Answer, type Caller, type Request } from '../framework/request.ts'
import { idFromUrl } from '../framework/urls.ts'
import { visibleDedicatedEngines } from './dedicated-engines.ts'
import { engineSchemaOutput, EngineSchemaInput } from './output-schemas.ts'

const Content = engineSchemaOutput('URLs of the queues whose annotations train the engine.')
const DESCRIPTION = 'Outputs of the engine, and the queues that train it.'
const OUTPUT = { category: 'datapoint', engine_output_id: 'document_id', label: 'Number', type: 'string' }

export const dedicatedEngineSchemas = defineResource(DedicatedEngineSchema, {
  path: 'dedicated_engine_schemas',
  singular: 'dedicated engine schema',
  description: 'The outputs of a dedicated engine, and the queue fields that train each output.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    content: f.custom(
      DESCRIPTION,
      {
        output: Content,
        // src/rules/engine-schema validates the input and returns a tree of errors.
        input: Type.Unknown(),
        required: true,
        large: true,
        example: (url: UrlOf) => ({ training_queues: [url('queues')], fields: [{ ...OUTPUT, trained: true }] }),
      },
      {
        documented: () => ({ ...EngineSchemaInput, description: DESCRIPTION }),
        load: async (rows, caller) => {
          const ids = rows.flatMap(({ content }) => queuesOf(content).map(Number))
          const seen = new Set<number>(await visibleIds('queues', [...new Set(ids)], caller))
          const shown = (id: string) => (seen.has(Number(id)) ? caller.urls.of('queues', id) : undefined)
          return ({ content }) => mapQueues(content, shown)
        },
        accept: (content) => ({ content }),
      },
    ),
  }),
  filters: (by) => ({ id: by.ids() }),
  ordering: { id: 'bigint' },
  visible: (query, caller) => {
    sameOrganization(query, caller, 'dedicated_engine_schemas')
    if (!ownQueues(caller)) return
    const seen = caller.db('dedicated_engines').whereNotNull('schema_id').select('dedicated_engines.schema_id')
    visibleDedicatedEngines(seen, caller, 'dedicated_engines')
    void query.whereIn('dedicated_engine_schemas.id', seen)
  },
  may: allowed('engines'),
  check: async ({ columns: { content } }, { caller }) => {
    if (content === undefined) return null
    const errors = checkEngineSchema(content, await queuesFor(content, caller))
    return errors && { ...errors }
  },
  save: {
    create: ({ columns }, { db, who }) => dedicatedSchemaRows.create(db, who, stored(columns)),
    update: ({ id }, { columns }, { db, who }) => updateDedicatedSchema(db, who, id, stored(columns)),
    destroy: ({ id }, { db }) => deleteDedicatedSchema(db, id),
  },
  actions: [
    {
      method: 'post',
      path: 'validate',
      summary:
        'Validate a schema without saving it. Returns an empty object if it can train an engine, otherwise the errors.',
      may: can('read'),
      body: Type.Object({ content: Type.Optional(Type.Unknown()) }),
      documented: Type.Object({ content: { ...EngineSchemaInput, description: 'Content to validate.' } }),
      example: (url) => ({ content: { training_queues: [url('queues')], fields: [OUTPUT] } }),
      responds: { status: 200, body: Type.Record(Type.String(), Type.Unknown()) },
      handle: validate,
    },
    {
      method: 'post',
      path: 'predict',
      summary: 'Propose a schema that maps the fields of the training queues to outputs.',
      may: can('read'),
      body: Type.Object({
        training_queues: Type.Array(urlOf('queues', Type.String()), {
          description: 'URLs of the queues to train the engine.',
        }),
      }),
      example: (url) => ({ training_queues: [url('queues')] }),
      responds: { status: 200, body: Type.Object({ content: { ...Content, description: 'Proposed schema.' } }) },
      handle: predict,
    },
  ],
})

/** Returns the columns to store, with ids of queues instead of URLs. */
const stored = ({ content }: Partial<RowOf<DedicatedEngineSchema>>) =>
  content === undefined ? {} : { content: mapQueues(content, (url) => idFromUrl('queues', url)?.toString()) }

/** Returns the queues in the content that the caller sees. */
async function queuesFor(content: unknown, caller: Caller): Promise<QueueOf> {
  const ids = queuesOf(content).flatMap((url) => idFromUrl('queues', url) ?? [])
  const seen = await visibleIds('queues', [...new Set(ids)], caller)
  const queues = await trainingQueues(caller.db, seen, (id) => caller.urls.of('queues', id))
  const byId = new Map(queues.map((queue) => [queue.id, queue]))
  return (url) => byId.get(idFromUrl('queues', url) ?? 0)
}

async function validate(request: Request<{ content?: unknown }>): Promise<Answer> {
  const { content } = request.body
  const queueOf = await queuesFor(content, request)
  return ok(checkEngineSchema(content, queueOf) ?? checkMapping(content as EngineSchema, queueOf) ?? {})
}

async function predict(request: Request<{ training_queues: string[] }>): Promise<Answer> {
  const { training_queues } = request.body
  const errors = checkEngineSchema({ training_queues, fields: [] }, await queuesFor({ training_queues }, request))
  if (errors) throw invalid({ ...(errors.content as object) })
  const ids = training_queues.flatMap((url) => idFromUrl('queues', url) ?? [])
  const queues = await trainingQueues(request.db, ids, (id) => request.urls.of('queues', id))
  return ok({ content: proposeEngineSchema(queues) })
}
