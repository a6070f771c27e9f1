/** `config` of a hook: which keys each type has, what they may hold, and which of them are hidden. */
import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import type { FieldErrors } from '../../errors.ts'
import { seal, unseal } from '../../domain/requests/secrets.ts'
import { errorOfCertificate, errorOfPrivateKey, keyFits } from '../../rules/client-certificates.ts'
import { mayAnswerLater } from '../../rules/hook-events.ts'
import { errorOfCron } from '../../rules/schedule.ts'
import type { Row, Values } from '../legacy/fields.ts'
import type { Caller } from '../engine/request.ts'
import { admins } from '../access.ts'
import { faultOfAddress } from './web-address.ts'

const optional = Type.Optional
const orNull = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()])
const Open = Type.Record(Type.String(), Type.Unknown())

/** Both types; which keys are required follows from the type. */
export const HookConfig = Type.Object({
  url: optional(Type.String({ description: 'webhook: the address that is called; required' })),
  secret: optional(orNull(Type.String({ description: 'webhook: signs each payload; shown to administrators only' }))),
  insecure_ssl: optional(Type.Boolean()),
  client_ssl_certificate: optional(orNull(Type.String({ description: 'webhook: PEM' }))),
  client_ssl_key: optional(orNull(Type.String({ description: 'webhook: PEM, not encrypted; never shown' }))),
  max_polling_time_s: optional(Type.Integer({ minimum: 1, maximum: 3600 })),
  retry_after_polling_failure: optional(Type.Boolean()),
  retry_on_any_non_2xx: optional(Type.Boolean()),
  runtime: optional(Type.String({ enum: ['nodejs22.x', 'python3.12'], description: 'function: required' })),
  code: optional(Type.String({ description: 'function: required' })),
  third_party_library_pack: optional(orNull(Type.String({ enum: ['default'] }))),
  memory_size_mb: optional(Type.Integer({ minimum: 128, maximum: 256 })),
  private: optional(Type.Boolean({ description: 'hides what the hook does for good' })),
  schedule: optional(Type.Object({ cron: optional(Type.String({ description: 'five fields, UTC' })) })),
  timeout_s: optional(Type.Integer({ minimum: 0, maximum: 60 })),
  retry_count: optional(Type.Integer({ minimum: 0, maximum: 4 })),
  app: optional(
    Type.Union([
      Type.Object({
        url: Type.String(),
        settings: optional(Open),
        display_mode: optional(Type.String({ enum: ['drawer', 'fullscreen'] })),
      }),
      Type.Null(),
    ]),
  ),
  payload_logging_enabled: optional(Type.Boolean()),
})

const COMMON = {
  private: false,
  schedule: {},
  timeout_s: 30,
  retry_count: 4,
  app: null,
  payload_logging_enabled: false,
}
const DEFAULTS: Record<string, Values> = {
  webhook: {
    ...COMMON,
    insecure_ssl: false,
    client_ssl_certificate: null,
    max_polling_time_s: 300,
    retry_after_polling_failure: true,
    retry_on_any_non_2xx: false,
  },
  function: { ...COMMON, third_party_library_pack: 'default', memory_size_mb: 256 },
  job: COMMON,
}
const REQUIRED: Record<string, string[]> = { webhook: ['url'], function: ['runtime', 'code'], job: [] }
/** Encrypted at rest. */
const SEALED: Record<string, string[]> = { webhook: ['secret', 'client_ssl_key'], function: [], job: [] }
/** Hidden and immutable once a hook is private. */
const HIDDEN: Record<string, string[]> = {
  webhook: ['url', 'secret'],
  function: ['runtime', 'code', 'third_party_library_pack'],
  job: [],
}
/** A change of these makes another program of a function. */
const BUILT = ['runtime', 'code', 'third_party_library_pack']
const POLLING = ['max_polling_time_s', 'retry_after_polling_failure']
const PLACE = 'hooks.config'

type Config = Values

/** Everything a row holds, secrets included; null for a hook that is being made. */
function wholeOf(row: Row | null, caller: Caller): Config | null {
  if (!row) return null
  const sealed = row.sealed_config ? (unseal(caller.config, PLACE, row.sealed_config as Buffer) as Config) : {}
  return { ...DEFAULTS[row.type as string], ...(row.config as Config), ...sealed }
}

const pick = (config: Config, keys: string[]): Config =>
  Object.fromEntries(keys.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key]]])))

/**
 * The config a hook will have. PATCH changes the keys it names, PUT (`full`) resets the others; but nobody can send back
 * what is never shown, so that stays as it is until it is named.
 */
function merged(type: string, sent: Config, before: Config | null, full: boolean): Config {
  const known = pick(sent, [...Object.keys(DEFAULTS[type]!), ...REQUIRED[type]!, ...SEALED[type]!])
  const unseen = before
    ? pick(before, ['client_ssl_key', ...(before.private ? ['private', ...HIDDEN[type]!] : [])])
    : {}
  const config: Config = { ...DEFAULTS[type], ...(full ? unseen : before), ...known }
  // A key goes with its certificate.
  const removed = config.client_ssl_certificate === null && (full || 'client_ssl_certificate' in sent)
  if (removed && !known.client_ssl_key) delete config.client_ssl_key
  for (const key of SEALED[type]!) if (config[key] === null || config[key] === '') delete config[key]
  if (config.app) config.app = { display_mode: 'drawer', ...(config.app as object) }
  return config
}

export interface ConfigChange {
  type: string
  /** As the client sent it. */
  sent: Config
  row: Row | null
  full: boolean
}

/** Errors of the config that a request would leave, given the events the hook will have. */
export function checkConfig(change: ConfigChange, events: string[], caller: Caller): FieldErrors | null {
  const { type, sent, row, full } = change
  const before = wholeOf(row, caller)
  const config = merged(type, sent, before, full)
  const errors: FieldErrors = {}
  if (before?.private) {
    if (sent.private === false) errors.private = ['A private hook stays private.']
    for (const key of HIDDEN[type]!) if (key in sent) errors[key] = ['It cannot be changed: the hook is private.']
  }
  for (const key of REQUIRED[type]!) if (config[key] === undefined) errors[key] = ['This field is required.']
  const note = (key: string, fault: string | null) => void (fault && (errors[key] ??= [fault]))
  if (typeof config.url === 'string') note('url', faultOfAddress(config.url))
  if (config.app && faultOfAddress((config.app as { url: string }).url))
    errors.app = { url: [faultOfAddress((config.app as { url: string }).url)] }
  const { cron } = config.schedule as { cron?: string }
  const cronError = cron === undefined ? null : errorOfCron(cron)
  if (cronError) errors.schedule = { cron: [cronError] }
  const [certificate, key] = [config.client_ssl_certificate, config.client_ssl_key] as (string | null | undefined)[]
  if (certificate) note('client_ssl_certificate', errorOfCertificate(certificate))
  if (key) note('client_ssl_key', errorOfPrivateKey(key))
  if (certificate && key && !errors.client_ssl_certificate && !errors.client_ssl_key)
    if (!keyFits(certificate, key)) errors.client_ssl_key = ['The key does not belong to the certificate.']
  for (const name of POLLING)
    if (name in sent && type === 'webhook' && sent[name] !== DEFAULTS.webhook![name] && !mayAnswerLater(events))
      errors[name] = ['Only for upload.created, invocation.scheduled and annotation_content.export.']
  return Object.keys(errors).length ? errors : null
}

/** Does a request make it another config than it is? */
export function changesConfig({ type, sent, row, full }: ConfigChange, caller: Caller): boolean {
  const before = wholeOf(row, caller)
  return !isDeepStrictEqual(merged(type, sent, before, full), before)
}

/** The columns of that config. A function whose program changes waits to be built. */
export function configColumns(change: ConfigChange, caller: Caller): Row {
  const before = wholeOf(change.row, caller)
  const config = merged(change.type, change.sent, before, change.full)
  const sealed = pick(config, SEALED[change.type]!)
  const open = Object.fromEntries(Object.entries(config).filter(([key]) => !(key in sealed)))
  const rebuilt = change.type === 'function' && BUILT.some((key) => !isDeepStrictEqual(before?.[key], config[key]))
  return {
    config: JSON.stringify(open),
    sealed_config: Object.keys(sealed).length ? seal(caller.config, PLACE, sealed) : null,
    ...(rebuilt ? { status: 'pending' } : {}),
  }
}

/** The config as clients see it. */
export function showConfig(row: Row, caller: Caller): Config {
  const config = wholeOf(row, caller)!
  const type = row.type as string
  delete config.client_ssl_key
  if (!admins(caller.who)) delete config.secret
  if (config.private) for (const key of HIDDEN[type]!) delete config[key]
  return type === 'function' ? { ...config, status: row.status } : config
}
