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
import { columns, defineResource } from '../engine/define.ts'
import { f, fieldsOf, Url } from '../engine/fields.ts'
import { by } from '../engine/filters.ts'
import { visibleIds } from '../engine/references.ts'
import { insert, patch } from '../engine/verbs.ts'
import { idFromUrl } from '../engine/urls.ts'
import type { Ctx, State } from '../../api/state.ts'
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
      load: async (rows, state) => {
        const ids = rows.flatMap((row) => queuesOf(row.content).map(Number))
        const seen = new Set(await visibleIds('queues', [...new Set([0, ...ids])], state))
        const urlOf = (id: string) => (seen.has(Number(id)) ? state.urls.of('queues', id) : undefined)
        return (row) => mapQueues(row.content as EngineSchema, urlOf)
      },
      accept: (value) => ({ content: JSON.stringify(mapQueues(value as EngineSchema, idOf)) }),
    }),
  }),
  filters: { id: by.ids('dedicated_engine_schemas.id') },
  ordering: columns('dedicated_engine_schemas', { id: 'bigint' }),
  visible: (query, state) => {
    sameOrganization('dedicated_engine_schemas')(query, state)
    if (!ownQueues(state)) return
    const seen = state.db('dedicated_engines').whereNotNull('schema_id').select('dedicated_engines.schema_id')
    visibleDedicatedEngines(seen, state)
    void query.whereIn('dedicated_engine_schemas.id', seen)
  },
  may: allowed('engines'),
  check: async (values, { state }) => {
    if (values.content === undefined) return null
    const errors = checkEngineSchema(values.content, await queuesFor(values.content, state))
    return errors && { ...errors }
  },
  save: {
    create: (values, state) =>
      insert(dedicatedEngineSchemas, values, state, { organization_id: state.who.organization_id }),
    update: async (row, values, state) => {
      await requireDraftSchema(state.db, row.id as number)
      return patch(dedicatedEngineSchemas, row, values, state)
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
async function queuesFor(content: unknown, { db, urls, ...rest }: State): Promise<QueueOf> {
  const ids = queuesOf(content).flatMap((url) => idFromUrl('queues', url) ?? [])
  const seen = await visibleIds('queues', [...new Set(ids)], { db, urls, ...rest })
  const queues = await trainingQueues(db, seen, (id) => urls.of('queues', id))
  const byId = new Map(queues.map((queue) => [queue.id, queue]))
  return (url) => byId.get(idFromUrl('queues', url) ?? 0)
}

async function validate(ctx: Ctx): Promise<void> {
  const { content } = ctx.request.body as { content?: unknown }
  const queueOf = await queuesFor(content, ctx.state)
  ctx.status = 200
  ctx.body = checkEngineSchema(content, queueOf) ?? checkMapping(content as EngineSchema, queueOf) ?? {}
}

async function predict(ctx: Ctx): Promise<void> {
  const { training_queues } = ctx.request.body as { training_queues: string[] }
  const errors = checkEngineSchema({ training_queues, fields: [] }, await queuesFor({ training_queues }, ctx.state))
  if (errors) throw invalid(errors.content as object as Record<string, unknown>)
  const ids = training_queues.flatMap((url) => idFromUrl('queues', url) ?? [])
  const queues = await trainingQueues(ctx.state.db, ids, (id) => ctx.state.urls.of('queues', id))
  ctx.status = 200
  ctx.body = { content: proposeEngineSchema(queues) }
}
