import { Type } from 'typebox'
import { invalid, type FieldErrors } from '../../errors.ts'
import { within, type Answer, type Caller, type Request } from '../engine/request.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { createDefaultTemplates } from '../../domain/mail/email-templates.ts'
import { templateForEngine } from '../../domain/engines/engines.ts'
import { EXPORT_TYPES } from '../../export/index.ts'
import { createQueueFromTemplate } from '../../domain/people/organizations.ts'
import { requestQueueDeletion } from '../../domain/queues/request-deletion.ts'
import { TEMPLATE_NAMES } from '../../domain/queues/templates/index.ts'
import { STATUSES } from '../../rules/annotation-status.ts'
import { columns, defineResource, nullsLast } from '../engine/define.ts'
import { duration, parseDuration } from '../engine/duration.ts'
import { f, fieldsOf, Url, type Row, type Values } from '../engine/fields.ts'
import { by, parseBoolean } from '../engine/filters.ts'
import { visibleIds } from '../engine/references.ts'
import { insert, patch, respond } from '../engine/verbs.ts'
import { idFromFilter, idFromUrl } from '../engine/urls.ts'
import { allowed, assignedQueues, can } from '../access.ts'
import { exportQueue } from '../annotations/export.ts'
import { legacyUpload } from '../documents/receive.ts'
import { checkQueueEngine, engineColumns } from './queue-engine.ts'
import { chooseHooks, HOOKS_OF_QUEUE, queueHooks } from './queue-hooks.ts'
import { INBOX_OF_QUEUE, queueInbox } from './queue-inbox.ts'
import { QueueSettings, withDefaults } from '../../rules/queue-settings.ts'
import { queueWorkflows } from './queue-workflows.ts'

const QUEUE_STATUSES = ['active', 'deletion_requested', 'deletion_in_progress', 'deletion_failed'] as const
/** Every status but `created`, which stays out of sight. */
const COUNTED = STATUSES.filter((status) => status !== 'created')

export const queues = defineResource({
  path: 'queues',
  singular: 'queue',
  table: 'queues',
  description: 'Where documents arrive, are read, reviewed and exported.',
  fields: fieldsOf({
    id: f.id(),
    name: f.text({ required: true, max: 255 }),
    url: f.self(),
    workspace: f.ref('workspaces', { required: true, nullable: true }),
    connector: f.ref('connectors', { nullable: true, default: null }),
    webhooks: queueHooks,
    hooks: queueHooks,
    schema: f.ref('schemas', { required: true }),
    inbox: f.custom(queueInbox()),
    users: f.refs('users', { table: 'user_queues', own: 'queue_id', other: 'user_id' }, { default: [] }),
    session_timeout: duration({ default: '01:00:00' }),
    rir_url: f.text({ nullable: true, default: null }),
    rir_params: f.text({ nullable: true, default: null }),
    dedicated_engine: f.ref('dedicated_engines', { nullable: true, default: null }),
    generic_engine: f.ref('generic_engines', { nullable: true, default: null }),
    engine: f.ref('engines', { nullable: true, default: null }),
    counts: f.loaded(Type.Record(Type.String(), Type.Integer()), async (rows, { db }) => {
      const found = await db('queue_counts').whereIn(
        'queue_id',
        rows.map((row) => row.id),
      )
      const byQueue = new Map(found.map((row) => [row.queue_id as number, row.counts as Record<string, number>]))
      return (row) =>
        Object.fromEntries(COUNTED.map((status) => [status, byQueue.get(row.id as number)?.[status] ?? 0]))
    }),
    default_score_threshold: f.number({ min: 0, max: 1, default: 0.8 }),
    automation_enabled: f.bool({ default: false }),
    automation_level: f.oneOf(['always', 'confident', 'never'], { default: 'never' }),
    locale: f.text({ default: 'en_GB', pattern: '^(auto|[a-z]{2,3}([_-][A-Za-z]{2,4})?)$' }),
    metadata: f.metadata(),
    use_confirmed_state: f.bool({ default: false }),
    document_lifetime: duration({ nullable: true, days: true, default: null }),
    delete_after: f.time({ nullable: true }),
    status: f.oneOf(QUEUE_STATUSES, { readOnly: true }),
    training_enabled: f.bool({ default: true }),
    archive_enabled: f.bool({ default: false }),
    modified_by: f.ref('users', { readOnly: true, nullable: true, column: 'modified_by' }),
    modified_at: f.time(),
    settings: f.custom({
      output: QueueSettings,
      input: QueueSettings,
      default: {},
      show: (row) => withDefaults(row.settings as QueueSettings),
      accept: (value) => ({ settings: JSON.stringify(value) }),
    }),
    workflows: f.custom(queueWorkflows()),
    rules: f.refs('rules', { table: 'rule_queues', own: 'queue_id', other: 'rule_id' }, { readOnly: true }),
  }),
  filters: {
    id: by.ids('queues.id'),
    name: by.text('queues.name'),
    workspace: by.ids('queues.workspace_id'),
    inbox: by.ids(INBOX_OF_QUEUE),
    connector: by.ids('queues.connector_id'),
    webhooks: by.pairs('queues.id', HOOKS_OF_QUEUE),
    hooks: by.pairs('queues.id', HOOKS_OF_QUEUE),
    locale: by.text('queues.locale'),
    dedicated_engine: by.ids('queues.dedicated_engine_id'),
    generic_engine: by.ids('queues.generic_engine_id'),
    engine: by.ids('queues.engine_id'),
    schema: by.ids('queues.schema_id'),
    status: by.oneOf('queues.status', QUEUE_STATUSES),
    users: by.pairs('queues.id', { table: 'user_queues', own: 'queue_id', other: 'user_id' }),
    deleting: by.bool('queues.delete_after is not null'),
  },
  ordering: {
    ...columns('queues', { id: 'bigint', name: 'text', locale: 'text' }),
    workspace: nullsLast('queues.workspace_id', 'bigint'),
    schema: { sql: 'queues.schema_id', type: 'bigint' },
    connector: nullsLast('queues.connector_id', 'bigint'),
    webhooks: nullsLast('(select min(hook_id) from hook_queues where queue_id = queues.id)', 'bigint'),
    inbox: nullsLast(INBOX_OF_QUEUE, 'bigint'),
  },
  visible: assignedQueues('queues', 'id'),
  may: allowed('queues'),
  check: checkQueue,
  save: {
    create: (values, caller) =>
      transact(caller.deps, async (trx) => {
        const { organization_id, user_id } = caller.who
        await chooseHooks(values, null, true, within(caller, trx))
        const made = await insert(queues, values, within(caller, trx), {
          ...engineColumns(values, null, caller),
          organization_id,
          modified_by: user_id,
        })
        await createDefaultTemplates(trx, { organization_id, queue_id: made.id, user_id })
        return made
      }),
    update: async (row, values, caller, full) => {
      await chooseHooks(values, row, full, caller)
      // PATCH replaces the keys given inside settings and keeps the others.
      if (values.settings && !full) values.settings = { ...(row.settings as object), ...(values.settings as object) }
      return patch(queues, row, values, caller, {
        ...engineColumns(values, row, caller),
        modified_by: caller.who.user_id,
        modified_at: caller.db.fn.now(),
      })
    },
    destroy: async (row, request) => {
      const text = [request.query.delete_after].flat()[0] || '24:00:00'
      const seconds = parseDuration(text)
      if (seconds === null)
        throw invalid({ delete_after: ['Duration has wrong format. Use [DD] [HH:[MM:]]ss[.uuuuuu].'] })
      await requestQueueDeletion(request.deps, request.who, row.id as number, seconds)
      return { status: 202 }
    },
  },
  actions: [
    {
      method: 'post',
      path: 'from_template',
      summary: 'Create a queue with its own schema from a template.',
      may: allowed('queues').create,
      body: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 255 }),
        template_name: Type.String({ enum: [...TEMPLATE_NAMES] }),
        workspace: Type.Union([Type.String(), Type.Integer()]),
        include_documents: Type.Boolean(),
        engine: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      }),
      query: { legacy: Type.Boolean() },
      responds: { status: 201, body: Type.Ref('queues') },
      handle: fromTemplate,
    },
    ...(['get', 'post'] as const).map((method) => ({
      method,
      path: ':id/export',
      summary: 'Export annotations as JSON, XML, CSV or XLSX; all list filters of annotations apply.',
      may: can('read'),
      basic: true,
      responds: { status: 200, body: EXPORT_TYPES },
      handle: exportQueue,
    })),
    ...[':id/upload', ':id/upload/:filename'].map((path) => ({
      method: 'post' as const,
      path,
      summary:
        'Older way to import: answers with the new annotations at once. ' +
        '`?join=true` makes one document of several PNG, JPEG and TIFF files.',
      may: can('import'),
      basic: true,
      accepts: ['multipart/form-data', 'application/octet-stream'],
      query: { join: Type.Boolean() },
      responds: {
        status: 201,
        body: Type.Object({
          results: Type.Array(Type.Object({ annotation: Url, document: Url })),
          annotation: Url,
          document: Url,
        }),
      },
      handle: legacyUpload,
    })),
  ],
})

async function checkQueue(
  values: Values,
  { row, caller }: { row: Row | null; caller: Caller },
): Promise<FieldErrors | null> {
  const parameters = typeof values.rir_params === 'string' ? new URLSearchParams(values.rir_params) : null
  const pages = parameters?.get('effective_page_count')
  if (pages && !/^[1-9]\d{0,3}$/.test(pages))
    return { rir_params: ['effective_page_count must be a positive integer.'] }
  if (row && row.status !== 'active' && values.workspace) return { workspace: ['The queue is being deleted.'] }
  return checkQueueEngine(values, row, caller)
}

async function fromTemplate(request: Request): Promise<Answer> {
  const body = request.body as { name: string; template_name: string; workspace: string | number; engine?: string }
  if (!TEMPLATE_NAMES.includes(body.template_name))
    throw invalid({ template_name: [`"${body.template_name}" is not a valid choice.`] })
  const workspace = idFromFilter(String(body.workspace))
  const [workspace_id] = workspace === null ? [] : await visibleIds('workspaces', [workspace], request)
  if (workspace_id === undefined) throw invalid({ workspace: ['Invalid hyperlink - object does not exist.'] })
  // Older clients bind the generic engine, whatever else they name.
  const engine = parseBoolean(String([request.query.legacy].flat()[0] ?? '')) === true ? null : body.engine
  const [engine_id = null] = engine ? await visibleIds('engines', [idFromUrl('engines', engine) ?? 0], request) : []
  if (engine && engine_id === null) throw invalid({ engine: ['Invalid hyperlink - object does not exist.'] })
  const { queue_id } = await transact(request.deps, async (trx) =>
    createQueueFromTemplate(trx, {
      organization_id: request.who.organization_id,
      workspace_id,
      user_id: request.who.user_id,
      template_name: body.template_name,
      name: body.name,
      mail_domain: request.deps.config.mailDomain,
      ...(engine_id === null
        ? {}
        : { engine: { id: engine_id, content: await templateForEngine(trx, engine_id, body.template_name) } }),
    }),
  )
  return respond(queues, request, queue_id, 201)
}
