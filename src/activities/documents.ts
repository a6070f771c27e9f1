import { Context } from '@temporalio/activity'
import type { Deps } from '../deps.ts'
import { endsImport, extract, logEnd } from '../domain/intake/ask-engine.ts'
import { importAttached } from '../domain/intake/attached.ts'
import { earlierOutcome, failImport } from '../domain/intake/finish-import.ts'
import { loadImporting, type ImportingAnnotation } from '../domain/intake/importing.ts'
import { unpackDocument } from '../domain/intake/start-import.ts'
import { storeExtraction } from '../domain/intake/stored-extraction.ts'
import { learnNext } from '../domain/learning/learn.ts'
import { readIncoming } from '../domain/mail/read-incoming.ts'
import { contentOfDocument } from '../domain/documents/stored-file.ts'
import type { Found } from '../engines/port.ts'
import { ReadError } from '@sheaf/extraction/types'
import type { DocumentActivities } from '../workflows/contract.ts'
import { onBehalfOf } from '../work/on-behalf.ts'
import { withHeartbeat } from './heartbeat.ts'
import { interrupted } from './hooks.ts'

/** The import fails after the document has crashed this many child processes. */
const CHILD_DEATHS = 3
/** The import fails after the document has crashed this many workers. The limit is higher because a restart of a worker is usually caused by the operator, not by the document. */
const WORKER_DEATHS = 6

/** Heartbeat details, kept by Temporal between attempts: the number of attempts during which the worker died. */
interface Progress {
  begun: number
}

/** Activities of the `documents` queue: long-running, in child processes, with a heartbeat. */
export const documentActivities = (deps: Deps): DocumentActivities => ({
  /**
   * Reads the document, extracts its values and stores both in the blob store. If the document cannot be read, the import fails. Idempotent
   * by annotation: a repeated run writes the same keys, and writes nothing once the delivery is finished.
   */
  async readDocument(step) {
    const annotation = await loadImporting(deps.db, step.annotation_id)
    if (annotation?.status !== 'importing') {
      // An earlier attempt may have finished the import before its response was lost; then the upload has yet to start the lifecycle.
      return annotation && step.consumer === 'intake' ? earlierOutcome(deps, step) : 'overtaken'
    }
    const bytes = await contentOfDocument(deps, annotation)
    try {
      const { organization_id } = annotation
      await countingDeaths(async () => {
        const found = await onBehalfOf({ organization_id }, () => extractWithRetries(deps, annotation, bytes))
        const extraction = await importAttached(deps, annotation, found.extraction, bytes)
        await storeExtraction(deps, annotation, { ...found, extraction })
      })
      return 'read'
    } catch (error) {
      if (!endsImport(error)) throw error
      logEnd(deps, annotation.id, error)
      return failImport(deps, step, error.message)
    }
  },

  /** Idempotent by document and index of the member (`unpackDocument`). */
  async unpackArchive(input) {
    await countingDeaths(() => unpackDocument(deps, input))
  },

  /** Idempotent by delivery (`learnNext`). */
  learn: (queueId) => withHeartbeat(() => learnNext(deps, queueId)),

  /** Idempotent by email (`readIncoming`). */
  async readEmail(emailId) {
    await countingDeaths(() => readIncoming(deps, emailId))
  },
})

async function extractWithRetries(deps: Deps, annotation: ImportingAnnotation, bytes: Uint8Array): Promise<Found> {
  for (let death = 1; ; death++) {
    try {
      return await extract(deps, annotation, bytes, Context.current().cancellationSignal)
    } catch (error) {
      const died = error instanceof ReadError && (error.code === 'crashed' || error.code === 'out_of_memory')
      if (!died || death === CHILD_DEATHS) throw error
    }
  }
}

/** Runs `work` with a heartbeat. Throws if too many earlier attempts ended with a crash of their worker. */
async function countingDeaths<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current()
  const progress: Partial<Progress> | undefined = context.info.heartbeatDetails
  const { begun = 0 } = progress ?? {}
  if (begun >= WORKER_DEATHS) throw new ReadError('crashed', 'The document repeatedly crashed the reader.')
  const stopped = context.cancelled.catch((): never => {
    // A worker that shuts down does not wait for the document; another worker reads it again.
    throw interrupted()
  })
  try {
    return await withHeartbeat(() => Promise.race([work(), stopped]), { begun: begun + 1 } satisfies Progress)
  } finally {
    // The worker has survived. If the attempt fails, for example because the blob store is unavailable, it does not count.
    context.heartbeat({ begun } satisfies Progress)
  }
}
