import { printable } from '@sheaf/extraction/cli'
import { ExpectedError } from '../errors.ts'

export { printable }

/** What a command reports to its caller by its exit code (docs/cli.md, "Exit codes"). */
export const EXIT = {
  ok: 0,
  /** The work is done, but something differs, was left as it is, or has failed: a file that could not be read, a difference. */
  different: 1,
  /** Wrong usage, no connection, an error of the service, or an internal error. */
  failed: 2,
} as const

/** An error that is shown as one sentence, without a stack. */
export class Problem extends ExpectedError {}

/** Prints a line of text that may come from a server. */
export const say = (line: string): void => console.log(printable(line))

/** Prints a value as JSON on one line. */
export const sayJson = (value: unknown): void => console.log(printable(JSON.stringify(value)))
