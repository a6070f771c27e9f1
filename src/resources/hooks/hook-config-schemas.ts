/** `config` of hooks of both types. */
import { Type, type TSchema } from 'typebox'
import { orNull, type BodyMode } from '../framework/fields.ts'

const optional = Type.Optional
const text = (description: string, options: { enum?: string[] } = {}) =>
  optional(Type.String({ ...options, description }))
const textOrNull = (description: string, options: { enum?: string[] } = {}) =>
  optional({ ...orNull(Type.String(options)), description })
const flag = (description: string) => optional(Type.Boolean({ description }))
const integer = (description: string, minimum: number, maximum: number) =>
  optional(Type.Integer({ minimum, maximum, description }))

const App = Type.Object({
  url: Type.String({ description: 'URL of the page.' }),
  settings: optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Settings of the page.' })),
  display_mode: text('How the page is displayed.', { enum: ['drawer', 'fullscreen'] }),
})

/** The type of the hook decides which keys are required. */
export const HookConfig = Type.Object({
  url: text('Webhook: URL to call; required.'),
  secret: textOrNull('Webhook: secret that signs each payload; visible to administrators only.'),
  insecure_ssl: flag('Webhook: whether to skip the verification of the TLS certificate; for tests only.'),
  client_ssl_certificate: textOrNull('Webhook: client certificate for TLS, in PEM format.'),
  client_ssl_key: textOrNull(
    'Webhook: unencrypted private key of the client certificate, in PEM format; never returned.',
  ),
  max_polling_time_s: integer(
    'Webhook: maximum number of seconds to poll for a deferred response; for `upload.created`, `invocation.scheduled` and `annotation_content.export` only.',
    1,
    3600,
  ),
  retry_after_polling_failure: flag('Webhook: whether to repeat the call if no deferred response arrives.'),
  retry_on_any_non_2xx: flag(
    'Webhook: whether to retry after any status other than 2xx instead of only after 408, 429, 500, 502, 503 and 504.',
  ),
  runtime: text('Function: runtime of the code; required.', { enum: ['nodejs22.x', 'python3.12'] }),
  code: text('Function: source code; required.'),
  third_party_library_pack: textOrNull(
    'Function: libraries available to the code; null for the standard library only.',
    {
      enum: ['default'],
    },
  ),
  memory_size_mb: integer('Function: memory in MB.', 128, 256),
  private: flag('Whether the code or URL is hidden; once true, it cannot be changed back.'),
  schedule: optional(
    Type.Object(
      { cron: text('Cron expression with five fields, in UTC; at most one call every ten minutes.') },
      { description: 'Schedule of the event `invocation.scheduled`.' },
    ),
  ),
  timeout_s: integer('Seconds to wait for a response.', 0, 60),
  retry_count: integer('Maximum number of retries after a failed call.', 0, 4),
  app: optional({ ...orNull(App), description: 'Deprecated. Page shown in the user interface.' }),
  payload_logging_enabled: flag('Whether payloads are stored in the log.'),
})

/** Returns the schema of `config` in a request body. PATCH changes only the keys in the request, so it requires none. */
export function documentedConfig(mode: BodyMode, description: string): TSchema {
  if (mode === 'partial') return { ...HookConfig, description } as TSchema
  const needing = (title: string, ...names: string[]) => ({ title, required: names })
  return {
    ...HookConfig,
    description,
    anyOf: [needing('Webhook', 'url'), needing('Function', 'runtime', 'code')],
  } as TSchema
}
