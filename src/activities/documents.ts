import { Context } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import type { Deps } from '../deps.ts'
import { engineOptions } from '../domain/intake/engine-options.ts'
import { failImport } from '../domain/intake/finish-import.ts'
import type { ImportStep } from '../domain/intake/finish-import.ts'
import { loadImporting } from '../domain/intake/queries.ts'
import { unpackDocument } from '../domain/intake/start-import.ts'
import { storeExtraction } from '../domain/intake/stored-extraction.ts'
import { documentKey } from '../domain/documents/stored-file.ts'
import { ReadError } from '../extraction/types.ts'
import type { Extraction, ReadDocument } from '../extraction/types.ts'

/** A document that ends its child process so often is given up. */
const CHILD_DEATHS = 3
/** The same for whole workers, where a restart in the middle is more often the operator's than the document's. */
const WORKER_DEATHS = 6
const HEARTBEAT_MS = 4_000

/** Kept by Temporal between attempts: how often work on the document has begun without coming to an end. */
interface Progress {
  begun: number
}

/** Activities of the `documents` queue: long, in child processes, with a heartbeat. */
export function documentActivities(deps: Deps) {
  return {
    /**
     * Reads the document and finds its values; both go to the blob store. What the document is to blame for ends the
     * import. Idempotent by annotation: a second run writes the same keys, and nothing once the event is handled.
     */
    async readDocument(step: ImportStep): Promise<'read' | 'failed' | 'overtaken'> {
      const annotation = await loadImporting(deps.db, step.annotation_id)
      if (annotation?.status !== 'importing') return 'overtaken'
      const bytes = await deps.blobs.get(documentKey(annotation.s3_name))
      try {
        const found = await whileBeating(() => extractPatiently(deps, bytes, engineOptions(annotation)))
        await storeExtraction(deps, annotation, found)
        return 'read'
      } catch (error) {
        if (!(error instanceof ReadError)) throw error
        deps.log.info(
          { annotation_id: annotation.id, code: error.code, cause: error.cause },
          'the document cannot be read',
        )
        await failImport(deps, step, error.message)
        return 'failed'
      }
    },

    /** Idempotent by document and index of the member (`unpackDocument`). */
    async unpackArchive(input: { document_id: number }): Promise<void> {
      await whileBeating(() => unpackDocument(deps, input))
    },
  }
}

async function extractPatiently(
  deps: Deps,
  bytes: Uint8Array,
  options: ReturnType<typeof engineOptions>,
): Promise<{ extraction: Extraction; document: ReadDocument }> {
  for (let death = 1; ; death++) {
    try {
      return await deps.documents.extract(bytes, options)
    } catch (error) {
      const died = error instanceof ReadError && (error.code === 'crashed' || error.code === 'out_of_memory')
      if (!died || death === CHILD_DEATHS) throw error
    }
  }
}

function stopWaiting(): never {
  throw ApplicationFailure.create({
    message: 'The worker is stopping.',
    type: 'WorkerStopping',
    category: ApplicationFailureCategory.BENIGN,
  })
}

/** Runs `work` and tells Temporal that it goes on; gives up when earlier attempts died with their worker too often. */
async function whileBeating<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current()
  const { begun = 0 } = (context.info.heartbeatDetails ?? {}) as Partial<Progress>
  if (begun >= WORKER_DEATHS) throw new ReadError('crashed', 'The document made the reader crash again and again.')
  const beat = () => context.heartbeat({ begun: begun + 1 } satisfies Progress)
  beat()
  const clock = setInterval(beat, HEARTBEAT_MS)
  try {
    // A worker that stops does not wait for the document; another one reads it again.
    return await Promise.race([work(), context.cancelled.catch(stopWaiting)])
  } finally {
    clearInterval(clock)
  }
}
