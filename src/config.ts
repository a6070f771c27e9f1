/** Reads the configuration of a process from its environment, and reports all errors together. */
import { existsSync, readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { Ajv } from 'ajv'
import ipaddr from 'ipaddr.js'
import type { Settings, WorkerQueue } from './config-settings.ts'
import { SECRET_SETTINGS, settings, WORKER_QUEUES } from './config-settings.ts'
import type { BlobsConfig, Config, LlmConfig, SmtpConfig } from './config-types.ts'
import { ExpectedError } from './errors.ts'
import { LOCAL_MAIL_DOMAIN } from './rules/mail/inbox.ts'

export type { WorkerQueue } from './config-settings.ts'
export type { BlobsConfig, Config, SmtpConfig } from './config-types.ts'

/** Public in the documentation, so it is accepted only on loopback addresses. */
export const DEMO_CREATE_KEY = 'sheaf-demo-create-key'

/** All errors in the configuration, one sentence each. */
export class ConfigError extends ExpectedError {
  readonly problems: readonly string[]
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'an error' : `${problems.length} errors`}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const validate = new Ajv({ allErrors: true, coerceTypes: true, verbose: true, strict: false })
  .addFormat('url', (text) => URL.canParse(text))
  .compile(settings)

/** The value of a setting that is refused is shown up to this length. */
const MAX_SHOWN = 100

/** A value that is meant for another setting, or part of a URL, may contain a password too. */
const isSecret = (name: string): boolean =>
  (SECRET_SETTINGS as readonly string[]).includes(name) || /URL|ENDPOINT|KEY|TOKEN|PASSWORD|SECRET/.test(name)

/** Returns the known environment variables as typed values, and adds errors to `problems`. An empty value counts as not set. */
function parse(env: NodeJS.ProcessEnv, problems: string[]): Settings {
  const found: Record<string, unknown> = {}
  for (const name of Object.keys(settings.properties)) if (env[name]?.trim()) found[name] = env[name].trim()
  for (const name of SECRET_SETTINGS) {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) continue
    if (found[name]) problems.push(`${name} and ${name}_FILE must not both be set.`)
    else if (!existsSync(file)) problems.push(`${name}_FILE is ${file}, which does not exist.`)
    else found[name] = readFileSync(file, 'utf8').trim()
  }
  validate(found)
  const wrong = new Map<string, string>()
  for (const { instancePath, parentSchema, data } of validate.errors ?? []) {
    const name = instancePath.slice(1)
    const { must } =
      (settings.properties as Record<string, { must?: string }>)[name] ?? (parentSchema as { must?: string })
    wrong.set(name, isSecret(name) ? `${name} ${must}.` : `${name} ${must}, not "${String(data).slice(0, MAX_SHOWN)}".`)
  }
  problems.push(...wrong.values())
  // Invalid values are omitted, so that the checks between settings below do not report them again.
  return Object.fromEntries(Object.entries(found).filter(([name]) => !wrong.has(name))) as Settings
}

export const isLoopback = (host: string): boolean =>
  ['localhost', '::1', '[::1]'].includes(host) || (isIPv4(host) && host.startsWith('127.'))

/**
 * Whether the service is a demo on this machine, with a public login. Not if it listens on another interface, and not if it has a public
 * address, which a proxy on this machine serves.
 */
export const isDemo = ({ mode, host, publicBaseUrl }: Pick<Config, 'mode' | 'host' | 'publicBaseUrl'>): boolean =>
  mode === 'embedded' && isLoopback(host) && (!publicBaseUrl || isLoopback(new URL(publicBaseUrl).hostname))

const isOn = (flag: string | undefined) => flag === '1' || flag === 'true'

const sessionsOf = (value = 'screen'): Config['sessions'] =>
  value === 'screen' ? value : value === 'all' || isOn(value) ? 'all' : 'none'

function blobsOf(given: Settings, env: NodeJS.ProcessEnv, embedded: boolean, problems: string[]): BlobsConfig {
  if (given.S3_BUCKET) {
    if (given.BLOBS_FOLDER) problems.push('S3_BUCKET and BLOBS_FOLDER must not both be set.')
    if (Boolean(given.S3_ACCESS_KEY_ID) !== Boolean(given.S3_SECRET_ACCESS_KEY)) {
      problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.')
    }
    return {
      kind: 's3',
      bucket: given.S3_BUCKET,
      region: given.S3_REGION ?? 'us-east-1',
      ...(given.S3_ENDPOINT ? { endpoint: given.S3_ENDPOINT } : {}),
      ...(given.S3_ACCESS_KEY_ID ? { accessKeyId: given.S3_ACCESS_KEY_ID } : {}),
      ...(given.S3_SECRET_ACCESS_KEY ? { secretAccessKey: given.S3_SECRET_ACCESS_KEY } : {}),
      // Stores other than Amazon's rarely have a host name per bucket.
      forcePathStyle: given.S3_FORCE_PATH_STYLE ? isOn(given.S3_FORCE_PATH_STYLE) : Boolean(given.S3_ENDPOINT),
    }
  }
  if (!given.BLOBS_FOLDER && !embedded && !env['S3_BUCKET'])
    problems.push('S3_BUCKET (or BLOBS_FOLDER, for a single machine) must be set.')
  return { kind: 'folder', folder: resolve(given.BLOBS_FOLDER ?? join(homeOf(env), 'blobs')) }
}

function smtpOf(given: Settings, env: NodeJS.ProcessEnv, problems: string[]): SmtpConfig | undefined {
  const { SMTP_HOST: host, SMTP_FROM: from, SMTP_USER: user, SMTP_PASSWORD: password } = given
  const tls = (given.SMTP_TLS ?? 'starttls') as SmtpConfig['tls']
  if (Boolean(host ?? env['SMTP_HOST']) !== Boolean(from ?? env['SMTP_FROM']))
    problems.push('SMTP_HOST and SMTP_FROM must be set together.')
  if (Boolean(user) !== Boolean(password)) problems.push('SMTP_USER and SMTP_PASSWORD must be set together.')
  if (!host || !from) return undefined
  const port = given.SMTP_PORT ?? (tls === 'on' ? 465 : 587)
  return { host, port, tls, from, ...(user && password ? { user, password } : {}) }
}

function mailOf(given: Settings, problems: string[]): Config['mail'] {
  const { MAIL_HOST, MAIL_PORT: port, MAIL_TLS_CERT: cert, MAIL_TLS_KEY: key, MAIL_RATE_PER_MINUTE } = given
  if (Boolean(cert) !== Boolean(key)) problems.push('MAIL_TLS_CERT and MAIL_TLS_KEY must be set together.')
  for (const [name, path] of Object.entries({ MAIL_TLS_CERT: cert, MAIL_TLS_KEY: key }))
    if (path && !existsSync(path)) problems.push(`${name} is ${path}, which does not exist.`)
  return {
    host: MAIL_HOST ?? given.HOST ?? '127.0.0.1',
    ...(port === undefined ? {} : { port }),
    ...(cert && key ? { tls: { cert, key } } : {}),
    ratePerMinute: MAIL_RATE_PER_MINUTE ?? 300,
  }
}

function llmOf(given: Settings, env: NodeJS.ProcessEnv, problems: string[]): LlmConfig | undefined {
  const { LLM_BASE_URL: url, LLM_MODEL: model, LLM_API_KEY: apiKey, LLM_CALIBRATION: file } = given
  if (Boolean(url ?? env['LLM_BASE_URL']) !== Boolean(model ?? env['LLM_MODEL']))
    problems.push('LLM_BASE_URL and LLM_MODEL must be set together.')
  const { username, password } = URL.parse(url ?? '') ?? {}
  if (username || password) problems.push('LLM_BASE_URL must not contain a user name or a password; set LLM_API_KEY.')
  if (file && !existsSync(file)) problems.push(`LLM_CALIBRATION is ${file}, which does not exist.`)
  if (!url || !model) return undefined
  return {
    url: url.replace(/\/+$/, ''),
    model,
    ...(apiKey ? { apiKey } : {}),
    timeoutS: given.LLM_TIMEOUT_S ?? 30,
    ...(file ? { calibrationFile: resolve(file) } : {}),
  }
}

/** Returns the host that clients call if it can receive mail, otherwise a name that does not resolve. */
function mailDomainOf(base: string | undefined): string {
  const host = base ? new URL(base).hostname.toLowerCase() : ''
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(host) ? host : LOCAL_MAIL_DOMAIN
}

/**
 * Checks the secrets and servers that external mode requires and embedded mode provides itself. Earlier versions of docker-compose.yml had
 * default secrets, with which volumes may still exist.
 */
function demand(given: Settings, env: NodeJS.ProcessEnv, mode: Config['mode'], problems: string[]): void {
  const isMissing = (name: keyof Settings) => !given[name] && !env[name] && !env[`${name}_FILE`]
  if (mode === 'embedded') {
    const isUnsafe = isMissing('SHEAF_CREATE_KEY') || given.SHEAF_CREATE_KEY === DEMO_CREATE_KEY
    if (given.HOST !== undefined && !isLoopback(given.HOST) && isUnsafe)
      problems.push('SHEAF_CREATE_KEY must be set to a private key when HOST is not a loopback address.')
    else if (given.PUBLIC_BASE_URL && !isLoopback(new URL(given.PUBLIC_BASE_URL).hostname) && isUnsafe)
      problems.push('SHEAF_CREATE_KEY must be set to a private key when PUBLIC_BASE_URL is not a loopback address.')
    return
  }
  if (isMissing('DATABASE_URL'))
    problems.push('DATABASE_URL must be set, for example postgres://USER:PASSWORD@HOST:5432/sheaf.')
  if (isMissing('TEMPORAL_ADDRESS')) problems.push('TEMPORAL_ADDRESS must be set, for example localhost:7233.')
  for (const name of ['SECRET_KEY', 'SECRETS_KEY'] as const)
    if (isMissing(name)) problems.push(`${name} must be set to a random string of at least 32 characters.`)
  if (given.SHEAF_CREATE_KEY === DEMO_CREATE_KEY) {
    problems.push('SHEAF_CREATE_KEY must not be the demo key, which is public.')
  }
  if (!given.PUBLIC_BASE_URL || isLoopback(new URL(given.PUBLIC_BASE_URL).hostname)) return
  if (URL.parse(given.DATABASE_URL ?? '')?.password === 'sheaf')
    problems.push('DATABASE_URL must not have the password "sheaf" when PUBLIC_BASE_URL is not a loopback address.')
  if (given.S3_SECRET_ACCESS_KEY === 'sheaf-in-compose')
    problems.push('S3_SECRET_ACCESS_KEY must not be a public default when PUBLIC_BASE_URL is not a loopback address.')
}

/** Outside of embedded mode, full isolation is required unless the operator decides otherwise. */
function requiredSandbox({ REQUIRE_SANDBOX: given }: Settings, embedded: boolean): Config['requireSandbox'] {
  if (given === undefined) return embedded ? 'none' : 'full'
  if (given === 'user') return 'user'
  return isOn(given) ? 'full' : 'none'
}

function tracingOf(given: Settings): Pick<Config, 'tracing'> {
  const endpoint = given.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')
  return endpoint ? { tracing: { endpoint, serviceName: given.OTEL_SERVICE_NAME ?? 'sheaf' } } : {}
}

export interface ReadOptions {
  mode?: Config['mode']
  /** Embedded mode: the contents of SHEAF_HOME/secrets.json. */
  secrets?: { postgres_password: string; secret_key: string; secrets_key: string }
}

export const homeOf = (env: NodeJS.ProcessEnv): string => resolve(env['SHEAF_HOME']?.trim() || '.sheaf')

/** Reads the frozen configuration from the environment. Throws ConfigError with all errors; reads no files except those of `*_FILE`. */
export function readConfig(env: NodeJS.ProcessEnv, { mode = 'external', secrets }: ReadOptions = {}): Config {
  const problems: string[] = []
  const given = parse(env, problems)
  const embedded = mode === 'embedded'
  const home = homeOf(env)
  demand(given, env, mode, problems)
  const blobs = blobsOf(given, env, embedded, problems)
  const smtp = smtpOf(given, env, problems)
  const mail = mailOf(given, problems)
  const llm = llmOf(given, env, problems)
  const allowedPrivateNetworks = (given.ALLOWED_PRIVATE_NETWORKS ?? '').split(',').filter(Boolean)
  const metricsScrapers = (given.METRICS_SCRAPERS ?? '').split(',').filter(Boolean)
  const lists = { ALLOWED_PRIVATE_NETWORKS: allowedPrivateNetworks, METRICS_SCRAPERS: metricsScrapers }
  for (const [name, list] of Object.entries(lists))
    for (const network of list)
      if (!ipaddr.isValidCIDR(network)) problems.push(`${name} contains ${network}, which is not a network.`)
  if (problems.length > 0) throw new ConfigError(problems)
  const postgresPort = given.POSTGRES_PORT ?? 54_329
  const temporalPort = given.TEMPORAL_PORT ?? 7233
  const temporalUiPort = given.TEMPORAL_UI_PORT ?? 8233
  const ownTemporal = embedded && !given.TEMPORAL_ADDRESS
  const password = encodeURIComponent(secrets?.postgres_password ?? '')
  const uiUrl = given.TEMPORAL_UI_URL ?? (ownTemporal ? `http://127.0.0.1:${temporalUiPort}` : undefined)
  const createKey = given.SHEAF_CREATE_KEY ?? (embedded ? DEMO_CREATE_KEY : undefined)
  return freezeDeep<Config>({
    mode,
    home,
    ...(given.SHEAF_MODELS ? { modelsDir: resolve(given.SHEAF_MODELS) } : {}),
    host: given.HOST ?? '127.0.0.1',
    port: given.PORT ?? 8090,
    httpIdleTimeoutS: given.HTTP_IDLE_TIMEOUT_S ?? 65,
    drainS: given.DRAIN_S ?? 10,
    ...(given.PUBLIC_BASE_URL ? { publicBaseUrl: given.PUBLIC_BASE_URL.replace(/\/+$/, '') } : {}),
    databaseUrl: given.DATABASE_URL ?? `postgres://postgres:${password}@127.0.0.1:${postgresPort}/sheaf`,
    databasePoolMax: given.DATABASE_POOL_MAX ?? 10,
    statementTimeoutS: given.STATEMENT_TIMEOUT_S ?? 60,
    unreadAnswerS: given.UNREAD_ANSWER_S ?? 60,
    blobs,
    temporal: {
      address: given.TEMPORAL_ADDRESS ?? `127.0.0.1:${temporalPort}`,
      namespace: given.TEMPORAL_NAMESPACE ?? 'default',
      taskQueuePrefix: given.TEMPORAL_TASK_QUEUE_PREFIX ?? 'sheaf',
      ...(given.TEMPORAL_API_KEY ? { apiKey: given.TEMPORAL_API_KEY } : {}),
      tls: given.TEMPORAL_TLS ? isOn(given.TEMPORAL_TLS) : Boolean(given.TEMPORAL_API_KEY),
      ...(uiUrl ? { uiUrl } : {}),
      fileNames: given.TEMPORAL_FILE_NAMES === undefined || isOn(given.TEMPORAL_FILE_NAMES),
      retentionDays: given.TEMPORAL_RETENTION_DAYS ?? 30,
    },
    eventsKeptDays: given.EVENTS_KEPT_DAYS ?? 400,
    usageKeptDays: given.USAGE_KEPT_DAYS ?? 1826,
    postgresPort,
    temporalPort,
    temporalUiPort,
    workerQueues: given.WORKER_QUEUES ? (given.WORKER_QUEUES.split(',') as WorkerQueue[]) : WORKER_QUEUES,
    documentProcesses: given.DOCUMENT_PROCESSES ?? availableParallelism(),
    functionProcesses: given.FUNCTION_PROCESSES ?? Math.max(2, availableParallelism()),
    functionOrigins: (given.FUNCTION_ORIGINS ?? '')
      .split(',')
      .filter(Boolean)
      .map((origin) => new URL(origin).origin),
    ...(given.SECRET_KEY_PREVIOUS ? { secretKeyPrevious: given.SECRET_KEY_PREVIOUS } : {}),
    ...(given.SECRETS_KEY_PREVIOUS ? { secretsKeyPrevious: given.SECRETS_KEY_PREVIOUS } : {}),
    secretKey: given.SECRET_KEY ?? secrets?.secret_key ?? '',
    secretsKey: given.SECRETS_KEY ?? secrets?.secrets_key ?? '',
    ...(createKey ? { createKey } : {}),
    // About a million scanned pages of 100 kB: more than most need, and no organization fills the disk of the others unnoticed.
    organizationStorageGb: given.ORGANIZATION_STORAGE_GB ?? 100,
    ...(given.DOCUMENTS_SOCKET ? { documentsSocket: given.DOCUMENTS_SOCKET } : {}),
    requireSandbox: requiredSandbox(given, embedded),
    shares: {
      organizationPercent: given.ORGANIZATION_CPU_PERCENT ?? 50,
      userPercent: given.USER_CPU_PERCENT ?? 40,
      organizationMb: given.ORGANIZATION_MB_PER_MINUTE ?? 6000,
    },
    rateLimit: {
      perMinute: given.RATE_LIMIT_PER_MINUTE ?? 600,
      translationsPerMinute: given.TRANSLATIONS_PER_MINUTE ?? 10,
      organizationPerMinute: given.ORGANIZATION_RATE_LIMIT_PER_MINUTE ?? 6000,
      store: given.RATE_LIMIT_STORE ?? 'memory',
      failuresPerAddress: given.FAILURES_PER_ADDRESS ?? 100,
    },
    ...(given.TRANSLATION_URL
      ? {
          translation: {
            url: given.TRANSLATION_URL,
            ...(given.TRANSLATION_API_KEY ? { apiKey: given.TRANSLATION_API_KEY } : {}),
          },
        }
      : {}),
    ...(llm ? { llm } : {}),
    trustProxy: isOn(given.TRUST_PROXY),
    ...(given.METRICS_TOKEN ? { metricsToken: given.METRICS_TOKEN } : {}),
    ...(given.METRICS_PORT ? { metricsPort: given.METRICS_PORT } : {}),
    ...tracingOf(given),
    sessions: sessionsOf(given.SESSIONS),
    embeddedAncestors: (given.EMBEDDED_ANCESTORS ?? '').split(' ').filter(Boolean),
    basicGroups: (given.BASIC_AUTH_GROUPS ?? '').split(',').filter(Boolean).map(Number),
    allowedPrivateNetworks,
    metricsScrapers,
    ...(smtp ? { smtp } : {}),
    emailsPerDay: given.EMAILS_PER_DAY ?? 1000,
    hookFailureEmails: Boolean(smtp) && isOn(given.HOOK_FAILURE_EMAILS),
    mailDomain: given.MAIL_DOMAIN ?? mailDomainOf(given.PUBLIC_BASE_URL),
    mail,
    ...(given.PASSWORD_RESET_URL ? { passwordResetUrl: given.PASSWORD_RESET_URL } : {}),
    compat: {
      vendorNames: isOn(given.COMPAT_VENDOR_NAMES ?? '1'),
      sha1Signatures: isOn(given.COMPAT_SHA1_SIGNATURES),
      listNext: isOn(given.COMPAT_LIST_NEXT),
    },
    logLevel: given.LOG_LEVEL ?? (embedded ? 'warn' : 'info'),
  })
}

/** Returns the public address of the service, which ends in `/api`; without PUBLIC_BASE_URL, the address it listens on. */
export const baseUrl = ({ publicBaseUrl, host, port }: Pick<Config, 'publicBaseUrl' | 'host' | 'port'>): string =>
  publicBaseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}/api`

function freezeDeep<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (inner && typeof inner === 'object') freezeDeep(inner)
  return Object.freeze(value)
}

/** Loads variables from a file; variables that are already set take precedence. */
export function loadEnvFile(file = '.env'): void {
  if (existsSync(file)) process.loadEnvFile(file)
}
