import type { Deps } from '../../deps.ts'
import { withLanguageModel } from '../../engines/llm/index.ts'
import { EMPTY_MEMORY, type EngineDocument, type Extractor, type Found, type Memory } from '../../engines/port.ts'
import { extractorFor, UnknownEngine } from '../../engines/registry.ts'
import { ReadError } from '@sheaf/extraction/types'
import { PRE_TRAINED_FIELDS } from '../engines/pre-trained-fields.ts'
import { queueMemory } from '../learning/memory.ts'
import { engineOptions } from './engine-options.ts'
import type { ImportingAnnotation } from './importing.ts'

type Asks = Pick<
  ImportingAnnotation,
  'queue_id' | 'training_enabled' | 'engine' | 'engine_fields' | 'rir_params' | 'locale' | 'turned' | 'schema_content'
>
type WithDocuments = Pick<Deps, 'documents' | 'db' | 'llm'>

/**
 * Extracts the values of the document with the engine of the annotation's queue. Rejects with an error for which `endsImport` is true if
 * the failure is permanent. `signal` ends requests to other servers.
 */
export async function extract(
  deps: WithDocuments,
  annotation: Asks,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<Found> {
  const { engine, engine_fields } = annotation
  const document = { ...documentOf(annotation, bytes), ...(signal ? { signal } : {}) }
  return extractorOf(deps, engine).extract(document, engine_fields, memoryOf(deps, annotation))
}

/** `extract` for documents that can be read in milliseconds; null for all others. */
export async function extractFast(deps: WithDocuments, annotation: Asks, bytes: Uint8Array): Promise<Found | null> {
  const { engine, engine_fields } = annotation
  return extractorOf(deps, engine).extractFast(documentOf(annotation, bytes), engine_fields, memoryOf(deps, annotation))
}

/** The extractor of the engine, with the language model of the operator if there is one. */
function extractorOf({ documents, llm }: WithDocuments, engine: Asks['engine']): Extractor {
  const extractor = extractorFor(documents, engine)
  return llm ? withLanguageModel(extractor, { model: llm, documents, catalogue: PRE_TRAINED_FIELDS }) : extractor
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
