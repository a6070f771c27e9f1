import { Type } from 'typebox'
import { createHook, deleteHook, linkHook, updateHook } from '../../domain/hooks/hook-rows.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { forbidden } from '../../errors.ts'
import { Hook } from '../../models/index.ts'
import { EVENT_NAMES, expandEvents, HOOK_SIDELOADS, namesMatching } from '../../rules/hooks/events.ts'
import { SECRETS_SCHEMA } from '../../rules/hooks/secrets-schema.ts'
import { allowed, ownQueues, sameOrganization, type Visible } from '../access.ts'
import { defineResource } from '../framework/define.ts'
import { makers, type FieldBuilder } from '../framework/fields.ts'
import { linkedIds, linkOf, visibleIds } from '../framework/relations.ts'
import type { Writing } from '../framework/request.ts'
import { bySource, writableSource } from './extension-source.ts'
import { createFromTemplate } from './from-template.ts'
import { duplicate, generate, secretsKeys } from './hook-actions.ts'
import { changeOf, checkHook, examineHook, SHARED, type HookInput } from './hook-checks.ts'
import { documentedConfig, HookConfig } from './hook-config-schemas.ts'
import { invoke, redeliver, test } from './call-actions.ts'
import { configColumns, showConfig } from './hook-config.ts'
import { hookLogActions } from './hook-logs.ts'
import { secretColumns } from './hook-secrets.ts'
import { runRecord } from './run-record.ts'
import { servesOthers } from './shared.ts'
import { webAddress } from './web-address.ts'

const Open = Type.Record(Type.String(), Type.Unknown())
const SECRETS =
  'Secret values by name, encrypted at rest and sent in each payload. Never returned; `secrets_keys` lists their names.'
const CONFIG = 'Configuration of the webhook or function; the keys depend on `type`.'

/** Changes only links to objects that the caller sees. */
const links = (relation: 'queues' | 'run_after') => ({
  visible: true,
  write: async (id: number, ids: number[], request: Writing) => {
    const link = linkOf(Hook, relation)
    const visible = await visibleIds(link.collection, await linkedIds(link, [id], request), request)
    await linkHook(request.db, link, id, ids, visible)
  },
})

/** A list of words from a fixed list; duplicates are dropped. */
const wordsOf =
  (
    words: readonly string[],
    description: string,
    options: { default?: unknown; example?: unknown } = {},
  ): FieldBuilder =>
  (name, model) =>
    makers.custom(
      description,
      { ...options, output: Type.Array(Type.String()), input: Type.Array(Type.String({ enum: [...words] })) },
      { show: (row) => row[name], accept: (value) => ({ [name]: [...new Set(value as string[])] }) },
    )(name, model)

export const hooks = defineResource(Hook, {
  path: 'hooks',
  singular: 'hook',
  description: 'An extension that is notified of events: a webhook, or a function that runs in the service.',
  fields: (f) => ({
    id: f.id(),
    type: f.custom(
      'Whether the hook is a URL that the service calls (`webhook`) or code that runs in the service (`function`).',
      {
        output: Type.String({ enum: ['webhook', 'function', 'job'] }),
        input: Type.String({ enum: ['webhook', 'function'] }),
        default: 'webhook',
        createOnly: true,
        example: 'webhook',
      },
      { show: ({ type }) => type, accept: (type) => ({ type }) },
    ),
    name: f.text('Name of the hook.', { required: true, max: 255, example: 'Supplier lookup' }),
    url: f.url(),
    queues: f.refs('URLs of the queues whose events trigger it.', { ...links('queues'), example: [1] }),
    run_after: f.refs('URLs of the hooks that must finish before it runs.', { ...links('run_after'), default: [] }),
    active: f.bool('Whether events trigger it.', { default: true }),
    events: f.custom(
      'Events that trigger it, with their actions; a name without an action, such as `annotation_status`, is expanded to all actions of that event.',
      {
        output: Type.Array(Type.String()),
        input: Type.Array(Type.String({ enum: [...EVENT_NAMES] })),
        example: ['annotation_content.initialize'],
      },
      // Rows of earlier releases contain names without actions.
      { show: ({ events }) => expandEvents(events), accept: (value) => ({ events: expandEvents(value as string[]) }) },
    ),
    sideload: wordsOf(HOOK_SIDELOADS, 'Related objects that payloads include.', { default: [] }),
    metadata: f.metadata(),
    config: f.custom(
      CONFIG,
      {
        output: HookConfig,
        required: true,
        example: { url: 'https://hooks.example.com/supplier', secret: 'signs the payloads' },
      },
      {
        documented: (mode) => documentedConfig(mode, CONFIG),
        show: showConfig,
        // The columns depend on the stored config: see configColumns.
        accept: () => ({}),
      },
    ),
    status: f.text(
      'State of a function: `ready`, `pending` or `failed`; a pending function cannot be called. Null for webhooks.',
      {
        readOnly: true,
        nullable: true,
      },
    ),
    token_owner: f.ref(
      'URL of the user whose access token is sent in payloads; null if none. Must not be an administrator of the organization group.',
      { nullable: true, default: null },
    ),
    token_lifetime_s: f.integer('Lifetime of the access token in seconds; null for 600 seconds.', {
      min: 0,
      max: 7200,
      nullable: true,
      default: null,
    }),
    test: f.json(Open, 'Saved input for tests, stored without effect for programs that show it.', { default: {} }),
    description: f.text('Purpose of the hook.', { nullable: true, default: null }),
    extension_source: writableSource(),
    settings: f.json(Open, 'Settings that are sent in each payload; must match `settings_schema`.', {
      default: {},
      example: { limit: 3 },
    }),
    settings_schema: f.json(Open, 'JSON Schema of `settings`; null if any settings are allowed.', {
      nullable: true,
      default: null,
    }),
    secrets: f.custom(
      SECRETS,
      { output: Type.Object({}), input: Type.Record(Type.String(), Type.String()), default: {} },
      { show: () => ({}), accept: () => ({}) },
    ),
    secrets_schema: f.json(
      Open,
      'JSON Schema of `secrets`: `type`, `additionalProperties`, and `properties` of type `string` with any other keywords.',
      { default: SECRETS_SCHEMA },
    ),
    guide: f.text('Instructions for users, stored without effect for programs that show them.', {
      nullable: true,
      default: null,
    }),
    read_more_url: webAddress('URL of further information, stored without effect for programs that show it.'),
    extension_image_url: webAddress('URL of a picture, stored without effect for programs that show it.'),
    hook_template: f.ref('URL of the template from which it was created; null if none.', {
      nullable: true,
      default: null,
      createOnly: true,
    }),
    created_by: f.createdBy(),
    created_at: f.createdAt({ nullable: true }),
    modified_by: f.modifiedBy(),
    modified_at: f.modifiedAt({ nullable: true }),
  }),
  filters: (by) => ({
    id: by.ids(),
    name: by.text(),
    type: by.oneOf(['webhook', 'function', 'job']),
    queue: by.refs('queues'),
    active: by.bool(),
    config_url: by.text(),
    config_app_url: by.text(),
    extension_source: bySource,
    events: by.custom('Events, separated by commas; a name without an action selects all actions.', (query, values) => {
      void query.whereRaw('jsonb_exists_any(hooks.events, ?::text[])', [values.flatMap(namesMatching)])
    }),
    search: by.custom('Text to find in the name, the description or the URL.', (query, [phrase = '']) => {
      const like = `%${phrase.replace(/[\\%_]/g, '\\$&')}%`
      void query.where((found) => {
        for (const column of ['name', 'description', 'config_url']) void found.orWhereILike(`hooks.${column}`, like)
      })
    }),
  }),
  ordering: {
    id: 'bigint',
    name: 'text',
    type: 'text',
    active: 'boolean',
    config_url: 'text',
    config_app_url: 'text',
    events: { sql: 'hooks.events::text', type: 'text' },
  },
  visible: visibleHooks,
  may: allowed('hooks'),
  examine: examineHook,
  examines: ['settings', 'settings_schema', 'sealed_secrets', 'secrets_schema'],
  check: checkHook,
  save: {
    create: ({ columns, values }: HookInput, request) =>
      createHook(request.db, request.who, {
        ...columns,
        ...configColumns(changeOf(values, null, true), request),
        ...secretColumns(values, true, request),
      }),
    update: (row, { columns, values }: HookInput, request, full) =>
      updateHook(request.db, request.who, row.id, {
        ...columns,
        ...(values.config ? configColumns(changeOf(values, row, full), request) : {}),
        ...secretColumns(values, full, request),
      }),
    destroy: async ({ id }, request) => {
      if (await servesOthers(Hook, id, request)) throw forbidden(SHARED)
      await transact(request.deps, (tx) => deleteHook(tx, id))
    },
  },
  actions: [createFromTemplate, ...hookLogActions, runRecord],
  itemActions: [duplicate, secretsKeys, generate, test, invoke, redeliver],
})

/** Administrators see all hooks of the organization, other users those of their queues. */
function visibleHooks(...[query, caller, table]: Parameters<Visible>): void {
  sameOrganization(query, caller, table)
  const mine = ownQueues(caller)
  if (!mine) return
  const theirs = caller.db('hook_queues').whereIn('hook_queues.queue_id', mine).select('hook_queues.hook_id')
  void query.whereIn(`${table}.id`, theirs)
}
