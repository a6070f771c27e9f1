import { Type } from 'typebox'
import {
  countUsedFields,
  deleteEngine,
  duplicateEngine,
  missingForTemplate,
  newAgendaId,
} from '../../domain/engines/engines.ts'
import { invalid } from '../../errors.ts'
import { TEMPLATE_NAMES } from '../../domain/queues/templates/index.ts'
import type { SchemaContent } from '../../rules/schema-content.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, Url, type Field } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { group, visibleIds } from '../legacy/references.ts'
import { insert, load, respond } from '../legacy/verbs.ts'
import { ok, type Answer, type Request } from '../engine/request.ts'
import { allowed, assignedQueues, can, ownQueues, sameOrganization, type Visible } from '../access.ts'

const ENGINE_TYPES = ['extractor', 'splitter'] as const
const Open = Type.Record(Type.String(), Type.Unknown())

/** Administrators see all engines of the organization, everybody else those of queues they work on. */
export const visibleEngines: Visible = (query, caller) => {
  sameOrganization(query, caller, 'engines')
  const mine = ownQueues(caller)
  if (!mine) return
  const bound = caller
    .db('queues')
    .whereIn('queues.id', mine)
    .whereNotNull('queues.engine_id')
    .select('queues.engine_id')
  const training = caller
    .db('engine_training_queues')
    .whereIn('engine_training_queues.queue_id', mine)
    .select('engine_training_queues.engine_id')
  void query.where((seen) => void seen.whereIn('engines.id', bound).orWhereIn('engines.id', training))
}

/** Loads the URLs of what rows are paired with, as far as the client sees it. */
export function visiblePairs(
  collection: string,
  pairs: { table: string; own: string; other: string },
): NonNullable<Field['load']> {
  return async (rows, caller) => {
    const ids = rows.map((row) => row.id as number)
    const found = await caller
      .db(pairs.table)
      .whereIn(pairs.own, ids)
      .orderBy(pairs.other)
      .select(pairs.own, pairs.other)
    const others = found.map((pair) => pair[pairs.other] as number)
    const seen = new Set(await visibleIds(collection, [...new Set([0, ...others])], caller))
    const visible = found.filter((pair) => seen.has(pair[pairs.other] as number))
    return group(visible, pairs.own, (pair) => caller.urls.of(collection, pair[pairs.other] as number))
  }
}

const training = { table: 'engine_training_queues', own: 'engine_id', other: 'queue_id' }

export const engines = defineResource({
  path: 'engines',
  singular: 'engine',
  table: 'engines',
  description: 'What reads the documents of queues, defined by its fields.',
  fields: fieldsOf({
    id: f.id(),
    url: f.self(),
    organization: f.ref('organizations', { readOnly: true }),
    name: f.text({ required: true, max: 255 }),
    type: f.oneOf(ENGINE_TYPES, { required: true }),
    learning_enabled: f.bool({ default: true }),
    training_queues: (name) => ({
      ...f.refs('queues', training, { default: [] })(name),
      load: visiblePairs('queues', training),
    }),
    description: f.text({ default: '' }),
    agenda_id: f.text({ readOnly: true }),
    settings: f.json(Open, { default: {} }),
  }),
  filters: {
    id: by.ids('engines.id'),
    type: by.oneOf('engines.type', ENGINE_TYPES),
    agenda_id: by.text('engines.agenda_id'),
  },
  ordering: columns('engines', { id: 'bigint', name: 'text' }),
  visible: visibleEngines,
  may: allowed('engines'),
  save: {
    create: (values, caller) =>
      insert(engines, values, caller, { organization_id: caller.who.organization_id, agenda_id: newAgendaId() }),
    destroy: (row, { db }) => deleteEngine(db, row.id as number),
  },
  sideloads: {
    engine_fields: {
      resource: 'engine_fields',
      ids: async (rows, _shown, { db }) => {
        const engine_ids = rows.map((row) => row.id as number)
        return (await db('engine_fields').whereIn('engine_id', engine_ids).select('id')).map((row) => row.id as number)
      },
    },
  },
  actions: [
    {
      method: 'post',
      path: ':id/duplicate',
      summary: 'Copy an engine with its fields; no queue is bound to the copy or trains it.',
      may: allowed('engines').create,
      body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }) }),
      responds: { status: 201, body: Type.Ref('engines') },
      handle: async (request) => {
        const { id } = await load(engines, request)
        const { name } = request.body as { name: string }
        return respond(engines, request, await duplicateEngine(request.db, id as number, name), 201)
      },
    },
    {
      method: 'post',
      path: ':id/check_template_compatibility',
      summary: 'Has the engine all fields that the schema of a template needs?',
      may: can('read'),
      body: Type.Object({ name: Type.String({ enum: [...TEMPLATE_NAMES] }) }),
      responds: {
        status: 200,
        body: Type.Object({ compatible: Type.Boolean(), missing_fields: Type.Array(Type.String()) }),
      },
      handle: checkTemplate,
    },
    {
      method: 'get',
      path: ':id/queue_stats',
      summary: 'The queues that use or train the engine, and how many of its fields their schemas have.',
      may: can('read'),
      responds: {
        status: 200,
        body: Type.Object({
          results: Type.Array(
            Type.Object({
              queue: Url,
              number_of_used_engine_fields: Type.Integer(),
              training_queue: Type.Boolean(),
              prediction_queue: Type.Boolean(),
            }),
          ),
        }),
      },
      handle: queueStats,
    },
  ],
})

async function checkTemplate(request: Request): Promise<Answer> {
  const { id } = await load(engines, request)
  const { name } = request.body as { name: string }
  if (!TEMPLATE_NAMES.includes(name)) throw invalid({ name: [`"${name}" is not a valid choice.`] })
  const missing_fields = await missingForTemplate(request.db, id as number, name)
  return ok({ compatible: missing_fields.length === 0, missing_fields })
}

async function queueStats(request: Request): Promise<Answer> {
  const { id } = await load(engines, request)
  const { db, urls } = request
  const names = new Set(
    (await db('engine_fields').where('engine_id', id).select('name')).map((row) => row.name as string),
  )
  const trains = db(training.table).where('engine_id', id).select('queue_id')
  const query = db('queues')
    .join('schemas', 'schemas.id', 'queues.schema_id')
    .where((used) => void used.where('queues.engine_id', id).orWhereIn('queues.id', trains))
    .orderBy('queues.id')
    .select('queues.id', 'queues.engine_id', 'schemas.content', {
      trains: db.raw('exists (select from engine_training_queues t where t.queue_id = queues.id and t.engine_id = ?)', [
        id as number,
      ]),
    })
  assignedQueues('id')(query, request, 'queues')
  const found = (await query) as { id: number; engine_id: number | null; content: SchemaContent; trains: boolean }[]
  return ok({
    results: found.map((queue) => ({
      queue: urls.of('queues', queue.id),
      number_of_used_engine_fields: countUsedFields(queue.content, names),
      training_queue: queue.trains,
      prediction_queue: queue.engine_id === id,
    })),
  })
}
