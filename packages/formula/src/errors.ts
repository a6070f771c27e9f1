/** Where something begins in the text of a formula; both are counted from 1. */
export interface Place {
  line: number
  column: number
}

/** The Python exceptions that formulas can end with. */
export type ErrorKind =
  | 'SyntaxError'
  | 'NameError'
  | 'TypeError'
  | 'ValueError'
  | 'KeyError'
  | 'IndexError'
  | 'AttributeError'
  | 'ZeroDivisionError'
  | 'OverflowError'
  /** A limit of the service, such as the number of steps. */
  | 'LimitError'

/** A formula cannot be read or evaluated. The message is a sentence for its author. */
export class FormulaError extends Error {
  readonly kind: ErrorKind
  /** Null until the evaluation adds the place of the expression that failed. */
  place: Place | null

  constructor(kind: ErrorKind, message: string, place: Place | null = null) {
    super(message)
    this.name = 'FormulaError'
    this.kind = kind
    this.place = place
  }

  /** For example `line 2, column 5: ZeroDivisionError: division by zero`. */
  describe(): string {
    const where = this.place ? `line ${this.place.line}, column ${this.place.column}: ` : ''
    return `${where}${this.kind}: ${this.message}`
  }
}

export const failure = (kind: ErrorKind, message: string): FormulaError => new FormulaError(kind, message)
