/** Selects the extractor for the documents of a queue by the type of the queue's row in table `engines`. */
import type { Engine, RowOf } from '../models/index.ts'
import type { DocumentSandbox } from '../sandbox/types.ts'
import { builtIn } from './built-in.ts'
import type { Extractor } from './port.ts'

/** The engine of a queue. Null if the queue uses the generic engine or a requested dedicated engine. */
export type EngineRow = Pick<RowOf<Engine>, 'id' | 'name' | 'type'>

type EngineType = EngineRow['type'] | 'generic'
export type Extractors = Readonly<Record<string, (documents: DocumentSandbox) => Extractor>>

const EXTRACTORS: Extractors = {
  generic: builtIn,
  extractor: builtIn,
  // Documents are not split by an engine yet: documents of a queue with such an engine are read as a whole.
  splitter: builtIn,
} satisfies Record<EngineType, unknown>

/**
 * Thrown if this release has no extractor for the type of the queue's engine, for example after a downgrade. The message is shown to users.
 */
export class UnknownEngine extends Error {
  readonly code = 'unknown_engine'
  constructor({ id, name, type }: { id: number; name: string; type: string }) {
    super(`The queue's engine "${name}" (${id}) is of type "${type}", which this service cannot run.`)
    this.name = 'UnknownEngine'
  }
}

/** Returns the extractor for documents of a queue with this engine. Throws `UnknownEngine` for a type that is not registered. */
export function extractorFor(
  documents: DocumentSandbox,
  engine: EngineRow | null,
  extractors: Extractors = EXTRACTORS,
): Extractor {
  const type = engine?.type ?? 'generic'
  const open = Object.hasOwn(extractors, type) ? extractors[type] : undefined
  if (open) return open(documents)
  throw new UnknownEngine(engine ?? { id: 0, name: 'generic', type })
}
