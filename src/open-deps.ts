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
import type { DocumentSandbox } from './sandbox/types.ts'
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

/** The sandbox of documents with the models it reads pictures by. Throws `ProvisionError` if it protects less than the configuration requires. */
async function openDocuments(config: Config, log: Log): Promise<DocumentSandbox> {
  const env = config.modelsDir ? { ...process.env, SHEAF_MODELS: config.modelsDir } : process.env
  const models = await provisionOcrModels({ env })
  if (models.dir === null)
    log.warn(`OCR falls back to tesseract, which is less accurate than the OCR models: ${models.reason}`)
  const documents = openDocumentSandbox({
    processes: config.documentProcesses,
    ...(models.dir ? { modelsDir: models.dir } : {}),
    ...(config.documentsSocket ? { socket: config.documentsSocket } : {}),
  })
  const limitation = limitationOf(documents.level)
  if (limitation && !suffices(documents.level, config.requireSandbox)) {
    await documents.close()
    throw new ProvisionError(`${limitation} ${SANDBOX_HELP}`)
  }
  if (limitation) log.warn(limitation)
  return measureDocuments(documents)
}

/**
 * Opens all dependencies; nothing connects before its first use. `close` closes them in reverse order. The only place that assembles them:
 * tests and benchmarks replace parts by `overrides`, which `close` leaves open: the caller has opened them and closes them.
 */
export async function openDeps(config: Config, overrides: Partial<Omit<Deps, 'config'>> = {}): Promise<OpenDeps> {
  const closing: (() => unknown)[] = []
  const closed = <Part>(part: Part, close: (part: Part) => unknown): Part => {
    closing.unshift(() => close(part))
    return part
  }
  const closable = <Part extends { close(): unknown }>(part: Part): Part => closed(part, () => part.close())

  const log = overrides.log ?? openLog(config.logLevel)
  // First, because it may refuse to start; closed before the database that requests with documents use.
  const documents = overrides.documents ?? (await openDocuments(config, log))
  closing.unshift(logUnhandledRejections(log))
  const tracing = overrides.tracing ?? (await openTracing(config))
  if (tracing && tracing !== overrides.tracing) closable(tracing)
  const db =
    overrides.db ??
    closed(
      openDatabase(config.databaseUrl, {
        poolMax: config.databasePoolMax,
        statementTimeoutS: config.statementTimeoutS,
        purpose: 'requests',
        sharing: connectionSharing,
        warn: (message) => log.warn({ component: 'database' }, message),
      }),
      (opened) => opened.destroy(),
    )
  const temporal =
    overrides.temporal ??
    closed(openTemporal(config.temporal, tracing ? [tracing.clientInterceptor] : []), ({ connection }) =>
      connection.close(),
    )
  const passwordChecks = overrides.passwordChecks ?? closable(openPasswordChecks())
  const userChecks = overrides.userChecks ?? closable(openUserChecks())
  if (documents !== overrides.documents) closable(documents)
  const functions =
    overrides.functions ??
    closable(
      openFunctions({
        processes: config.functionProcesses,
        ...(config.documentsSocket ? { socket: config.documentsSocket } : {}),
        onError: (err) => log.error({ err }, 'a process for functions could not start'),
      }),
    )
  const ownApi = overrides.ownApi ?? closable(openOutgoing(ANYWHERE))
  const outgoing = overrides.outgoing ?? closable(openOutgoing(config))
  const signals = overrides.signals ?? closable(openSignaller({ config, db, temporal, log }))
  const channels =
    overrides.channels ??
    closable(
      openChannels({
        url: config.databaseUrl,
        onError: (err) => log.warn({ err }, 'event streams lost their connection to the database'),
      }),
    )
  const llm = overrides.llm ?? (config.llm && openLanguageModel({ settings: config.llm, outgoing: ownApi, log }))
  return {
    config,
    db,
    blobs: overrides.blobs ?? measureBlobs(openBlobs(config.blobs)),
    documents,
    userChecks,
    passwordChecks,
    functions,
    temporal,
    signals,
    channels,
    outgoing,
    ownApi,
    log,
    clock: overrides.clock ?? (() => new Date()),
    ...(overrides.dns ? { dns: overrides.dns } : {}),
    ...(tracing ? { tracing } : {}),
    ...(llm ? { llm } : {}),
    close: async () => {
      for (const close of closing) await close()
    },
  }
}

export { openBlobs }
