/** The configuration of a process: read and checked by config.ts from the environment. */
import type { LogLevel, WorkerQueue } from './config-settings.ts'

export interface Config {
  /** `embedded`: `npm start` runs the servers itself. `external`: the api or the worker alone, against given servers. */
  mode: 'embedded' | 'external'
  /** Absolute folder of everything the embedded stack keeps. */
  home: string
  /** Folder with the OCR models, where they are not in the user's cache. */
  modelsDir?: string
  host: string
  port: number
  /** Start of all URLs in answers, without a slash at the end; undefined: what the client called. */
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
    /** Names of files in summaries and search attributes. */
    fileNames: boolean
    /** Days for which Temporal keeps workflows that have ended; set when the namespace is made ready. */
    retentionDays: number
  }
  /** Days for which events are kept. */
  eventsKeptDays: number
  /** Ports of the embedded servers. */
  postgresPort: number
  temporalPort: number
  temporalUiPort: number
  workerQueues: readonly WorkerQueue[]
  /** Child processes for documents, kept warm. */
  documentProcesses: number
  /** Signs cursors. */
  secretKey: string
  /** Encrypts the secrets of hooks and connectors; without it they are lost. */
  secretsKey: string
  /** Opens `POST organizations/create`; undefined: not allowed. */
  createKey?: string
  requireSandbox: boolean
  /** Requests a user may make in a minute; 0 sets no limit. */
  rateLimit: {
    perMinute: number
    translationsPerMinute: number
    store: 'memory' | 'postgres'
    /** Wrong credentials in ten minutes; 0 sets no limit. */
    failuresPerAddress: number
  }
  /** Takes the client's address from the last entry of X-Forwarded-For, which the proxy itself has written. */
  trustProxy: boolean
  /** Bearer token of `/metrics`; undefined: only programs on this machine read it. */
  metricsToken?: string
  /** Where a worker that runs alone serves `/metrics`; undefined: it does not. */
  metricsPort?: number
  /** Where traces go (OTLP over HTTP, no slash at the end); undefined: there are none. */
  tracing?: { endpoint: string; serviceName: string }
  /** Login also opens a session in cookies. */
  sessions: boolean
  /** Ids of organization groups whose people may use Basic credentials on every endpoint. */
  basicGroups: readonly number[]
  /** CIDRs of private networks that outgoing requests (OpenID providers, webhooks) may reach. */
  allowedPrivateNetworks: readonly string[]
  /** Outgoing mail; undefined: none is sent. */
  smtp?: SmtpConfig
  /** Domain of the addresses of inboxes. */
  mailDomain: string
  /** Emails that the people of one organization may send in a day (UTC). */
  emailsPerDay: number
  /** Where a client's page for new passwords is, with `{uid}` and `{token}`. */
  passwordResetUrl?: string
  compat: { vendorNames: boolean; uploadResults: boolean }
  logLevel: LogLevel
}

export interface SmtpConfig {
  host: string
  port: number
  /** `starttls` demands it; `on` speaks TLS from the start; `off` is for servers on the same machine. */
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
