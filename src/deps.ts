/** What the api and the worker need from outside: types only (src/open-deps.ts opens it), so that every folder may name it. */
import type { Client } from '@temporalio/client'
import type { Knex } from 'knex'
import type { Blobs } from './blobs/index.ts'
import type { Config } from './config.ts'
import type { Signals } from './domain/outbox/transaction.ts'
import type { Log } from './log.ts'
import type { Outgoing } from './outgoing/outgoing-http.ts'
import type { DocumentSandbox } from './sandbox/types.ts'
import type { Tracing } from './tracing/index.ts'

/** Opened once at the start of a process and passed down. */
export interface Deps {
  config: Config
  db: Knex
  blobs: Blobs
  documents: DocumentSandbox
  /** Connects when first used; a call fails with `UNAVAILABLE` while the server is unavailable and works again afterwards. */
  temporal: Client
  /** Signals workflows of events that were committed. */
  signals: Signals
  /** The only way to addresses that customers choose. */
  outgoing: Outgoing
  log: Log
  /** Undefined: traces are off. */
  tracing?: Tracing
  clock: () => Date
}
