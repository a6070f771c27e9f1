/** What a command prints when it cannot do its work. */
import { ExpectedError, isDatabaseError } from '../errors.ts'

const OF_STACK =
  'The database of SHEAF_HOME cannot be used; POSTGRES_PORT must be the one with which the service was started, if it was set.'
const REPORT = 'This is an error of sheaf. Please report it with the lines above.'

/** Returns the lines for standard error: a sentence for expected errors, otherwise the stack. */
export async function explain(error: unknown): Promise<string> {
  if (error instanceof ExpectedError) return error.message
  if (isDatabaseError(error)) {
    const { detailOf, explainDatabase } = await import('../domain/readiness/index.ts')
    const { hasOwnDatabase } = await import('./server/configure.ts')
    return `${hasOwnDatabase() ? explainDatabase(error) : OF_STACK} (${detailOf(error)})`
  }
  // A file that cannot be used, or a connection that fails.
  if (error instanceof Error && 'syscall' in error) return `${error.message}.`
  return `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n${REPORT}`
}
