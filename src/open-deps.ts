/** Opens the dependencies of a process: database, Temporal, store of files, sandbox. */
import { Client } from '@temporalio/client'
import type { WorkflowClientInterceptor } from '@temporalio/client'
import { openDatabase } from '../db/knex.ts'
import { connectionSharing } from './work/on-behalf.ts'
import { openBlobs } from './blobs/index.ts'
import { measureBlobs, measureDocuments } from './metrics/index.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { openChannels } from './domain/live/channels.ts'
import { openSignaller } from './domain/outbox/signaller.ts'
import { openLanguageModel } from './engines/llm/index.ts'
import { logUnhandledRejections, openLog } from './log.ts'
import type { Log } from './log.ts'
import { ANYWHERE, openOutgoing } from './outgoing/outgoing-http.ts'
import { provisionOcrModels } from './provision/ocr-models.ts'
import { ProvisionError } from './provision/problem.ts'
import { openDocumentSandbox } from './sandbox/documents.ts'
import { limitationOf, SANDBOX_HELP, suffices } from './sandbox/requirement.ts'
import { openFunctions } from './sandbox/functions/index.ts'
import { openPasswordChecks } from './sandbox/password-checks.ts'
import { openUserChecks } from './sandbox/user-checks.ts'
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
  const blobs = measureBlobs(openBlobs(config.blobs))
  const processes = config.documentProcesses
  const documents = openDocumentSandbox({
    processes,
    ...(models.dir ? { modelsDir: models.dir } : {}),
    ...(config.documentsSocket ? { socket: config.documentsSocket } : {}),
  })
  const limitation = limitationOf(documents.level)
  if (limitation && !suffices(documents.level, config.requireSandbox)) {
    await documents.close()
    throw new ProvisionError(`${limitation} ${SANDBOX_HELP}`)
  }
  if (limitation) log.warn(limitation)
  const db = openDatabase(config.databaseUrl, {
    poolMax: config.databasePoolMax,
    statementTimeoutS: config.statementTimeoutS,
    purpose: 'requests',
    sharing: connectionSharing,
    warn: (message) => log.warn({ component: 'database' }, message),
  })
  const tracing = await openTracing(config)
  const temporal = openTemporal(config.temporal, tracing ? [tracing.clientInterceptor] : [])
  const outgoing = openOutgoing(config)
  const signals = openSignaller({ config, db, temporal, log })
  const channels = openChannels({
    url: config.databaseUrl,
    onError: (err) => log.warn({ err }, 'event streams lost their connection to the database'),
  })
  const ownApi = openOutgoing(ANYWHERE)
  const llm = config.llm && openLanguageModel({ settings: config.llm, outgoing: ownApi, log })
  const userChecks = openUserChecks()
  const passwordChecks = openPasswordChecks()
  const functions = openFunctions({
    processes: config.functionProcesses,
    ...(config.documentsSocket ? { socket: config.documentsSocket } : {}),
    onError: (err) => log.error({ err }, 'a process for functions could not start'),
  })
  const stopListening = logUnhandledRejections(log)
  const close = async () => {
    await channels.close()
    await signals.close()
    await outgoing.close()
    await ownApi.close()
    await functions.close()
    await documents.close()
    await userChecks.close()
    await passwordChecks.close()
    await temporal.connection.close()
    await db.destroy()
    await tracing?.close()
    stopListening()
  }
  return {
    config,
    db,
    blobs,
    documents: measureDocuments(documents),
    userChecks,
    passwordChecks,
    functions,
    temporal,
    signals,
    channels,
    outgoing,
    ownApi,
    log,
    clock: () => new Date(),
    ...(tracing ? { tracing } : {}),
    ...(llm ? { llm } : {}),
    close,
  }
}

export { openBlobs }
