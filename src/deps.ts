/** Dependencies of the API and the worker: types only, so that all folders may import them. src/open-deps.ts opens them. */
import type { Client } from '@temporalio/client'
import type { Knex } from 'knex'
import type { Blobs } from './blobs/index.ts'
import type { Config } from './config.ts'
import type { Channels } from './domain/live/channels.ts'
import type { Signals } from './domain/outbox/transaction.ts'
import type { LanguageModel } from './engines/llm/index.ts'
import type { Log } from './log.ts'
import type { Outgoing } from './outgoing/outgoing-http.ts'
import type { Functions } from './sandbox/functions/index.ts'
import type { PasswordChecks } from './sandbox/password-checks.ts'
import type { DocumentSandbox } from './sandbox/types.ts'
import type { UserChecks } from './sandbox/user-checks.ts'
import type { Tracing } from './tracing/index.ts'

/** Opened once when a process starts, and passed down. */
export interface Deps {
  config: Config
  db: Knex
  blobs: Blobs
  documents: DocumentSandbox
  /** Checks of customers' schemas and patterns, outside the thread that answers requests. */
  userChecks: UserChecks
  /** Estimates of passwords, outside the thread that answers requests. */
  passwordChecks: PasswordChecks
  /** Functions of customers. Their processes start with the first call. */
  functions: Functions
  /** Connects on first use; calls fail with `UNAVAILABLE` while the server is unavailable, and recover afterwards. */
  temporal: Client
  /** Signals workflows about committed events. */
  signals: Signals
  /** Live channels of this process. */
  channels: Channels
  /** The only client for addresses that customers choose. */
  outgoing: Outgoing
  /** Requests to addresses that operators configure, which may be private: the service's own API (for functions), translation, a language model. */
  ownApi: Outgoing
  /** Asked for values of documents; undefined if none is configured. */
  llm?: LanguageModel
  log: Log
  /** Replaces the DNS resolver of the system in the checks of received messages. */
  dns?: (domain: string, type: string) => Promise<string[][] | string[]>
  /** Undefined if tracing is disabled. */
  tracing?: Tracing
  clock: () => Date
}
