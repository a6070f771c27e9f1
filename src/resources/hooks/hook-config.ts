/** `config` of a hook: the keys of each type with their defaults, the rules for changes, and hidden keys. */
import { isDeepStrictEqual } from 'node:util'
export type { HookConfig as Config } from '../../domain/hooks/config.ts'
import { CONFIG_DEFAULTS, configOf, HOOK_CONFIG, type HookConfig as Config } from '../../domain/hooks/config.ts'
import { noteSecrets } from '../../domain/requests/audit-reads.ts'
import { seal } from '../../domain/requests/secrets.ts'
import { invalid, type FieldErrors } from '../../errors.ts'
import type { Hook, RowOf } from '../../models/index.ts'
import { errorOfCertificate, errorOfPrivateKey, keyFits } from '../../rules/hooks/client-certificates.ts'
import { mayAnswerLater } from '../../rules/hooks/events.ts'
import { cronOf, errorOfCron } from '../../rules/hooks/schedule.ts'
import { admins } from '../access.ts'
import type { Caller } from '../framework/request.ts'
import { errorOfAddress } from './web-address.ts'

const REQUIRED: Record<Type, readonly string[]> = { webhook: ['url'], function: ['runtime', 'code'], job: [] }
/** Encrypted at rest. */
const SEALED: Record<Type, readonly string[]> = { webhook: ['secret', 'client_ssl_key'], function: [], job: [] }
/** Hidden and immutable once a hook is private. */
const HIDDEN: Record<Type, readonly string[]> = {
  webhook: ['url', 'secret'],
  function: ['runtime', 'code', 'third_party_library_pack'],
  job: [],
}
/** A function is rebuilt when one of these keys changes. */
const BUILT = ['runtime', 'code', 'third_party_library_pack']
const POLLING = ['max_polling_time_s', 'retry_after_polling_failure']

type Row = RowOf<Hook>
type Type = Row['type']
/** Returns the complete config of a row including its secrets, or null for a hook that is being created. */
const wholeOf = (row: Row | null, { config }: Caller): Config | null => (row ? configOf(row, config) : null)

function pick(config: Config, keys: readonly string[]): Config {
  const picked: Config = {}
  for (const key of keys) if (config[key] !== undefined) picked[key] = config[key]
  return picked
}

/**
 * Returns the config that a hook will have. PATCH changes the keys in the request. PUT (`full`) resets the other keys, except those
 * that are never returned, because a client cannot repeat them.
 */
function merged(type: Type, sent: Config, before: Config | null, full: boolean): Config {
  const known = pick(sent, [...Object.keys(CONFIG_DEFAULTS[type]), ...REQUIRED[type], ...SEALED[type]])
  const unseen = before ? pick(before, ['client_ssl_key', ...(before.private ? ['private', ...HIDDEN[type]] : [])]) : {}
  const config: Config = { ...CONFIG_DEFAULTS[type], ...(full ? unseen : before), ...known }
  // A private key without its certificate is useless.
  const removed = config.client_ssl_certificate === null && (full || 'client_ssl_certificate' in sent)
  if (removed && !known.client_ssl_key) delete config.client_ssl_key
  for (const key of SEALED[type]) if (config[key] === null || config[key] === '') delete config[key]
  if (config.app) config.app = { display_mode: 'drawer', ...config.app }
  return config
}

export interface ConfigChange {
  type: Type
  /** The config in the request. */
  sent: Config
  row: Row | null
  full: boolean
}

/** Returns the errors of the resulting config, given the events that the hook will have. */
export function checkConfig(change: ConfigChange, events: readonly string[], caller: Caller): FieldErrors | null {
  const { type, sent, row, full } = change
  const before = wholeOf(row, caller)
  const config = merged(type, sent, before, full)
  const errors: FieldErrors = { ...privateErrors(type, sent, before), ...scheduleErrors(config) }
  for (const key of REQUIRED[type]) if (config[key] === undefined) errors[key] = ['This field is required.']
  const note = (key: string, error: string | null) => void (error && (errors[key] ??= [error]))
  if (typeof config.url === 'string') note('url', errorOfAddress(config.url))
  const appError = config.app ? errorOfAddress(config.app.url) : null
  if (appError) errors.app = { url: [appError] }
  const { client_ssl_certificate: certificate, client_ssl_key: key } = config
  if (certificate) note('client_ssl_certificate', errorOfCertificate(certificate))
  if (key) note('client_ssl_key', errorOfPrivateKey(key))
  if (certificate && key && !errors.client_ssl_certificate && !errors.client_ssl_key)
    note('client_ssl_key', keyFits(certificate, key) ? null : 'The key does not match the certificate.')
  for (const name of POLLING)
    if (name in sent && type === 'webhook' && sent[name] !== CONFIG_DEFAULTS.webhook[name] && !mayAnswerLater(events))
      errors[name] = ['Allowed only for upload.created, invocation.scheduled and annotation_content.export.']
  return Object.keys(errors).length ? errors : null
}

/** Rejects making a private hook public, and changes to its hidden keys. */
function privateErrors(type: Type, sent: Config, before: Config | null): FieldErrors {
  if (!before?.private) return {}
  const hidden = HIDDEN[type].filter((key) => key in sent)
  return {
    ...(sent.private === false ? { private: ['A private hook cannot be made public.'] } : {}),
    ...Object.fromEntries(hidden.map((key) => [key, ['This field cannot be changed because the hook is private.']])),
  }
}

function scheduleErrors({ schedule }: Config): FieldErrors {
  const cron = cronOf(schedule)
  const error = cron === null ? null : errorOfCron(cron)
  return error ? { schedule: { cron: [error] } } : {}
}

/** Returns whether a request changes the config. */
export function changesConfig({ type, sent, row, full }: ConfigChange, caller: Caller): boolean {
  const before = wholeOf(row, caller)
  return !isDeepStrictEqual(merged(type, sent, before, full), before)
}

/** Returns the columns for the resulting config. A function whose code changes becomes pending until it is built. */
export function configColumns(
  change: ConfigChange,
  caller: Caller,
): Pick<Row, 'config' | 'sealed_config'> & Partial<Pick<Row, 'status'>> {
  const before = wholeOf(change.row, caller)
  const config = merged(change.type, change.sent, before, change.full)
  const sealed = pick(config, SEALED[change.type])
  const rebuilt = change.type === 'function' && BUILT.some((key) => !isDeepStrictEqual(before?.[key], config[key]))
  return {
    config: Object.fromEntries(Object.entries(config).filter(([key]) => !(key in sealed))),
    sealed_config: Object.keys(sealed).length ? seal(caller.config, HOOK_CONFIG, sealed) : null,
    ...(rebuilt ? { status: 'pending' } : {}),
  }
}

/** Returns the config for a test: that of the hook with the given keys. Throws `invalid` if the result is not valid. */
export function testedConfig(row: Row, sent: Config, caller: Caller): Config {
  const errors = checkConfig({ type: row.type, sent, row, full: false }, row.events, caller)
  if (errors) throw invalid({ config: errors })
  return merged(row.type, sent, wholeOf(row, caller), false)
}

/** Returns the config as the caller sees it. */
export function showConfig(row: Row, caller: Caller): Config {
  const { client_ssl_key: _, ...config } = wholeOf(row, caller) ?? {}
  if (!admins(caller.who)) delete config.secret
  if (config.private) for (const key of HIDDEN[row.type]) delete config[key]
  if (config.secret) noteSecrets({ object_type: 'hook', object_id: row.id })
  return row.type === 'function' ? { ...config, status: row.status, build_error: row.build_error } : config
}
