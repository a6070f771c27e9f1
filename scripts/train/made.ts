import { readMade } from '../../bench/extraction/readings.ts'
import { prepare, type TrainingDocument } from './examples.ts'
import { withUnknownWords } from './unknown-words.ts'

/** Weight of a generated document beside a real one. */
const WEIGHT = 0.5
/** One family in this many is kept for calibration: the weights do not learn from it. */
const KEPT_FAMILIES = 5

/**
 * Of every twelve documents, one is in an invented language, and of one a third of the words of labels are unknown. Without them, the model
 * never meets a page whose labels it does not know.
 */
const EVERY = 12
const unknownShares: ReadonlyMap<number, number> = new Map([
  [5, 1],
  [11, 1 / 3],
])

/** Generated documents of the families for training: most to learn from, those of a few families to fit the curves of confidence. */
export interface Made {
  learned: TrainingDocument[]
  calibrated: TrainingDocument[]
}

/** The numbers of pictures begin here, however many documents have a text layer: their words are read by OCR, once. */
const FIRST_PICTURE = 2400

/** Makes and prepares `texts` documents with a text layer and `scans` pictures, always the same ones. */
export async function prepareMade(texts: number, scans: number, cache: string, modelsDir?: string): Promise<Made> {
  const made: Made = { learned: [], calibrated: [] }
  const families: string[] = []
  for (let i = 0; i < texts + scans; i++) {
    const kind = i < texts ? 'text' : (i - texts) % 2 === 0 ? 'scan' : 'photo'
    const number = i >= texts ? FIRST_PICTURE + i - texts : i < FIRST_PICTURE ? i : i + scans
    const { entry, document: printed } = await readMade(number, 'train', kind, cache, modelsDir)
    const document = unknownShares.has(i % EVERY)
      ? withUnknownWords(
          printed,
          textsOf({ ...entry.truth, document_type: null }),
          unknownShares.get(i % EVERY)!,
          number,
        )
      : printed
    if (!families.includes(entry.source)) families.push(entry.source)
    const isKept = families.indexOf(entry.source) % KEPT_FAMILIES === KEPT_FAMILIES - 1
    if (isKept) made.calibrated.push(prepare(entry, document, WEIGHT))
    else made.learned.push(prepare(entry, document, WEIGHT, false))
  }
  return made
}

/** Returns the texts of the truth: names, addresses, numbers, and those of rows. The type of a document is not printed on it as such. */
const textsOf = (truth: object): string[] =>
  Object.entries(truth).flatMap(([key, value]): string[] => {
    if (Array.isArray(value)) return value.flatMap(textsOf)
    return typeof value === 'string' && key !== 'document_type' ? [value] : []
  })
