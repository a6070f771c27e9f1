import { Client } from '@temporalio/client'
import type { WorkflowClientInterceptor } from '@temporalio/client'
import type { Knex } from 'knex'
import { openDatabase } from '../db/knex.ts'
import type { Config } from './config.ts'
import { openBlobs } from './domain/blobs/index.ts'
import type { Blobs } from './domain/blobs/index.ts'
import { openOutgoing } from './domain/outgoing-http.ts'
import type { Outgoing } from './domain/outgoing-http.ts'
import { openLog } from './log.ts'
import type { Log } from './log.ts'
import { provisionOcrModels } from './provision/ocr-models.ts'
import { ProvisionError } from './provision/problem.ts'
import { openDocumentSandbox } from './sandbox/documents.ts'
import type { DocumentSandbox } from './sandbox/types.ts'
import { openTemporalConnection } from './temporal-connection.ts'
import { openTracing } from './tracing/index.ts'
import type { Tracing } from './tracing/index.ts'

/** What the api and the worker need from outside; made once at the start of a process and passed down. */
export interface Deps {
  config: Config
  db: Knex
  blobs: Blobs
  documents: DocumentSandbox
  /** Connects when first used; a call fails with `UNAVAILABLE` while the server is away and works again after. */
  temporal: Client
  /** The only way to addresses that customers choose. */
  outgoing: Outgoing
  log: Log
  /** Undefined: traces are off. */
  tracing?: Tracing
  clock: () => Date
}

export interface OpenDeps extends Deps {
  close(): Promise<void>
}

/** A client that connects when first used; `temporal.connection.close()` ends it. */
export function openTemporal(config: Config['temporal'], workflow: WorkflowClientInterceptor[] = []): Client {
  return new Client({
    connection: openTemporalConnection(config),
    namespace: config.namespace,
    interceptors: { workflow },
  })
}

/** Opens everything; nothing connects before its first use. `close` ends it in the opposite order. */
export async function openDeps(config: Config, log: Log = openLog(config.logLevel)): Promise<OpenDeps> {
  const env = config.modelsDir ? { ...process.env, SHEAF_MODELS: config.modelsDir } : process.env
  const models = await provisionOcrModels({ env })
  if (models.dir === null) log.warn(`OCR uses tesseract, which reads less than the OCR models would: ${models.reason}`)
  const blobs = await openBlobs(config.blobs)
  const processes = config.documentProcesses
  const documents = openDocumentSandbox({ processes, ...(models.dir ? { modelsDir: models.dir } : {}) })
  if (documents.level !== 'namespaces') {
    const lack =
      'bubblewrap is not usable here, so documents are read in child processes without namespaces of their own'
    if (config.requireSandbox) {
      await documents.close()
      throw new ProvisionError(`REQUIRE_SANDBOX is set, but ${lack}.`)
    }
    log.warn(lack)
  }
  const db = openDatabase(config.databaseUrl, { poolMax: config.databasePoolMax })
  const tracing = await openTracing(config)
  const temporal = openTemporal(config.temporal, tracing ? [tracing.clientInterceptor] : [])
  const outgoing = openOutgoing(config)
  const close = async () => {
    await outgoing.close()
    await documents.close()
    await temporal.connection.close()
    await db.destroy()
    await tracing?.close()
  }
  const common = { config, db, blobs, documents, temporal, outgoing, log, clock: () => new Date() }
  return { ...common, ...(tracing ? { tracing } : {}), close }
}
