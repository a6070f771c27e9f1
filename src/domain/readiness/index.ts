/** Whether the service can do its work: what `/health/ready`, `sheaf doctor` and the metrics report. */
import type { Deps } from '../../deps.ts'
import { checkDatabase } from './database.ts'
import { BLOBS, detailOf, type Part, type Problem } from './problems.ts'
import { checkTemporal } from './temporal.ts'
import { checkWorkers } from './workers.ts'

export { explainDatabase } from './database.ts'
export { describeOutage } from './outage.ts'
export { BLOBS, detailOf, PARTS, type Part, type Problem } from './problems.ts'
export { lastPolls } from './workers.ts'
export { explainTemporal } from './temporal.ts'

export type Checked = Pick<Deps, 'db' | 'temporal' | 'blobs' | 'config' | 'clock'>

async function checkBlobs({ blobs }: Pick<Deps, 'blobs'>): Promise<Problem[]> {
  try {
    await blobs.check()
    return []
  } catch (error) {
    return [{ part: 'blobs', sentence: BLOBS, detail: detailOf(error) }]
  }
}

/** The checks by part; each returns what is missing. None rejects for an unavailable part. */
export const CHECKS: Record<Part, (deps: Checked) => Promise<Problem[]>> = {
  database: checkDatabase,
  temporal: ({ temporal }) => checkTemporal(temporal),
  workers: checkWorkers,
  blobs: checkBlobs,
}

/** Runs the check of a part. A part that does not answer within `patienceMs` is a problem too. */
export async function examinePart(part: Part, deps: Checked, patienceMs: number): Promise<Problem[]> {
  const late = AbortSignal.timeout(patienceMs)
  const tooLate = new Promise<Problem[]>((resolve) =>
    late.addEventListener('abort', () => resolve([{ part, sentence: LATE[part], detail: 'No answer in time' }])),
  )
  return Promise.race([CHECKS[part](deps), tooLate])
}

const LATE: Record<Part, string> = {
  database: 'The database does not answer in time.',
  temporal: 'Temporal does not answer in time.',
  workers: 'Temporal does not answer in time.',
  blobs: 'The store of files does not answer in time.',
}
