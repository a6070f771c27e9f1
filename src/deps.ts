/** Dependencies of the API and the worker: types only, so that all folders may import them. src/open-deps.ts opens them. */
import type { Client } from '@temporalio/client'
import type { Knex } from 'knex'
import type { Blobs } from './blobs/index.ts'
import type { Config } from './config.ts'
import type { Signals } from './domain/outbox/transaction.ts'
import type { Log } from './log.ts'
import type { Outgoing } from './outgoing/outgoing-http.ts'
import type { DocumentSandbox } from './sandbox/types.ts'
import type { Tracing } from './tracing/index.ts'

/** Opened once when a process starts, and passed down. */
export interface Deps {
  config: Config
  db: Knex
  blobs: Blobs
  documents: DocumentSandbox
  /** Connects on first use; calls fail with `UNAVAILABLE` while the server is unavailable, and recover afterwards. */
  temporal: Client
  /** Signals workflows about committed events. */
  signals: Signals
  /** The only client for addresses that customers choose. */
  outgoing: Outgoing
  log: Log
  /** Undefined if tracing is disabled. */
  tracing?: Tracing
  clock: () => Date
}
