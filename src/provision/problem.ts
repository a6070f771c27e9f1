/** Something on the machine is not as it must be. The message is one sentence for the person who runs the command. */
export class ProvisionError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProvisionError'
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The error code of Node's system errors (`ENOENT`, `EADDRINUSE`), if it is one. */
export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code
