/** Which extractor reads the documents of a queue: the type of the queue's row in table `engines` decides. */
import type { Engine, RowOf } from '../models/index.ts'
import type { DocumentSandbox } from '../sandbox/types.ts'
import { builtIn } from './built-in.ts'
import type { Extractor } from './port.ts'

/** The engine of a queue; null where the queue uses the generic engine or one asked for as a dedicated engine. */
export type EngineRow = Pick<RowOf<Engine>, 'id' | 'name' | 'type'>

type EngineType = EngineRow['type'] | 'generic'
export type Extractors = Readonly<Record<string, (documents: DocumentSandbox) => Extractor>>

const EXTRACTORS: Extractors = {
  generic: builtIn,
  extractor: builtIn,
  // Nothing divides documents yet: those of a queue with such an engine are read whole.
  splitter: builtIn,
} satisfies Record<EngineType, unknown>

/** The queue's engine is of a type that this release has no extractor for, as after a return to an older release. The message is for people. */
export class UnknownEngine extends Error {
  readonly code = 'unknown_engine'
  constructor({ id, name, type }: { id: number; name: string; type: string }) {
    super(`The queue's engine "${name}" (${id}) is of type "${type}", which this service cannot run.`)
    this.name = 'UnknownEngine'
  }
}

/** The extractor for documents of a queue with this engine. Throws `UnknownEngine` for a type that is not registered. */
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
