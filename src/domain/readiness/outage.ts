import { isGrpcServiceError } from '@temporalio/client'
import { codeOfError, isDatabaseUnavailable } from '../../errors.ts'
import { explainDatabase } from './database.ts'
import { BLOBS, detailOf } from './problems.ts'
import { explainTemporal } from './temporal.ts'

/** Name of the errors of the SDK's native connection. */
const TRANSPORT = 'TransportError'
/** SQLSTATE classes of a login and of a database that does not exist. Other errors of the database are about a statement. */
const REFUSED = /^(28|3D)/

/** Returns which server does not do its work, as a sentence; undefined for an error with another cause. */
function explainOutage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (isGrpcServiceError(error) || error.name === TRANSPORT) return explainTemporal(error)
  if (error.name === 'BlobUnavailable') return BLOBS
  // Objection wraps the driver's error.
  const cause = 'nativeError' in error ? error.nativeError : error
  return isDatabaseUnavailable(cause) || REFUSED.test(codeOfError(cause) ?? '') ? explainDatabase(cause) : undefined
}

/** What is written to the log about a failed attempt that is repeated. */
export interface LoggedOutage {
  context: { detail: string } | { err: unknown }
  sentence: string
}

/** Returns a sentence without a stack trace for a server that does not answer, and otherwise the error itself. */
export function describeOutage(error: unknown, what: string): LoggedOutage {
  const sentence = explainOutage(error)
  return sentence
    ? { context: { detail: detailOf(error) }, sentence: `${what}; trying again: ${sentence}` }
    : { context: { err: error }, sentence: `${what}; trying again` }
}
