import { Type } from 'typebox'
import { invalid } from '../../errors.ts'
import { deleteDedicatedSchema, requireDraftSchema, trainingQueues } from '../../domain/engines/dedicated.ts'
import {
  checkEngineSchema,
  checkMapping,
  mapQueues,
  proposeEngineSchema,
  queuesOf,
  type EngineSchema,
  type QueueOf,
} from '../../rules/engine-schema/index.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, Url } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { visibleIds } from '../legacy/references.ts'
import { insert, patch } from '../legacy/verbs.ts'
import { idFromUrl } from '../engine/urls.ts'
import { ok, type Answer, type Caller, type Request } from '../engine/request.ts'
import { allowed, can, ownQueues, sameOrganization } from '../access.ts'
import { visibleDedicatedEngines } from './dedicated-engines.ts'
import { EngineSchemaShape } from '../shapes.ts'

const Content = Type.Object({
  training_queues: Type.Array(Url),
  fields: Type.Array(Type.Record(Type.String(), Type.Unknown())),
})

export const dedicatedEngineSchemas = defineResource({
  path: 'dedicated_engine_schemas',
  singular: 'dedicated engine schema',
  table: 'dedicated_engine_schemas',
  description: 'What a dedicated engine puts out, and from which fields of which queues it is to learn that.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    content: f.custom({
      output: Content,
      // The shape is checked by the rules, which answer with a tree of errors.
      input: Type.Unknown(),
      shape: () => EngineSchemaShape,
      required: true,
      load: async (rows, caller) => {
        const ids = rows.flatMap((row) => queuesOf(row.content).map(Number))
        const seen = new Set(await visibleIds('queues', [...new Set([0, ...ids])], caller))
        const urlOf = (id: string) => (seen.has(Number(id)) ? caller.urls.of('queues', id) : undefined)
        return (row) => mapQueues(row.content as EngineSchema, urlOf)
      },
      accept: (value) => ({ content: JSON.stringify(mapQueues(value as EngineSchema, idOf)) }),
    }),
  }),
  filters: { id: by.ids('dedicated_engine_schemas.id') },
  ordering: columns('dedicated_engine_schemas', { id: 'bigint' }),
  visible: (query, caller) => {
    sameOrganization(query, caller, 'dedicated_engine_schemas')
    if (!ownQueues(caller)) return
    const seen = caller.db('dedicated_engines').whereNotNull('schema_id').select('dedicated_engines.schema_id')
    visibleDedicatedEngines(seen, caller, 'dedicated_engines')
    void query.whereIn('dedicated_engine_schemas.id', seen)
  },
  may: allowed('engines'),
  check: async (values, { caller }) => {
    if (values.content === undefined) return null
    const errors = checkEngineSchema(values.content, await queuesFor(values.content, caller))
    return errors && { ...errors }
  },
  save: {
    create: (values, caller) =>
      insert(dedicatedEngineSchemas, values, caller, { organization_id: caller.who.organization_id }),
    update: async (row, values, caller) => {
      await requireDraftSchema(caller.db, row.id as number)
      return patch(dedicatedEngineSchemas, row, values, caller)
    },
    destroy: (row, { db }) => deleteDedicatedSchema(db, row.id as number),
  },
  actions: [
    {
      method: 'post',
      path: 'validate',
      summary:
        'Check a schema without saving it: an empty object when an engine could be trained by it, else the errors.',
      may: can('read'),
      body: Type.Object({ content: Type.Optional(Type.Unknown()) }),
      shape: Type.Object({ content: EngineSchemaShape }),
      responds: { status: 200, body: Type.Record(Type.String(), Type.Unknown()) },
      handle: validate,
    },
    {
      method: 'post',
      path: 'predict',
      summary: 'Propose a schema: the fields that the schemas of the training queues have, mapped to outputs.',
      may: can('read'),
      body: Type.Object({ training_queues: Type.Array(Type.String()) }),
      responds: { status: 200, body: Type.Object({ content: Content }) },
      handle: predict,
    },
  ],
})

const idOf = (url: string): string | undefined => idFromUrl('queues', url)?.toString()

/** The visible queues among all that stands where a queue is meant. */
async function queuesFor(content: unknown, { db, urls, ...rest }: Caller): Promise<QueueOf> {
  const ids = queuesOf(content).flatMap((url) => idFromUrl('queues', url) ?? [])
  const seen = await visibleIds('queues', [...new Set(ids)], { db, urls, ...rest })
  const queues = await trainingQueues(db, seen, (id) => urls.of('queues', id))
  const byId = new Map(queues.map((queue) => [queue.id, queue]))
  return (url) => byId.get(idFromUrl('queues', url) ?? 0)
}

async function validate(request: Request): Promise<Answer> {
  const { content } = request.body as { content?: unknown }
  const queueOf = await queuesFor(content, request)
  return ok(checkEngineSchema(content, queueOf) ?? checkMapping(content as EngineSchema, queueOf) ?? {})
}

async function predict(request: Request): Promise<Answer> {
  const { training_queues } = request.body as { training_queues: string[] }
  const errors = checkEngineSchema({ training_queues, fields: [] }, await queuesFor({ training_queues }, request))
  if (errors) throw invalid(errors.content as object as Record<string, unknown>)
  const ids = training_queues.flatMap((url) => idFromUrl('queues', url) ?? [])
  const queues = await trainingQueues(request.db, ids, (id) => request.urls.of('queues', id))
  return ok({ content: proposeEngineSchema(queues) })
}
