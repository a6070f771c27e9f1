/** The quota of storage of organizations (`ORGANIZATION_STORAGE_GB`). */
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { tooLarge } from '../../errors.ts'
import { cachedSums } from '../requests/cached-sums.ts'

/** Files of documents and raw messages: those on their way to an email, and those of emails. */
const STORED = `
  select (
    (select coalesce(sum(size), 0) from documents where organization_id = :organization_id and has_content)
    + (select coalesce(sum(size), 0) from incoming_messages
       where organization_id = :organization_id and s3_name is not null)
    + (select coalesce(sum(coalesce(e.size, m.size)), 0)
       from emails e left join incoming_messages m on m.email_id = e.id and e.size is null
       where e.organization_id = :organization_id and e.s3_name is not null)
  )::float8 as bytes`

const storedBytes = cachedSums(async (db, organization_id) => {
  const { rows } = await db.raw<{ rows: [{ bytes: number }] }>(STORED, { organization_id })
  return rows[0].bytes
})

/**
 * Counts what strangers have sent at once: a mail server can deliver gigabytes until the sum is read again. A process counts its own
 * messages only.
 */
export const countStored = (db: Knex, organization_id: number, bytes: number): void =>
  storedBytes.add(db, organization_id, bytes)

/** Throws 413 if the files and messages of the organization occupy its quota. */
export async function assertStorage(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  organization_id: number,
): Promise<void> {
  const limit = config.organizationStorageGb
  if (limit && (await storedBytes.of(db, organization_id)) >= limit * 1e9)
    throw tooLarge(
      `The files of the organization use its ${limit} GB of storage; purge annotations that are no longer needed.`,
    )
}
