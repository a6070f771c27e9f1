/** `config` of a hook, of both types. */
import { Type, type TSchema } from 'typebox'
import { orNull, type BodyMode } from '../engine/fields.ts'

const optional = Type.Optional
const text = (description: string, options: { enum?: string[] } = {}) =>
  optional(Type.String({ ...options, description }))
const textOrNull = (description: string, options: { enum?: string[] } = {}) =>
  optional({ ...orNull(Type.String(options)), description })
const flag = (description: string) => optional(Type.Boolean({ description }))
const integer = (description: string, minimum: number, maximum: number) =>
  optional(Type.Integer({ minimum, maximum, description }))

const App = Type.Object({
  url: Type.String({ description: 'Address of the page.' }),
  settings: optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Settings of the page.' })),
  display_mode: text('Display of the page.', { enum: ['drawer', 'fullscreen'] }),
})

/** The type of the hook decides which keys are required. */
export const HookConfig = Type.Object({
  url: text('Webhook: address that is called; required.'),
  secret: textOrNull('Webhook: secret that signs each payload; visible to administrators only.'),
  insecure_ssl: flag('Webhook: skip the check of the certificate of the address; for tests only.'),
  client_ssl_certificate: textOrNull('Webhook: PEM certificate with which the service authenticates itself.'),
  client_ssl_key: textOrNull('Webhook: PEM key of the certificate, not encrypted; never returned.'),
  max_polling_time_s: integer(
    'Webhook: seconds to wait for a late response; for `upload.created`, `invocation.scheduled` and `annotation_content.export` only.',
    1,
    3600,
  ),
  retry_after_polling_failure: flag('Webhook: call again when the late response does not arrive.'),
  retry_on_any_non_2xx: flag('Webhook: retry after every failure instead of only 408, 429, 500, 502, 503 and 504.'),
  runtime: text('Function: language of the code; required.', { enum: ['nodejs22.x', 'python3.12'] }),
  code: text('Function: the code; required.'),
  third_party_library_pack: textOrNull('Function: libraries for the code; null for the standard library only.', {
    enum: ['default'],
  }),
  memory_size_mb: integer('Function: memory in MB.', 128, 256),
  private: flag('Hides the code or address permanently; cannot be undone.'),
  schedule: optional(
    Type.Object(
      { cron: text('Cron expression of five fields, UTC; at most every ten minutes.') },
      { description: 'Times of the event `invocation.scheduled`.' },
    ),
  ),
  timeout_s: integer('Seconds to wait for a response.', 0, 60),
  retry_count: integer('Maximum number of retries after a failed call.', 0, 4),
  app: optional({ ...orNull(App), description: 'Deprecated: a page shown in the user interface.' }),
  payload_logging_enabled: flag('Whether payloads are kept in the log.'),
})

/** The config in a body: PATCH changes the keys that it names, so that none is required there. */
export function documentedConfig(mode: BodyMode, description: string): TSchema {
  if (mode === 'partial') return { ...HookConfig, description } as TSchema
  const needing = (title: string, ...names: string[]) => ({ title, required: names })
  return {
    ...HookConfig,
    description,
    anyOf: [needing('Of a webhook', 'url'), needing('Of a function', 'runtime', 'code')],
  } as TSchema
}
