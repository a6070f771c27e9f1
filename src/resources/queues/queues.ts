import { Type } from 'typebox'
import { linkInbox } from '../../domain/mail/inboxes.ts'
import { setUsersOfQueue } from '../../domain/people/queue-access.ts'
import { createQueue, updateQueue } from '../../domain/queues/queues.ts'
import { requestQueueDeletion } from '../../domain/queues/request-deletion.ts'
import { invalid, type FieldErrors } from '../../errors.ts'
import { EXPORT_TYPES } from '../../export/index.ts'
import { Queue, QueueCount, type RowOf } from '../../models/index.ts'
import { parseDuration } from '../../rules/input/duration.ts'
import { STATUSES } from '../../rules/annotations/status.ts'
import { changedSettings, QueueSettings, withDefaults } from '../../rules/queues/settings.ts'
import { allowed, assignedQueues, can } from '../access.ts'
import { exportQueue } from '../annotations/export.ts'
import { queueExportParameters } from '../annotations/export-parameters.ts'
import { legacyUpload } from '../documents/receive.ts'
import { defineResource, nullsLast, type Action, type CheckContext } from '../framework/define.ts'
import { Url } from '../framework/fields.ts'
import type { Input } from '../framework/input.ts'
import { resourceAt } from '../framework/registry.ts'
import { respond } from '../framework/verbs.ts'
import { duration } from './duration.ts'
import { checkQueueEngine } from './queue-engine.ts'
import { chooseHooks } from './queue-hooks.ts'
import { createFromTemplate } from './queue-templates.ts'
import { FORCE, isForced } from './force.ts'
import { CONFIRM, assertConfirmed } from './lifetime.ts'
import { queueWorkflows } from './queue-workflows.ts'
import { checkSettingFields } from './setting-fields.ts'
import { automationActions } from './automation.ts'
import { queueActions } from './queue-actions.ts'
import { suggestedRecipients } from './suggested-recipients.ts'
import { liveEvents } from '../live/events.ts'

const QUEUE_STATUSES = ['active', 'deletion_requested', 'deletion_in_progress', 'deletion_failed'] as const
/** All statuses except `created`, which lists omit too. */
const COUNTED = STATUSES.filter((status) => status !== 'created')
const INBOX = '(select inboxes.id from inboxes where inboxes.queue_id = queues.id)'

export const queues = defineResource(Queue, {
  path: 'queues',
  singular: 'queue',
  description: 'Receives documents, extracts their data, and controls their review and export.',
  fields: (f) => ({
    id: f.id(),
    name: f.text('Name of the queue.', { required: true, max: 255, example: 'Invoices' }),
    url: f.url(),
    // No default: a PUT without it must not take the queue out of its workspace.
    workspace: f.ref('URL of its workspace; if null or omitted in POST, user interfaces hide the queue.', {
      nullable: true,
      example: 1,
    }),
    connector: f.ref('URL of its connector; null if none.', { nullable: true, default: null }),
    // No default: `chooseHooks` handles a PUT that omits both.
    webhooks: f.refs('Older name of `hooks`.', { relation: 'hooks' }),
    hooks: f.refs('URLs of the hooks that are triggered by its events.'),
    schema: f.ref('URL of the schema of its annotations.', { required: true, example: 1 }),
    inbox: f.onlyRef('URL of its inbox; null if none.', {
      default: null,
      write: (id, [inbox_id = null], { db }) => linkInbox(db, id, inbox_id),
    }),
    // No default: a PUT without it must not unassign approvers from documents.
    users: f.refs('URLs of the users to whom it is assigned.', {
      write: (id, ids, { db }) => setUsersOfQueue(db, id, ids),
    }),
    session_timeout: duration('Period of inactivity after which a review ends, as `HH:MM:SS`.', {
      default: '01:00:00',
    }),
    rir_url: f.text('Deprecated; use engines instead. Stored without effect.', {
      nullable: true,
      default: null,
    }),
    rir_params: f.text(
      'Extraction parameters as a query string: `effective_page_count` (1 to 9999, default 32) and `tables` (true or false).',
      { nullable: true, default: null, example: 'effective_page_count=10&tables=true' },
    ),
    dedicated_engine: f.ref('URL of its dedicated engine; null if it uses another kind of engine.', {
      nullable: true,
      default: null,
    }),
    generic_engine: f.ref('URL of its generic engine; set by default if the queue has no other engine.', {
      nullable: true,
      default: null,
    }),
    engine: f.ref('URL of its engine; null if it uses another kind of engine.', { nullable: true, default: null }),
    counts: f.loaded(
      'Number of annotations by status.',
      Type.Record(Type.String(), Type.Integer()),
      async (rows, { db }) => {
        const ids = rows.map(({ id }) => id)
        const found = await QueueCount.query(db).whereIn('queue_id', ids)
        const byQueue = new Map(found.map(({ queue_id, counts }) => [queue_id, counts]))
        return ({ id }) => Object.fromEntries(COUNTED.map((status) => [status, byQueue.get(id)?.[status] ?? 0]))
      },
    ),
    default_score_threshold: f.number('Confidence from which a value requires no review, from 0 to 1.', {
      min: 0,
      max: 1,
      default: 0.8,
    }),
    automation_enabled: f.bool('Whether annotations may be confirmed automatically.', { default: false }),
    automation_level: f.oneOf(
      ['always', 'confident', 'never'],
      'Annotations to confirm automatically: all without errors (`always`), only those whose values reach their thresholds (`confident`), or none (`never`).',
      { default: 'never', example: 'confident' },
    ),
    locale: f.text('Locale of dates and numbers in the documents, e.g. `en_GB`; `auto` detects it.', {
      default: 'en_GB',
      format: 'locale',
    }),
    metadata: f.metadata(),
    use_confirmed_state: f.bool(
      'Whether confirmed annotations stay in `confirmed` instead of being exported immediately.',
      {
        default: false,
      },
    ),
    document_lifetime: duration(
      'Time for which documents are kept, as `[DD] [HH:[MM:]]ss`: `90` is 90 seconds, `90 00:00:00` is 90 days; null for no limit.',
      {
        nullable: true,
        days: true,
        default: null,
      },
    ),
    delete_after: f.time('Time when the queue will be deleted, UTC; null if no deletion is requested.', {
      nullable: true,
    }),
    status: f.oneOf(QUEUE_STATUSES, '`active`, or the state of its deletion.', { readOnly: true }),
    deletion_error: f.text('Why the deletion failed, in `deletion_failed`; else null.', {
      readOnly: true,
      nullable: true,
    }),
    training_enabled: f.bool(
      'Whether it learns from annotations that users confirm, and reads documents with what it learned (`learned_layouts`).',
      { default: true },
    ),
    archive_enabled: f.bool('Whether its documents are archived. Stored without effect.', { default: false }),
    modified_by: f.modifiedBy(),
    modified_at: f.modifiedAt(),
    settings: f.custom(
      'Settings; omitted keys have their defaults. PATCH replaces only the keys in the request; PUT keeps `workflows`, `automation`, `duplicates`, `duplicate_rules`, `legal_retention_years` and `accepted_mime_types` if it omits them. Both keep the keys that they omit inside of `workflows`, `automation`, `rejection_config` and `autopilot`.',
      {
        output: QueueSettings,
        default: {},
        example: { accepted_mime_types: ['application/pdf', 'image/*'] },
      },
      { show: ({ settings }) => withDefaults(settings), accept: (settings) => ({ settings }) },
    ),
    workflows: queueWorkflows(f),
    rules: f.refs('URLs of the rules that apply to it.', { readOnly: true }),
  }),
  filters: (by) => ({
    id: by.ids(),
    name: by.text(),
    workspace: by.ref(),
    inbox: by.ids(INBOX),
    connector: by.ref(),
    webhooks: by.refs('hooks'),
    hooks: by.refs(),
    locale: by.text(),
    dedicated_engine: by.ref(),
    generic_engine: by.ref(),
    engine: by.ref(),
    schema: by.ref(),
    status: by.oneOf(QUEUE_STATUSES),
    users: by.refs(),
    deleting: by.bool('queues.delete_after is not null'),
  }),
  ordering: {
    id: 'bigint',
    name: 'text',
    locale: 'text',
    workspace: nullsLast('queues.workspace_id', 'bigint'),
    schema: { sql: 'queues.schema_id', type: 'bigint' },
    connector: nullsLast('queues.connector_id', 'bigint'),
    webhooks: nullsLast('(select min(hook_id) from hook_queues where queue_id = queues.id)', 'bigint'),
    inbox: nullsLast(INBOX, 'bigint'),
  },
  visible: assignedQueues('id'),
  may: allowed('queues'),
  normalize: chooseHooks,
  check: checkQueue,
  save: {
    create: ({ columns }, { db, who, query }) => {
      assertConfirmed(columns.document_lifetime, undefined, query)
      return createQueue(db, who, columns)
    },
    update: (row, { columns }, { db, who, query }, full) => {
      const { settings } = columns
      assertConfirmed(columns.document_lifetime, row.document_lifetime, query)
      const merged = settings ? { settings: changedSettings(row.settings, settings, { isPut: full }) } : {}
      return updateQueue(db, who, row, { ...columns, ...merged }, { force: isForced(query) })
    },
    destroy: async ({ id }, request) => {
      const { deps, who, query } = request
      const seconds = parseDuration([query.delete_after].flat()[0] || '24:00:00')
      if (seconds === null)
        throw invalid({ delete_after: ['Duration has wrong format. Use [DD] [HH:[MM:]]ss[.uuuuuu].'] })
      await requestQueueDeletion(deps, who, id, seconds)
      // Clients parse the response as JSON.
      return respond(resourceAt('queues'), request, id, 202)
    },
  },
  documented: {
    create: { query: CONFIRM },
    update: { query: { ...FORCE, ...CONFIRM } },
    replace: { query: { ...FORCE, ...CONFIRM } },
    destroy: {
      query: {
        delete_after: Type.String({
          description: 'Delay before the deletion, as `[DD] [HH:[MM:]]ss`; 24 hours by default.',
        }),
      },
      responds: { status: 202, body: Type.Ref('queues') },
    },
  },
  actions: [createFromTemplate],
  itemActions: [
    ...(['get', 'post'] as const).map((method) => ({
      method,
      path: 'export',
      summary: 'Export annotations as JSON, XML, CSV or XLSX; all list filters of annotations apply.',
      may: can('read'),
      basic: true,
      query: queueExportParameters(method),
      filtersOf: 'annotations' as const,
      responds: { status: 200, body: [...EXPORT_TYPES, 'application/zip'] },
      handle: exportQueue,
    })),
    ...['upload', 'upload/:filename'].map(uploadAction),
    suggestedRecipients,
    liveEvents('queue'),
    ...queueActions,
    ...automationActions,
  ],
})

function uploadAction(path: string): Action<RowOf<Queue>> {
  const Result = Type.Object({
    annotation: { ...Url, description: 'URL of the annotation.' },
    document: { ...Url, description: 'URL of its document.' },
  })
  return {
    method: 'post',
    path,
    summary:
      'Older form of `POST /v1/uploads`: waits for the import and returns the new annotations. ' +
      '`?join=true` combines several pictures into one document.',
    may: can('import'),
    basic: true,
    accepts: path.endsWith(':filename')
      ? ['application/octet-stream']
      : ['multipart/form-data', 'application/octet-stream'],
    query: {
      join: Type.Boolean({ description: 'If `true`, combines several pictures into one document.' }),
    },
    responds: {
      status: 201,
      body: Type.Object({
        results: Type.Array(Result, { description: 'Imported documents and their annotations.' }),
        annotation: { ...Url, description: 'URL of the first annotation.' },
        document: { ...Url, description: 'URL of the first document.' },
      }),
    },
    handle: legacyUpload,
  }
}

async function checkQueue(input: Input<Queue>, context: CheckContext<Queue>): Promise<FieldErrors | null> {
  const { rir_params, workspace_id } = input.columns
  const pages = new URLSearchParams(rir_params ?? '').get('effective_page_count')
  if (pages && !/^[1-9]\d{0,3}$/.test(pages))
    return { rir_params: ['effective_page_count must be a positive integer.'] }
  if (context.row && context.row.status !== 'active' && workspace_id)
    return { workspace: ['The queue is being deleted.'] }
  return (await checkSettingFields(input, context)) ?? checkQueueEngine(input, context)
}
