import { Client, Connection } from '@temporalio/client'
import type { Knex } from 'knex'
import { openDatabase } from '../db/knex.ts'
import type { Config } from './config.ts'
import { openBlobs } from './domain/blobs/index.ts'
import type { Blobs } from './domain/blobs/index.ts'
import { openLog } from './log.ts'
import type { Log } from './log.ts'
import { provisionOcrModels } from './provision/ocr-models.ts'
import { openDocumentSandbox } from './sandbox/documents.ts'
import type { DocumentSandbox } from './sandbox/types.ts'

/** What the api and the worker need from outside; made once at the start of a process and passed down. */
export interface Deps {
  config: Config
  db: Knex
  blobs: Blobs
  documents: DocumentSandbox
  /** Connects when first used; a call fails with `UNAVAILABLE` while the server is away and works again after. */
  temporal: Client
  log: Log
  clock: () => Date
}

export interface OpenDeps extends Deps {
  close(): Promise<void>
}

/** A client that does not need the server to be there yet. */
export function openTemporal({ address, namespace, apiKey, tls }: Config['temporal']): Client {
  const connection = Connection.lazy({ address, tls, ...(apiKey ? { apiKey } : {}) })
  return new Client({ connection, namespace })
}

/** Opens everything; nothing connects before its first use. `close` ends it in the opposite order. */
export async function openDeps(config: Config, log: Log = openLog(config.logLevel)): Promise<OpenDeps> {
  const models = await provisionOcrModels()
  const db = openDatabase(config.databaseUrl, { poolMax: config.databasePoolMax })
  const temporal = openTemporal(config.temporal)
  const documents = openDocumentSandbox({
    processes: config.documentProcesses,
    ...(models ? { modelsDir: models } : {}),
  })
  const close = async () => {
    await documents.close()
    await temporal.connection.close()
    await db.destroy()
  }
  return { config, db, blobs: await openBlobs(config.blobs), documents, temporal, log, clock: () => new Date(), close }
}
