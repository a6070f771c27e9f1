/** What the service needs, and the sentences about what is missing. */
import { codeOfError } from '../../errors.ts'

export const PARTS = ['database', 'temporal', 'workers', 'blobs'] as const
export type Part = (typeof PARTS)[number]

/** A requirement that is not met. */
export interface Problem {
  part: Part
  /** One sentence that says what to do. Names no host, user, bucket or namespace, so that everyone may read it. */
  sentence: string
  /** What the driver reported, for operators: may name hosts and users. */
  detail?: string
}

export const SETUP = 'Run `sheaf setup`.'
export const BLOBS = 'Files cannot be written; check the store of files (S3_BUCKET or BLOBS_FOLDER) and its free space.'

/** Returns the message of a driver, for operators. */
export const detailOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.message || (codeOfError(error) ?? error.name)
}
