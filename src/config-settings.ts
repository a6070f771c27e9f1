import { Type } from 'typebox'
import type { Static } from 'typebox'

// All environment variables that Sheaf reads, with their validation. `.env.example` describes the same list (a test compares them).

const text = (must: string, pattern = '\\S') => Type.Optional(Type.String({ pattern, must: `must be ${must}` }))
const oneOf = <T extends string>(...names: T[]) =>
  Type.Optional(
    Type.Union(
      names.map((name) => Type.Literal(name)),
      { must: `must be one of ${names.join(', ')}` },
    ),
  )
const networks = () =>
  text(
    'a list of networks such as 10.0.0.0/8,fd00::/8, separated by commas',
    '^[0-9a-fA-F.:]+/\\d{1,3}(,[0-9a-fA-F.:]+/\\d{1,3})*$',
  )
const port = () =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, must: 'must be a port, a whole number from 1 to 65535' }))
const count = (maximum: number) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, must: `must be a whole number from 1 to ${maximum}` }))
const atLeastZero = (maximum: number) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum, must: `must be a whole number from 0 to ${maximum}` }))
const flag = () => oneOf('1', '0', 'true', 'false')
const url = (example: string) =>
  Type.Optional(
    Type.String({ pattern: '^https?://[^\\s/]+(/\\S*)?$', format: 'url', must: `must be a URL such as ${example}` }),
  )

/** An origin, or the origins of all hosts below a domain. */
const ANCESTOR = 'https?://(\\*\\.)?[A-Za-z0-9.-]+(:\\d{1,5})?'

export const WORKER_QUEUES = ['orchestration', 'documents', 'hooks'] as const
export type WorkerQueue = (typeof WORKER_QUEUES)[number]

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export const settings = Type.Object({
  SHEAF_HOME: text('a folder'),
  SHEAF_MODELS: text('a folder'),
  SHEAF_CREATE_KEY: text('at least 12 characters', '^.{12,}$'),
  SECRET_KEY: text('at least 32 characters', '^.{32,}$'),
  SECRET_KEY_PREVIOUS: text('at least 32 characters', '^.{32,}$'),
  SECRETS_KEY: text('at least 32 characters', '^.{32,}$'),
  SECRETS_KEY_PREVIOUS: text('at least 32 characters', '^.{32,}$'),
  HOST: text('an address or a host name', '^[\\w.:-]+$'),
  PORT: port(),
  HTTP_IDLE_TIMEOUT_S: count(3600),
  DRAIN_S: atLeastZero(600),
  PUBLIC_BASE_URL: url('https://sheaf.example.com/api'),
  POSTGRES_PORT: port(),
  TEMPORAL_PORT: port(),
  TEMPORAL_UI_PORT: port(),
  DATABASE_URL: text('postgres://USER:PASSWORD@HOST:PORT/NAME', '^postgres(ql)?://\\S+$'),
  DATABASE_POOL_MAX: count(1000),
  STATEMENT_TIMEOUT_S: count(3600),
  UNREAD_ANSWER_S: count(3600),
  BLOBS_FOLDER: text('a folder'),
  S3_BUCKET: text('a bucket name of at least three characters', '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$'),
  S3_ENDPOINT: url('http://localhost:9000'),
  S3_REGION: text('a region'),
  S3_ACCESS_KEY_ID: text('an access key id'),
  S3_SECRET_ACCESS_KEY: text('a secret access key'),
  S3_FORCE_PATH_STYLE: flag(),
  TEMPORAL_ADDRESS: text('HOST:PORT', '^[\\w.-]+:\\d+$|^\\[[0-9a-fA-F:]+\\]:\\d+$'),
  TEMPORAL_NAMESPACE: text('the name of a namespace', '^[\\w.-]+$'),
  TEMPORAL_TASK_QUEUE_PREFIX: text('a short name', '^[\\w.-]+$'),
  TEMPORAL_API_KEY: text('an API key'),
  TEMPORAL_TLS: flag(),
  TEMPORAL_UI_URL: url('http://localhost:8233'),
  TEMPORAL_FILE_NAMES: flag(),
  TEMPORAL_RETENTION_DAYS: count(3650),
  EVENTS_KEPT_DAYS: count(36_500),
  USAGE_KEPT_DAYS: count(36_500),
  TEMPORAL_CLI_PATH: text('the path of the "temporal" program'),
  WORKER_QUEUES: text(
    `a list of ${WORKER_QUEUES.join(', ')}, separated by commas`,
    `^(${WORKER_QUEUES.join('|')})(,(${WORKER_QUEUES.join('|')}))*$`,
  ),
  DOCUMENT_PROCESSES: count(256),
  FUNCTION_PROCESSES: count(256),
  FUNCTION_ORIGINS: text(
    'a list of origins such as https://rates.example.com, separated by commas',
    '^https?://[^\\s/,]+(,https?://[^\\s/,]+)*$',
  ),
  DOCUMENTS_SOCKET: text('the path of a socket'),
  REQUIRE_SANDBOX: oneOf('1', 'true', 'user', '0', 'false'),
  RATE_LIMIT_PER_MINUTE: atLeastZero(1_000_000),
  ORGANIZATION_RATE_LIMIT_PER_MINUTE: atLeastZero(10_000_000),
  ORGANIZATION_CPU_PERCENT: atLeastZero(1000),
  USER_CPU_PERCENT: atLeastZero(1000),
  ORGANIZATION_MB_PER_MINUTE: atLeastZero(10_000_000),
  ORGANIZATION_STORAGE_GB: atLeastZero(1_000_000),
  TRANSLATIONS_PER_MINUTE: count(1_000_000),
  TRANSLATION_URL: url('https://translate.example.com'),
  TRANSLATION_API_KEY: text('an API key'),
  LLM_BASE_URL: url('https://llm.example.com/v1'),
  LLM_MODEL: text('the name of a model'),
  LLM_API_KEY: text('an API key'),
  LLM_TIMEOUT_S: count(600),
  LLM_CALIBRATION: text('the path of a file'),
  RATE_LIMIT_STORE: oneOf('memory', 'postgres'),
  FAILURES_PER_ADDRESS: atLeastZero(1_000_000),
  TRUST_PROXY: flag(),
  METRICS_TOKEN: text('at least 16 characters', '^\\S{16,}$'),
  METRICS_PORT: port(),
  METRICS_SCRAPERS: networks(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http://localhost:4318'),
  OTEL_SERVICE_NAME: text('a name'),
  SESSIONS: oneOf('screen', 'all', 'none', '1', '0', 'true', 'false'),
  EMBEDDED_ANCESTORS: text(
    'a list of origins such as https://erp.example.com, separated by spaces',
    `^${ANCESTOR}( +${ANCESTOR})*$`,
  ),
  BASIC_AUTH_GROUPS: text('a list of ids of organization groups, separated by commas', '^\\d{1,15}(,\\d{1,15})*$'),
  ALLOWED_PRIVATE_NETWORKS: networks(),
  SMTP_HOST: text('a host name', '^[\\w.:-]+$'),
  SMTP_PORT: port(),
  SMTP_TLS: oneOf('starttls', 'on', 'off'),
  SMTP_USER: text('a user name'),
  SMTP_PASSWORD: text('a password'),
  SMTP_FROM: text('an address such as sheaf@example.com', '^[^\\r\\n]*[^\\s@<]+@[^\\s@>]+>?$'),
  HOOK_FAILURE_EMAILS: flag(),
  EMAILS_PER_DAY: count(1_000_000),
  MAIL_DOMAIN: text('a domain such as in.example.com', '^[a-z0-9-]+(\\.[a-z0-9-]+)+$'),
  MAIL_HOST: text('an address or a host name', '^[\\w.:-]+$'),
  MAIL_PORT: port(),
  MAIL_TLS_CERT: text('the path of a file'),
  MAIL_TLS_KEY: text('the path of a file'),
  MAIL_RATE_PER_MINUTE: atLeastZero(1_000_000),
  PASSWORD_RESET_URL: text(
    'a URL with {uid} and {token}, such as https://sheaf.example.com/reset?uid={uid}&token={token}',
    '^https?://(?=.*\\{uid\\})(?=.*\\{token\\})\\S+$',
  ),
  COMPAT_VENDOR_NAMES: flag(),
  COMPAT_SHA1_SIGNATURES: flag(),
  COMPAT_LIST_NEXT: flag(),
  LOG_LEVEL: oneOf(...LOG_LEVELS),
})

export type Settings = Static<typeof settings>

/** Settings that can also be set by NAME_FILE, the path of a file with the value (secrets of Docker and Kubernetes). */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
  'SHEAF_CREATE_KEY',
  'METRICS_TOKEN',
  'SMTP_PASSWORD',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'TEMPORAL_API_KEY',
  'TRANSLATION_API_KEY',
  'LLM_API_KEY',
] as const
