/** The quota of storage of organizations (`ORGANIZATION_STORAGE_GB`). */
import type { Deps } from '../../deps.ts'
import { tooLarge } from '../../errors.ts'
import { cachedSums } from '../requests/cached-sums.ts'

const storedBytes = cachedSums(async (db, organization_id) => {
  const row = await db('documents')
    .where({ organization_id, has_content: true })
    .first<{ bytes: number }>(db.raw('coalesce(sum(size), 0)::float8 as bytes'))
  return row.bytes
})

/** Throws 413 if the files of the organization occupy its quota. */
export async function demandStorage(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  organization_id: number,
): Promise<void> {
  const limit = config.organizationStorageGb
  if (limit && (await storedBytes.of(db, organization_id)) >= limit * 1e9)
    throw tooLarge(
      `The files of the organization use its ${limit} GB of storage; purge annotations that are no longer needed.`,
    )
}
