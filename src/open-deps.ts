import { Client } from '@temporalio/client'
import type { WorkflowClientInterceptor } from '@temporalio/client'
import { openDatabase } from '../db/knex.ts'
import { openBlobs } from './blobs/index.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { openSignaller } from './domain/outbox/signaller.ts'
import { openLog } from './log.ts'
import type { Log } from './log.ts'
import { openOutgoing } from './outgoing/outgoing-http.ts'
import { provisionOcrModels } from './provision/ocr-models.ts'
import { ProvisionError } from './provision/problem.ts'
import { openDocumentSandbox } from './sandbox/documents.ts'
import { openTemporalConnection } from './temporal-connection.ts'
import { openTracing } from './tracing/index.ts'

export interface OpenDeps extends Deps {
  close(): Promise<void>
}

/** Returns a client that connects on first use; close it with `temporal.connection.close()`. */
export function openTemporal(config: Config['temporal'], workflow: WorkflowClientInterceptor[] = []): Client {
  return new Client({
    connection: openTemporalConnection(config),
    namespace: config.namespace,
    interceptors: { workflow },
  })
}

/** Opens all dependencies; nothing connects before its first use. `close` closes them in reverse order. */
export async function openDeps(config: Config, log: Log = openLog(config.logLevel)): Promise<OpenDeps> {
  const env = config.modelsDir ? { ...process.env, SHEAF_MODELS: config.modelsDir } : process.env
  const models = await provisionOcrModels({ env })
  if (models.dir === null)
    log.warn(`OCR falls back to tesseract, which is less accurate than the OCR models: ${models.reason}`)
  const blobs = await openBlobs(config.blobs)
  const processes = config.documentProcesses
  const documents = openDocumentSandbox({ processes, ...(models.dir ? { modelsDir: models.dir } : {}) })
  if (documents.level !== 'namespaces') {
    const limitation =
      'bubblewrap is not usable here, so documents are read in child processes without separate namespaces'
    if (config.requireSandbox) {
      await documents.close()
      throw new ProvisionError(`REQUIRE_SANDBOX is set, but ${limitation}.`)
    }
    log.warn(limitation)
  }
  const db = openDatabase(config.databaseUrl, { poolMax: config.databasePoolMax })
  const tracing = await openTracing(config)
  const temporal = openTemporal(config.temporal, tracing ? [tracing.clientInterceptor] : [])
  const outgoing = openOutgoing(config)
  const signals = openSignaller({ config, db, temporal, log })
  const close = async () => {
    await signals.close()
    await outgoing.close()
    await documents.close()
    await temporal.connection.close()
    await db.destroy()
    await tracing?.close()
  }
  const common = { config, db, blobs, documents, temporal, signals, outgoing, log, clock: () => new Date() }
  return { ...common, ...(tracing ? { tracing } : {}), close }
}
