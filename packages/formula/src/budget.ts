/**
 * Limits the work of formulas, which run in the thread that answers requests. One step is about the work of one expression. A run is
 * synchronous, so that the counter of the current run is a variable of this module.
 */
import { failure } from './errors.ts'

/** Steps of one run; a sum over the 1,000 rows of a table needs some 10,000. */
const FORMULA_STEPS = 50_000
/** Steps of all formulas of a document in one computation, or of all conditions of its rules. */
const DOCUMENT_STEPS = 200_000
/** Steps of starting a run: the names it sees, and its result. */
const START = 10

/** The steps that the formulas of one document may still use. */
export class Budget {
  left: number
  /** What an error says when no step is left. */
  readonly reason: string

  constructor(steps = DOCUMENT_STEPS, reason = `The formulas of the document need more than ${steps} steps together.`) {
    this.left = steps
    this.reason = reason
  }
}

let available = Infinity
let reason = ''

/** Runs `work` with the steps of one run, taken from the budget. */
export function within<T>(budget: Budget, work: () => T): T {
  const outer = { available, reason }
  const granted = Math.min(FORMULA_STEPS, budget.left)
  available = granted
  reason = granted < FORMULA_STEPS ? budget.reason : `The formula needs more than ${FORMULA_STEPS} steps.`
  try {
    spend(START)
    return work()
  } finally {
    budget.left -= Math.min(granted, granted - available)
    ;({ available, reason } = outer)
  }
}

/** Counts steps. Throws FormulaError (LimitError) when none is left; so does every later call of the run. */
export function spend(steps: number): void {
  available -= steps
  if (available < 0) throw failure('LimitError', reason)
}
