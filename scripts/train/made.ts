import { readMade } from '../../bench/extraction/readings.ts'
import { prepare, type TrainingDocument } from './examples.ts'

/** Weight of a generated document beside a real one. */
const WEIGHT = 0.5
/** One family in this many is kept for calibration: the weights do not learn from it. */
const KEPT_FAMILIES = 5

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
    const { entry, document } = await readMade(number, 'train', kind, cache, modelsDir)
    if (!families.includes(entry.source)) families.push(entry.source)
    const isKept = families.indexOf(entry.source) % KEPT_FAMILIES === KEPT_FAMILIES - 1
    if (isKept) made.calibrated.push(prepare(entry, document, WEIGHT))
    else made.learned.push(prepare(entry, document, WEIGHT, false))
  }
  return made
}
