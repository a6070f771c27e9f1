import type { Deps } from '../../deps.ts'
import { deleteOrphans, findOrphans } from '../documents/orphans.ts'

export interface BlobReconciliation {
  /** Blobs without a row. */
  orphans: string[]
  /** Whether they were deleted, or would be. */
  deleted: boolean
}

/** With more orphans than this, a store most of which are orphans belongs to another database. */
const SUSPICIOUS = 100

/**
 * Deletes blobs that are older than a day and belong to no row. If these are more than half of the store, the database may be the wrong
 * one: then nothing is deleted without `force`. With `dryRun` nothing changes.
 */
export async function reconcileBlobs(
  deps: Pick<Deps, 'db' | 'blobs' | 'clock'>,
  { dryRun = false, force = false } = {},
): Promise<BlobReconciliation> {
  const { keys, examined } = await findOrphans(deps)
  const deleted = force || keys.length <= SUSPICIOUS || keys.length <= examined / 2
  if (deleted && !dryRun) await deleteOrphans(deps, keys)
  return { orphans: keys, deleted }
}
