import type { Deps } from '../../deps.ts'
import { EMPTY_MEMORY, type EngineDocument, type Found, type Memory } from '../../engines/port.ts'
import { extractorFor, UnknownEngine } from '../../engines/registry.ts'
import { ReadError } from '../../extraction/types.ts'
import { queueMemory } from '../learning/memory.ts'
import { engineOptions } from './engine-options.ts'
import type { ImportingAnnotation } from './importing.ts'

type Asks = Pick<
  ImportingAnnotation,
  'queue_id' | 'training_enabled' | 'engine' | 'engine_fields' | 'rir_params' | 'locale' | 'turned' | 'schema_content'
>
type WithDocuments = Pick<Deps, 'documents' | 'db'>

/**
 * Extracts the values of the document with the engine of the annotation's queue. Rejects with an error for which `endsImport` is true if
 * the failure is permanent.
 */
export async function extract(deps: WithDocuments, annotation: Asks, bytes: Uint8Array): Promise<Found> {
  const { engine, engine_fields } = annotation
  return extractorFor(deps.documents, engine).extract(
    documentOf(annotation, bytes),
    engine_fields,
    memoryOf(deps, annotation),
  )
}

/** `extract` for documents that can be read in milliseconds; null for all others. */
export async function extractFast(deps: WithDocuments, annotation: Asks, bytes: Uint8Array): Promise<Found | null> {
  const { engine, engine_fields } = annotation
  return extractorFor(deps.documents, engine).extractFast(
    documentOf(annotation, bytes),
    engine_fields,
    memoryOf(deps, annotation),
  )
}

/** Queues without training use nothing of what they learned before. */
const memoryOf = ({ db }: WithDocuments, { queue_id, training_enabled }: Asks): Memory =>
  training_enabled ? queueMemory(db, queue_id) : EMPTY_MEMORY

const documentOf = (annotation: Asks, bytes: Uint8Array): EngineDocument => ({
  bytes,
  options: engineOptions(annotation),
})

/** Returns true if the error would repeat on every attempt. Its message is shown to users. */
export const endsImport = (error: unknown): error is ReadError | UnknownEngine =>
  error instanceof ReadError || error instanceof UnknownEngine

/** Logs why an import fails. Unreadable documents are common, unusable engines are not. */
export function logEnd({ log }: Pick<Deps, 'log'>, annotation_id: number, error: ReadError | UnknownEngine): void {
  const level = error instanceof UnknownEngine ? 'error' : 'info'
  log[level]({ annotation_id, code: error.code, cause: error.cause }, 'the document cannot be read')
}
