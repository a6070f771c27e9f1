/** Wrong values of which the engine was sure. */
import { HEADER_KEYS } from '@sheaf/extraction/stages'
import type { Extraction, HeaderField } from '@sheaf/extraction/types'
import { observe } from './observe.ts'
import type { Reading } from './readings.ts'

/** A wrong value above this confidence is a defect to explain. */
export const SURE = 0.95
/** The default of a queue's `default_score_threshold`: values from here on pass without review. */
export const DEFAULT_THRESHOLD = 0.8

export interface SureErrors {
  /** Number of values above `SURE`. */
  values: number
  wrong: { field: HeaderField; file: string; read: string; truth: string; confidence: number }[]
  /** Number of documents whose total is wrong and passes without review at the default threshold. */
  totals: number
}

/** Lists the wrong values above `SURE`, and counts the wrong totals that automation would let pass. */
export function findSureErrors(
  members: readonly Reading[],
  run: ReadonlyMap<Reading, Extraction>,
  fields: readonly HeaderField[],
): SureErrors {
  const errors: SureErrors = { values: 0, wrong: [], totals: 0 }
  for (const field of fields) {
    for (const reading of members) {
      const { entry } = reading
      const seen = observe(entry, run.get(reading)!, field)
      if (!seen?.predicted) continue
      const { right, truth, confidence } = seen
      if (field === 'amount_total' && !right && confidence >= DEFAULT_THRESHOLD) errors.totals += 1
      if (confidence <= SURE) continue
      errors.values += 1
      if (right) continue
      errors.wrong.push({
        field,
        file: entry.file,
        read: run.get(reading)!.fields[field]!.value,
        truth: truth ? String(entry.truth[HEADER_KEYS[field]]) : 'nothing',
        confidence,
      })
    }
  }
  return errors
}

/** Prints the wrong values, or at least how many there are. */
export function printSureErrors({ values, wrong, totals }: SureErrors): void {
  console.log(
    `  above ${SURE}: ${wrong.length} of ${values} values are wrong; wrong totals at the default threshold: ${totals}`,
  )
  for (const { field, file, read, truth, confidence } of wrong)
    console.log(`    ${field} ${file}: ${read} (${confidence.toFixed(3)}) in place of ${truth}`)
}
