/** The configuration of a process, which config.ts reads from the environment and validates. */
import type { Shares } from './work/ledger.ts'
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
  /** Seconds without a request after which a connection of a client is closed. */
  httpIdleTimeoutS: number
  /** Seconds for which the api accepts requests after SIGTERM. */
  drainS: number
  /** Prefix of all URLs in responses, without a trailing slash; undefined: the URL that the client called. */
  publicBaseUrl?: string
  databaseUrl: string
  databasePoolMax: number
  /** Limit in seconds on one SQL statement, and on the time that a transaction may wait for its next one. */
  statementTimeoutS: number
  /** Time that a client may leave an answer unread before its connection is closed. */
  unreadAnswerS: number
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
  /** Days for which the counts of documents and pages are kept. */
  usageKeptDays: number
  /** Ports of the embedded servers. */
  postgresPort: number
  temporalPort: number
  temporalUiPort: number
  workerQueues: readonly WorkerQueue[]
  /** Number of warm child processes for documents. */
  documentProcesses: number
  /** Functions that run at the same time, for each runtime. */
  functionProcesses: number
  /** Origins besides the own API that functions may reach. */
  functionOrigins: readonly string[]
  /** Signs cursors. */
  secretKey: string
  /** Cursors signed with this key are accepted too, while keys are replaced. */
  secretKeyPrevious?: string
  /** Encrypts the secrets of hooks and connectors; if it is lost, so are they. */
  secretsKey: string
  /** Secrets encrypted with this key can be read too, while keys are replaced. */
  secretsKeyPrevious?: string
  /** Key for `POST organizations/create`; undefined: not allowed. */
  createKey?: string
  /** Size of the files of an organization in GB; 0 for no limit. */
  organizationStorageGb: number
  /** Socket of the reader that opens documents in another container; undefined: in child processes on this machine. */
  documentsSocket?: string
  /**
   * The least isolation of children that open documents: `full` from secrets and network, `user` from secrets, `none`. The service does not
   * start with less.
   */
  requireSandbox: 'full' | 'user' | 'none'
  /** What an organization or user may use of an api process, while others use it too; 0 for no limit. */
  shares: Shares
  /** Requests per user and minute; 0 for no limit. */
  rateLimit: {
    perMinute: number
    translationsPerMinute: number
    /** Requests of all users of an organization per minute; 0 for no limit. */
    organizationPerMinute: number
    store: 'memory' | 'postgres'
    /** Failed attempts per address in ten minutes; 0 for no limit. */
    failuresPerAddress: number
  }
  /** Server that translates pages (the interface of LibreTranslate), without a trailing slash; undefined: none. */
  translation?: { url: string; apiKey?: string }
  /** Endpoint that is asked for values of documents (the interface of OpenAI), without a trailing slash; undefined: none. */
  llm?: LlmConfig
  /** Whether the client's address is the last entry of X-Forwarded-For, which the proxy itself has written. */
  trustProxy: boolean
  /** Bearer token for `/metrics`; undefined: only programs on this machine may read it. */
  metricsToken?: string
  /** Port on which a separate worker serves `/metrics`; undefined: not served. */
  metricsPort?: number
  /** Destination of traces (OTLP over HTTP, no trailing slash); undefined: no traces. */
  tracing?: { endpoint: string; serviceName: string }
  /** Which logins also create a session with cookies: those of the service's own pages (`screen`), `all` or `none`. */
  sessions: 'screen' | 'all' | 'none'
  /** Origins whose pages may show embedded reviews in a frame. */
  embeddedAncestors: readonly string[]
  /** Ids of organization groups whose users may use Basic credentials on all endpoints. */
  basicGroups: readonly number[]
  /** CIDRs of private networks that outgoing requests (OpenID providers, webhooks) may reach. */
  allowedPrivateNetworks: readonly string[]
  /** Networks (CIDR) of programs that read the metrics without METRICS_TOKEN. */
  metricsScrapers: readonly string[]
  /** Server for outgoing mail; undefined: no mail is sent. */
  smtp?: SmtpConfig
  /** Domain of the addresses of inboxes. */
  mailDomain: string
  /** The SMTP server of the inboxes. */
  mail: {
    host: string
    /** Undefined: not served by the API process. */
    port?: number
    /** Paths of the certificate and the key for STARTTLS, in PEM; undefined: no STARTTLS. */
    tls?: { cert: string; key: string }
    /** Messages per client address and minute; 0 for no limit. */
    ratePerMinute: number
  }
  /** Number of emails that the users of an organization may send per day (UTC). */
  emailsPerDay: number
  /** Whether the last editor of a hook gets an email when its calls keep failing. */
  hookFailureEmails: boolean
  /** URL of a client's page for setting a new password, with `{uid}` and `{token}`. */
  passwordResetUrl?: string
  /** Spellings and the old signature that programs written for the existing vendor of this API expect (docs/clients.md). */
  compat: { vendorNames: boolean; sha1Signatures: boolean; listNext: boolean }
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

export interface LlmConfig {
  url: string
  model: string
  apiKey?: string
  /** Time limit of a request in seconds. */
  timeoutS: number
  /** Path of the calibration that was measured with the model; undefined: the shipped one. */
  calibrationFile?: string
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
