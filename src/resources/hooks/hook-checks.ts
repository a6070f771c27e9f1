/** Validates hooks beyond the schemas of their fields. */
import { isDeepStrictEqual } from 'node:util'
import { secretsOf, type HookConfig } from '../../domain/hooks/config.ts'
import { administersGroup, wouldCircle } from '../../domain/hooks/hooks.ts'
import type { FieldErrors } from '../../errors.ts'
import { Hook, type Json, type RowOf } from '../../models/index.ts'
import { expandEvents } from '../../rules/hooks/events.ts'
import {
  errorOfSecretsSchema,
  errorsOfSecrets,
  isPlainSchema,
  SECRETS_SCHEMA,
} from '../../rules/hooks/secrets-schema.ts'
import { ownQueues } from '../access.ts'
import type { CheckContext } from '../framework/define.ts'
import type { Values } from '../framework/fields.ts'
import type { Input } from '../framework/input.ts'
import type { Request } from '../framework/request.ts'
import { changesConfig, checkConfig, type ConfigChange } from './hook-config.ts'
import { newSecrets, type Secrets } from './hook-secrets.ts'
import { servesOthers } from './shared.ts'

type Context = CheckContext<Hook>
/** POST requires `type`; with PUT and PATCH the row has it. */
type HookValues = Values & { type: RowOf<Hook>['type']; config?: HookConfig; secrets?: Secrets }
export type HookInput = Input<Hook, HookValues>

export async function checkHook(input: HookInput, context: Context): Promise<FieldErrors | null> {
  const errors = {
    ...(await sharedErrors(input, context)),
    ...(await ownerErrors(input, context)),
    ...(await orderErrors(input, context)),
    ...linkErrors(input, context),
    ...configErrors(input, context),
  }
  return Object.keys(errors).length ? errors : null
}

export const changeOf = (values: HookValues, row: RowOf<Hook> | null, full: boolean): ConfigChange => ({
  type: row?.type ?? values.type,
  sent: values.config ?? {},
  row,
  full,
})

/** PUT requires the fields without a default; a caller who sees only some queues may not remove all queues of a hook. */
function linkErrors({ values, ids }: HookInput, { row, caller, full }: Context): FieldErrors {
  const missing = ['events', 'queues'].filter((name) => row && full && values[name] === undefined)
  const none = ids.queues?.length === 0 && ownQueues(caller)
  return {
    ...Object.fromEntries(missing.map((name) => [name, ['This field is required.']])),
    ...(none ? { queues: ['Specify at least one of your queues.'] } : {}),
  }
}

function configErrors({ values, columns }: HookInput, { row, caller, full }: Context): FieldErrors {
  if (!values.config) return {}
  const errors = checkConfig(changeOf(values, row, full), columns.events ?? row?.events ?? [], caller)
  return errors ? { config: errors } : {}
}

const asErrors = (name: string, errors: string | string[] | null): FieldErrors =>
  errors ? { [name]: [errors].flat() } : {}

/** Checks the two schemas of the customer, and the values that they describe. */
export async function examineHook(
  values: Values,
  row: RowOf<Hook> | null,
  request: Request,
): Promise<FieldErrors | null> {
  const errors = {
    ...(await settingsErrors(values, row, request)),
    ...(await secretsErrors(values, row, request)),
  }
  return Object.keys(errors).length ? errors : null
}

async function settingsErrors(values: Values, row: RowOf<Hook> | null, request: Request): Promise<FieldErrors> {
  const { settings, settings_schema } = values as Partial<Pick<RowOf<Hook>, 'settings' | 'settings_schema'>>
  const given: Given = { field: 'settings', schema: settings_schema, value: settings }
  return schemaErrors(given, { schema: row?.settings_schema ?? null, value: () => row?.settings ?? {} }, request)
}

async function secretsErrors(values: Values, row: RowOf<Hook> | null, request: Request): Promise<FieldErrors> {
  const { secrets, secrets_schema } = values as { secrets?: Secrets; secrets_schema?: RowOf<Hook>['secrets_schema'] }
  const error = secrets_schema ? errorOfSecretsSchema(secrets_schema) : null
  if (error) return asErrors('secrets_schema', error)
  const value = newSecrets({ ...(secrets ? { secrets } : {}) }, request.method !== 'PATCH') ?? undefined
  const stored = { schema: row?.secrets_schema ?? SECRETS_SCHEMA, value: () => secretsOf(row, request.config) }
  const inForce = secrets_schema ?? stored.schema
  if (isPlainSchema(inForce))
    return value || secrets_schema ? asErrors('secrets', errorsOfSecrets(inForce, value ?? stored.value())) : {}
  return schemaErrors({ field: 'secrets', schema: secrets_schema, value }, stored, request)
}

/** A schema or value in a request; undefined if it remains as it is stored. */
interface Given {
  field: 'settings' | 'secrets'
  schema: Json | null | undefined
  value: Json | undefined
}

/** Checks a changed schema, and the value by it if either changes. A schema of null allows any value. */
async function schemaErrors(
  { field, schema, value }: Given,
  stored: { schema: Json | null; value: () => Json },
  { deps, who }: Request,
): Promise<FieldErrors> {
  const inForce = schema === undefined ? stored.schema : schema
  if (!inForce || (value === undefined && !schema)) return {}
  const name = `${field}_schema`
  const error = schema ? await deps.userChecks.run(who, name, 'settingsSchema', schema) : null
  if (error) return asErrors(name, error)
  return asErrors(field, await deps.userChecks.run(who, field, 'settings', inForce, value ?? stored.value()))
}

/** A hook with a token acts as the token owner, so callers cannot change the owner or the recipient to gain access beyond their own. */
async function ownerErrors(input: HookInput, context: Context): Promise<FieldErrors> {
  const { row, caller } = context
  const { token_owner_id } = input.columns
  if (token_owner_id && (await administersGroup(caller.db, token_owner_id)))
    return { token_owner: ['An administrator of the organization group cannot own tokens of hooks.'] }
  if (!caller.who.membership?.confined) return {}
  if (token_owner_id && token_owner_id !== row?.token_owner_id)
    return { token_owner: ['A membership that is limited to queues or in time cannot assign token owners to hooks.'] }
  const refusal =
    'A membership that is limited to queues or in time cannot change where a hook with a token_owner sends its token.'
  return Object.fromEntries(redirects(input, context).map((name) => [name, [refusal]]))
}

/** Returns the fields that a request would change and that determine where a hook with a token sends it. */
function redirects(input: HookInput, context: Context): string[] {
  const { token_owner_id = context.row?.token_owner_id } = input.columns
  return token_owner_id ? destinations(input, context) : []
}

/** Returns the fields that a request would change and that determine what a hook runs and where it sends its payload. */
function destinations({ values, columns: { settings } }: HookInput, { row, caller, full }: Context): string[] {
  if (!row) return []
  return [
    ...(values.config && changesConfig(changeOf(values, row, full), caller) ? ['config'] : []),
    ...(settings !== undefined && !isDeepStrictEqual(settings, row.settings) ? ['settings'] : []),
    ...(newSecrets(values, full) ? ['secrets'] : []),
  ]
}

export const SHARED = 'The hook also serves queues that you do not see.'

/** What a hook does with the data of a queue may be changed only by those who see all of its queues. */
async function sharedErrors(input: HookInput, context: Context): Promise<FieldErrors> {
  const { row, caller } = context
  if (!row || !(await servesOthers(Hook, row.id, caller))) return {}
  const { active, events, sideload, token_owner_id } = input.columns
  const isChanged = (given: unknown, stored: unknown) => given !== undefined && !isDeepStrictEqual(given, stored)
  const changed = [
    ...destinations(input, context),
    ...(isChanged(active, row.active) ? ['active'] : []),
    ...(isChanged(events, expandEvents(row.events)) ? ['events'] : []),
    ...(isChanged(sideload, row.sideload) ? ['sideload'] : []),
    ...(isChanged(token_owner_id, row.token_owner_id) ? ['token_owner'] : []),
  ]
  return Object.fromEntries(changed.map((name) => [name, [SHARED]]))
}

async function orderErrors({ ids: { run_after = [] } }: HookInput, { row, caller }: Context): Promise<FieldErrors> {
  const circle = row && run_after.length > 0 && (await wouldCircle(caller.db, row, run_after))
  return circle ? { run_after: ['A hook cannot wait for itself or for hooks that wait for it.'] } : {}
}
