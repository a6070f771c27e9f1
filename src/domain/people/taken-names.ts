/**
 * Usernames are unique in the whole service, because a login has no organization. A refused name therefore shows that a user with it exists,
 * perhaps in another organization. Each organization may find out a few such names per day; then it cannot choose names until the next day.
 */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { RowOf, TakenName } from '../../models/index.ts'

/** Names of other organizations that one organization may try in a day. */
export const TAKEN_NAMES_ALLOWED = 20

/** Returns the seconds until the organization may choose names again; 0 if it may now. */
export async function waitForNames(db: Knex, organization_id: number): Promise<number> {
  const [row] = await db<RowOf<TakenName>>('taken_names')
    .where({ organization_id })
    .whereRaw('expires_at > now()')
    .select<{ tried: number; wait_s: number }[]>(
      db.raw('count(*)::int as tried, coalesce(ceil(extract(epoch from min(expires_at) - now())), 0)::int as wait_s'),
    )
  return row && row.tried >= TAKEN_NAMES_ALLOWED ? Math.max(1, row.wait_s) : 0
}

/** Records a refused name if a user of another organization has it. The same name counts once. */
export async function countTakenName(db: Knex, organization_id: number, username: string): Promise<void> {
  const other = await db('users')
    .whereRaw('lower(username) = lower(?)', [username])
    .whereNull('deleted_at')
    .whereNot({ organization_id })
    .first('id')
  if (!other) return
  const hash = createHash('sha256').update(username.toLowerCase()).digest()
  await db<RowOf<TakenName>>('taken_names').insert({ organization_id, hash }).onConflict().ignore()
}
