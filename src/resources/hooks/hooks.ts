import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import type { FieldErrors } from '../../errors.ts'
import { administersGroup, copyHook, wouldCircle } from '../../domain/hooks/hooks.ts'
import { seal, unseal } from '../../domain/requests/secrets.ts'
import { EVENT_NAMES, HOOK_SIDELOADS, namesMatching } from '../../rules/hook-events.ts'
import { errorOfSchema, errorOfSecretsSchema, errorsOfValue, SECRETS_SCHEMA } from '../../rules/hook-schemas.ts'
import { columns, defineResource } from '../legacy/define.ts'
import { f, fieldsOf, type Field, type Row, type Values } from '../legacy/fields.ts'
import { by } from '../legacy/filters.ts'
import { resolveReferences, visibleIds } from '../legacy/references.ts'
import { idFromUrl } from '../engine/urls.ts'
import { create, insert, load, patch, respond } from '../legacy/verbs.ts'
import { ok, type Caller } from '../engine/request.ts'
import { allowed, can, ownQueues, sameOrganization, type Visible } from '../access.ts'
import { writableSource } from './extension-source.ts'
import { visiblePairs } from '../engines/engines.ts'
import { changesConfig, checkConfig, configColumns, HookConfig, showConfig, type ConfigChange } from './hook-config.ts'
import { hookLogActions } from './hook-logs.ts'
import { generatePayload, PayloadRequest, PayloadShape } from './payload.ts'
import { bodyFromTemplate } from './hook-templates.ts'
import { hookConfigShape } from '../shapes.ts'
import { webAddress } from './web-address.ts'

const Open = Type.Record(Type.String(), Type.Unknown())
const QUEUES = { table: 'hook_queues', own: 'hook_id', other: 'queue_id' }
const ORDER = { table: 'hook_order', own: 'hook_id', other: 'run_after_id' }
const PLACE = 'hooks.secrets'

/** Administrators see all hooks of the organization, everybody else those of queues they work on. */
const visibleHooks: Visible = (query, caller) => {
  sameOrganization(query, caller, 'hooks')
  const mine = ownQueues(caller)
  if (!mine) return
  const theirs = caller.db('hook_queues').whereIn('hook_queues.queue_id', mine).select('hook_queues.hook_id')
  void query.whereIn('hooks.id', theirs)
}

/** URLs of paired objects that the client sees; the others are not theirs to take away. */
const pairedWith =
  (collection: string, pairs: typeof QUEUES, options: { default?: unknown } = {}) =>
  (name: string): Field => ({
    ...f.refs(collection, pairs, options)(name),
    load: visiblePairs(collection, pairs),
    after: async (id, value, caller) => {
      const { db } = caller
      const ids = await resolveReferences(collection, value as unknown[], caller)
      const stored = await db(pairs.table).where(pairs.own, id).select(pairs.other)
      const before = stored.map((pair) => pair[pairs.other] as number)
      const seen = await visibleIds(collection, before, caller)
      await db(pairs.table).where(pairs.own, id).whereIn(pairs.other, seen).delete()
      const rows = ids.map((other) => ({ [pairs.own]: id, [pairs.other]: other }))
      if (rows.length) await db(pairs.table).insert(rows).onConflict([pairs.own, pairs.other]).ignore()
    },
  })

/** Words of a fixed list; each counts once. */
const wordsOf =
  (words: readonly string[], options: { default?: unknown } = {}) =>
  (name: string): Field => ({
    ...f.json(Type.Array(Type.String({ enum: [...words] })), options)(name),
    output: Type.Array(Type.String()),
    accept: (value) => ({ [name]: JSON.stringify([...new Set(value as string[])]) }),
  })

export const hooks = defineResource({
  path: 'hooks',
  singular: 'hook',
  table: 'hooks',
  description: 'A program that is told of events: an address that is called, or a function that runs here.',
  fields: fieldsOf({
    id: f.id(),
    type: f.custom({
      output: Type.String({ enum: ['webhook', 'function', 'job'] }),
      input: Type.String({ enum: ['webhook', 'function'] }),
      default: 'webhook',
      createOnly: true,
      show: (row) => row.type as string,
      accept: (value) => ({ type: value }),
    }),
    name: f.text({ required: true, max: 255 }),
    url: f.self(),
    queues: pairedWith('queues', QUEUES),
    run_after: pairedWith('hooks', ORDER, { default: [] }),
    active: f.bool({ default: true }),
    events: wordsOf(EVENT_NAMES),
    sideload: wordsOf(HOOK_SIDELOADS, { default: [] }),
    metadata: f.metadata(),
    config: f.custom({
      output: HookConfig,
      input: HookConfig,
      shape: hookConfigShape,
      required: true,
      show: showConfig,
      // Its columns depend on what is stored: see configColumns.
      accept: () => ({}),
    }),
    status: f.text({ readOnly: true, nullable: true, description: 'Of functions: ready, pending or failed.' }),
    token_owner: f.ref('users', { nullable: true, default: null }),
    token_lifetime_s: f.integer({ min: 0, max: 7200, nullable: true, default: null }),
    test: f.json(Open, { default: {} }),
    description: f.text({ nullable: true, default: null }),
    extension_source: writableSource,
    settings: f.json(Open, { default: {} }),
    settings_schema: f.json(Open, { nullable: true, default: null }),
    secrets: f.custom({
      output: Type.Object({}),
      input: Type.Record(Type.String(), Type.String()),
      default: {},
      description: 'Never shown; the names are at secrets_keys.',
      show: () => ({}),
      accept: () => ({}),
    }),
    secrets_schema: f.json(Open, { default: SECRETS_SCHEMA }),
    guide: f.text({ nullable: true, default: null }),
    read_more_url: webAddress(),
    extension_image_url: webAddress(),
    hook_template: f.ref('hook_templates', { nullable: true, default: null, createOnly: true }),
    created_by: f.ref('users', { readOnly: true, nullable: true, column: 'created_by' }),
    created_at: f.time({ nullable: true }),
    modified_by: f.ref('users', { readOnly: true, nullable: true, column: 'modified_by' }),
    modified_at: f.time({ nullable: true }),
  }),
  filters: {
    id: by.ids('hooks.id'),
    name: by.text('hooks.name'),
    type: by.oneOf('hooks.type', ['webhook', 'function', 'job']),
    queue: by.pairs('hooks.id', QUEUES),
    active: by.bool('hooks.active'),
    config_url: by.text('hooks.config_url'),
    config_app_url: by.text('hooks.config_app_url'),
    extension_source: by.oneOf('hooks.extension_source', ['custom', 'svc_store']),
    events: by.custom('Events, separated by commas; a bare name finds all of its actions.', (query, values) => {
      void query.whereRaw('jsonb_exists_any(hooks.events, ?::text[])', [values.flatMap(namesMatching)])
    }),
    search: by.custom('Words in the name, the description or the address.', (query, [phrase]) => {
      const like = `%${phrase!.replace(/[\\%_]/g, '\\$&')}%`
      void query.where((found) => {
        for (const column of ['name', 'description', 'config_url']) void found.orWhereILike(`hooks.${column}`, like)
      })
    }),
  },
  ordering: {
    ...columns('hooks', {
      id: 'bigint',
      name: 'text',
      type: 'text',
      active: 'boolean',
      config_url: 'text',
      config_app_url: 'text',
    }),
    events: { sql: 'hooks.events::text', type: 'text' },
  },
  visible: visibleHooks,
  may: allowed('hooks'),
  check: checkHook,
  save: {
    create: (values, caller) =>
      insert(hooks, values, caller, {
        ...configColumns(changeOf(values, null, true), caller),
        ...secretColumns(values, true, caller),
        organization_id: caller.who.organization_id,
        created_by: caller.who.user_id,
        modified_by: caller.who.user_id,
        modified_at: caller.db.fn.now(),
      }),
    update: (row, values, caller, full) =>
      patch(hooks, row, values, caller, {
        ...(values.config ? configColumns(changeOf(values, row, full), caller) : {}),
        ...secretColumns(values, full, caller),
        modified_by: caller.who.user_id,
        modified_at: caller.db.fn.now(),
      }),
  },
  actions: [
    {
      method: 'post',
      path: 'create',
      summary: 'Create a hook from a template.',
      may: allowed('hooks').create,
      body: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 255 }),
        hook_template: Type.String({ 'x-references': 'hook_templates' }),
        events: Type.Array(Type.String({ enum: [...EVENT_NAMES] })),
        queues: Type.Array(Type.String({ 'x-references': 'queues' })),
        token_owner: Type.Optional(Type.Union([Type.String({ 'x-references': 'users' }), Type.Null()])),
      }),
      responds: { status: 201, body: Type.Ref('hooks') },
      handle: async (request) => {
        request.body = await bodyFromTemplate(request.body as Values, request)
        return create(hooks, request)
      },
    },
    ...hookLogActions,
    {
      method: 'post',
      path: ':id/duplicate',
      summary: 'Copy a hook; the copy is not active and has no queues.',
      may: allowed('hooks').create,
      body: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 255 }),
        copy_secrets: Type.Optional(Type.Boolean({ default: false })),
        copy_dependencies: Type.Optional(Type.Boolean({ default: false })),
      }),
      responds: { status: 201, body: Type.Ref('hooks') },
      handle: async (request) => {
        const { id } = await load(hooks, request)
        const body = request.body as { name: string; copy_secrets?: boolean; copy_dependencies?: boolean }
        const copy = await copyHook(request.db, id as number, {
          name: body.name,
          user_id: request.who.user_id,
          copy_secrets: body.copy_secrets ?? false,
          copy_dependencies: body.copy_dependencies ?? false,
        })
        return respond(hooks, request, copy, 201)
      },
    },
    {
      method: 'get',
      path: ':id/secrets_keys',
      summary: 'The names of the secrets.',
      may: can('administer'),
      responds: { status: 200, body: Type.Array(Type.String()) },
      handle: async (request) => {
        return ok(Object.keys(secretsOf(await load(hooks, request), request)))
      },
    },
    {
      method: 'post',
      path: ':id/generate_payload',
      summary: 'What the hook would be sent on an event; secrets are left out.',
      may: can('administer'),
      body: PayloadRequest,
      shape: PayloadShape,
      responds: { status: 200, body: Open },
      handle: async (request) => {
        const row = await load(hooks, request)
        return ok(await generatePayload(request, row, Object.keys(secretsOf(row, request))))
      },
    },
  ],
})

const secretsOf = (row: Row, { config }: Caller): Record<string, string> =>
  row.sealed_secrets ? (unseal(config, PLACE, row.sealed_secrets as Buffer) as Record<string, string>) : {}

/** The secrets a request sets. Clients that PUT back what they have read send none, and mean no change. */
function newSecrets(values: Values, full: boolean): Record<string, string> | null {
  const secrets = values.secrets as Record<string, string> | undefined
  return secrets && !(full && Object.keys(secrets).length === 0) ? secrets : null
}

function secretColumns(values: Values, full: boolean, { config }: Caller): Row {
  const secrets = newSecrets(values, full)
  if (!secrets) return {}
  return { sealed_secrets: Object.keys(secrets).length ? seal(config, PLACE, secrets) : null }
}

const changeOf = (values: Values, row: Row | null, full: boolean): ConfigChange => ({
  type: (row?.type ?? values.type) as string,
  sent: values.config as Values,
  row,
  full,
})

async function checkHook(
  values: Values,
  { row, caller, full }: { row: Row | null; caller: Caller; full: boolean },
): Promise<FieldErrors | null> {
  const errors: FieldErrors = {}
  const note = (name: string, faults: string[] | string | null) => void (faults && (errors[name] ??= [faults].flat()))
  if (row && full)
    for (const name of ['events', 'queues']) if (values[name] === undefined) note(name, 'This field is required.')
  if ((values.queues as unknown[] | undefined)?.length === 0 && ownQueues(caller))
    note('queues', 'Name at least one of your queues.')
  if (values.config) {
    const events = (values.events ?? row?.events ?? []) as string[]
    const faults = checkConfig(changeOf(values, row, full), events, caller)
    if (faults) errors.config = faults
  }
  const settingsSchema = (
    values.settings_schema === undefined ? row?.settings_schema : values.settings_schema
  ) as Schema
  if (values.settings_schema) note('settings_schema', errorOfSchema(values.settings_schema as object as Values))
  if (settingsSchema && !errors.settings_schema && (values.settings !== undefined || values.settings_schema))
    note('settings', errorsOfValue(settingsSchema, values.settings ?? row?.settings ?? {}))
  const secretsSchema = (values.secrets_schema ?? row?.secrets_schema ?? SECRETS_SCHEMA) as Values
  if (values.secrets_schema) note('secrets_schema', errorOfSecretsSchema(values.secrets_schema as Values))
  if (!errors.secrets_schema && (values.secrets || values.secrets_schema))
    note('secrets', errorsOfValue(secretsSchema, newSecrets(values, full) ?? (row ? secretsOf(row, caller) : {})))
  const owner = idFromUrl('users', values.token_owner)
  if (owner !== null && (await administersGroup(caller.db, owner)))
    note('token_owner', 'An administrator of the organization group cannot own tokens of hooks.')
  // The program would act as somebody who sees more than those queues.
  if (owner !== null && owner !== row?.token_owner_id && caller.who.membership?.limited)
    note('token_owner', 'A membership that is limited to queues gives hooks no tokens.')
  for (const name of takesOver(values, { row, caller, full }))
    note(name, 'A membership that is limited to queues does not change where a hook with a token_owner takes tokens.')
  const before = ((values.run_after as unknown[] | undefined) ?? []).map((url) => idFromUrl('hooks', url))
  if (row && before.length && !before.includes(null)) {
    const circle = await wouldCircle(caller.db, row as { id: number; organization_id: number }, before as number[])
    if (circle) note('run_after', 'A hook cannot wait for itself, nor for hooks that wait for it.')
  }
  return Object.keys(errors).length ? errors : null
}
type Schema = Values | null | undefined

/** What a request of somebody limited to queues would change of where a token goes that opens more than these. */
function takesOver(
  values: Values,
  { row, caller, full }: { row: Row | null; caller: Caller; full: boolean },
): string[] {
  const owner = values.token_owner === undefined ? row?.token_owner_id : values.token_owner
  if (!row || !owner || !caller.who.membership?.limited) return []
  const faults: string[] = []
  if (values.config && changesConfig(changeOf(values, row, full), caller)) faults.push('config')
  if (values.settings !== undefined && !isDeepStrictEqual(values.settings, row.settings)) faults.push('settings')
  if (newSecrets(values, full)) faults.push('secrets')
  return faults
}
