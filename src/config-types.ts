/** The configuration of a process, which config.ts reads from the environment and validates. */
import type { LogLevel, WorkerQueue } from './config-settings.ts'

export interface Config {
  /** `embedded`: `npm start` runs the servers itself. `external`: only the API or the worker, with external servers. */
  mode: 'embedded' | 'external'
  /** Absolute path of the folder for all data of the embedded stack. */
  home: string
  /** Folder with the OCR models, if not in the user's cache. */
  modelsDir?: string
  host: string
  port: number
  /** Prefix of all URLs in responses, without a trailing slash; undefined: the URL that the client called. */
  publicBaseUrl?: string
  databaseUrl: string
  databasePoolMax: number
  blobs: BlobsConfig
  temporal: {
    address: string
    namespace: string
    taskQueuePrefix: string
    apiKey?: string
    tls: boolean
    uiUrl?: string
    /** Whether summaries and search attributes contain file names. */
    fileNames: boolean
    /** Days for which Temporal keeps workflows that have ended; set when the namespace is prepared. */
    retentionDays: number
  }
  /** Days for which events are kept. */
  eventsKeptDays: number
  /** Ports of the embedded servers. */
  postgresPort: number
  temporalPort: number
  temporalUiPort: number
  workerQueues: readonly WorkerQueue[]
  /** Number of warm child processes for documents. */
  documentProcesses: number
  /** Signs cursors. */
  secretKey: string
  /** Encrypts the secrets of hooks and connectors; if it is lost, so are they. */
  secretsKey: string
  /** Key for `POST organizations/create`; undefined: not allowed. */
  createKey?: string
  requireSandbox: boolean
  /** Requests per user and minute; 0 for no limit. */
  rateLimit: {
    perMinute: number
    translationsPerMinute: number
    store: 'memory' | 'postgres'
    /** Failed attempts per address in ten minutes; 0 for no limit. */
    failuresPerAddress: number
  }
  /** Whether the client's address is the last entry of X-Forwarded-For, which the proxy itself has written. */
  trustProxy: boolean
  /** Bearer token for `/metrics`; undefined: only programs on this machine may read it. */
  metricsToken?: string
  /** Port on which a separate worker serves `/metrics`; undefined: not served. */
  metricsPort?: number
  /** Destination of traces (OTLP over HTTP, no trailing slash); undefined: no traces. */
  tracing?: { endpoint: string; serviceName: string }
  /** Whether a login also creates a session with cookies. */
  sessions: boolean
  /** Ids of organization groups whose users may use Basic credentials on all endpoints. */
  basicGroups: readonly number[]
  /** CIDRs of private networks that outgoing requests (OpenID providers, webhooks) may reach. */
  allowedPrivateNetworks: readonly string[]
  /** Server for outgoing mail; undefined: no mail is sent. */
  smtp?: SmtpConfig
  /** Domain of the addresses of inboxes. */
  mailDomain: string
  /** Number of emails that the users of an organization may send per day (UTC). */
  emailsPerDay: number
  /** URL of a client's page for setting a new password, with `{uid}` and `{token}`. */
  passwordResetUrl?: string
  compat: { vendorNames: boolean; uploadResults: boolean }
  logLevel: LogLevel
}

export interface SmtpConfig {
  host: string
  port: number
  /** `starttls` requires STARTTLS; `on` uses TLS from the start; `off` is for servers on the same machine. */
  tls: 'starttls' | 'on' | 'off'
  user?: string
  password?: string
  from: string
}

export type BlobsConfig =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3'
      bucket: string
      region: string
      endpoint?: string
      accessKeyId?: string
      secretAccessKey?: string
      forcePathStyle: boolean
    }
