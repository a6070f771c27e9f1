import { Type } from 'typebox'
import { countUsedFields, deleteEngine, duplicateEngine, missingForTemplate } from '../../domain/engines/engines.ts'
import { createEngine, engineRows } from '../../domain/engines/save-engines.ts'
import { TEMPLATE_NAMES } from '../../domain/queues/templates/index.ts'
import { invalid } from '../../errors.ts'
import { Engine, EngineField, EngineTrainingQueue, Schema, type Queue, type RowOf } from '../../models/index.ts'
import { allowed, assignedQueues, can, ownQueues, sameOrganization, type Visible } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import { Url } from '../framework/fields.ts'
import { resourceAt } from '../framework/registry.ts'
import { ok, type Answer, type Request } from '../framework/request.ts'
import { createBy, respond } from '../framework/verbs.ts'

const ENGINE_TYPES = ['extractor', 'splitter'] as const

/** Administrators see all engines of the organization, other users those that extract or learn from their queues. */
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

const Compatibility = Type.Object({
  compatible: Type.Boolean({ description: 'Whether the engine has all fields of the template.' }),
  missing_fields: Type.Array(Type.String(), { description: 'Names of the fields that the engine lacks.' }),
})

const QueueStats = Type.Object({
  queue: { ...Url, description: 'URL of the queue.' },
  number_of_used_engine_fields: Type.Integer({
    description: 'Number of engine fields that the schema of the queue uses.',
  }),
  training_queue: Type.Boolean({ description: 'Whether the engine learns from the queue.' }),
  prediction_queue: Type.Boolean({ description: 'Whether the engine extracts the documents of the queue.' }),
})

export const engines = defineResource(Engine, {
  path: 'engines',
  singular: 'engine',
  description: 'An engine that extracts its engine fields from the documents of queues.',
  fields: (f) => ({
    id: f.id(),
    url: f.url(),
    organization: f.organization(),
    name: f.text('Name of the engine.', { required: true, max: 255, example: 'Invoices' }),
    type: f.oneOf(
      ENGINE_TYPES,
      'Type of engine: `extractor` extracts values, `splitter` detects where documents begin.',
      {
        required: true,
        example: 'extractor',
      },
    ),
    learning_enabled: f.bool('Whether queues that use it learn from confirmed annotations (`learned_layouts`).', {
      default: true,
    }),
    training_queues: f.refs('URLs of the queues it learns from. Stored without effect: each queue learns for itself.', {
      default: [],
      visible: true,
    }),
    description: f.text('Description for users.', { default: '', example: 'Reads invoices.' }),
    agenda_id: f.text('Internal name, assigned by the service.', { readOnly: true }),
    settings: f.json(
      Type.Record(Type.String(), Type.Unknown()),
      'Settings of the engine, e.g. `{"use_case": "invoices"}`. Stored without effect.',
      { default: {} },
    ),
  }),
  filters: (by) => ({ id: by.ids(), type: by.oneOf(ENGINE_TYPES), agenda_id: by.text() }),
  ordering: { id: 'bigint', name: 'text' },
  sideloads: { engine_fields: 'engine_fields' },
  visible: visibleEngines,
  may: allowed('engines'),
  save: {
    create: ({ columns }, { db, who }) => createEngine(db, who, columns),
    update: ({ id }, { columns }, { db, who }) => engineRows.update(db, who, id, columns),
    destroy: ({ id }, { db }) => deleteEngine(db, id),
  },
  itemActions: [
    {
      method: 'post',
      path: 'duplicate',
      summary: 'Copy an engine with its fields. No queue uses or trains the copy.',
      may: allowed('engines').create,
      body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the copy.' }) }),
      example: () => ({ name: 'Invoices (test)' }),
      responds: { status: 201, body: Type.Ref('engines') },
      handle: duplicate,
    },
    {
      method: 'post',
      path: 'check_template_compatibility',
      summary: 'Check whether the engine has all fields that the schema of a template requires.',
      may: can('read'),
      body: Type.Object({ name: Type.String({ enum: [...TEMPLATE_NAMES], description: 'Name of the template.' }) }),
      example: () => ({ name: 'Tax Invoice EU Demo Template' }),
      responds: { status: 200, body: Compatibility },
      handle: checkTemplate,
    },
    {
      method: 'get',
      path: 'queue_stats',
      summary: 'List the queues that use or train the engine, with the number of engine fields that their schemas use.',
      may: can('read'),
      responds: {
        status: 200,
        body: Type.Object({ results: Type.Array(QueueStats, { description: 'One entry per queue.' }) }),
      },
      handle: queueStats,
    },
  ],
})

async function duplicate(request: Request<{ name: string }>, { id }: RowOf<Engine>): Promise<Answer> {
  const engines = resourceAt('engines')
  const copy = await createBy(engines, request, ({ db }) => duplicateEngine(db, id, request.body.name))
  return respond(engines, request, copy, 201)
}

async function checkTemplate({ db, body }: Request<{ name: string }>, { id }: RowOf<Engine>): Promise<Answer> {
  const { name } = body
  if (!TEMPLATE_NAMES.includes(name)) throw invalid({ name: [`"${name}" is not a valid choice.`] })
  const missing_fields = await missingForTemplate(db, id, name)
  return ok({ compatible: missing_fields.length === 0, missing_fields })
}

async function queueStats(request: Request, { id }: RowOf<Engine>): Promise<Answer> {
  const { db, urls } = request
  const fields = await EngineField.query(db).where('engine_id', id).select('name')
  const names = new Set(fields.map(({ name }) => name))
  const trained = await EngineTrainingQueue.query(db).where('engine_id', id).select('queue_id')
  const training = trained.map(({ queue_id }) => queue_id)
  const query = db<RowOf<Queue>>('queues')
    .where((used) => void used.where('engine_id', id).orWhereIn('id', training))
    .orderBy('id')
    .select('id', 'engine_id', 'schema_id')
  assignedQueues('id')(query, request, 'queues')
  const queues = await query
  const schemas = await Schema.query(db).findByIds(queues.map(({ schema_id }) => schema_id))
  const contentOf = new Map(schemas.map((schema) => [schema.id, schema.content]))
  return ok({
    results: queues.map((queue) => ({
      queue: urls.of('queues', queue.id),
      number_of_used_engine_fields: countUsedFields(contentOf.get(queue.schema_id)!, names),
      training_queue: training.includes(queue.id),
      prediction_queue: queue.engine_id === id,
    })),
  })
}
