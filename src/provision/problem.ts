import { ExpectedError } from '../errors.ts'

/** A requirement on the machine is not met. The message is one sentence for the user who runs the command. */
export class ProvisionError extends ExpectedError {
  constructor(message: string) {
    super(message)
    this.name = 'ProvisionError'
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the error code of a Node system error (`ENOENT`, `EADDRINUSE`), if any. */
export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code
