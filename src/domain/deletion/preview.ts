/** Requests to delete everything of a supplier or person: the preview, and its confirmation. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { codeOfError, conflictStatus, invalid } from '../../errors.ts'
import { DeletionRequest, type RowOf } from '../../models/index.ts'
import { termsOf, type DeletionCounts, type DeletionSearch, type Term } from '../../rules/deletion/search.ts'
import { writeEvents, type Actor } from '../outbox/events.ts'
import { transact, type Transactor, type Tx } from '../outbox/transaction.ts'
import { writeAudit } from '../requests/audit.ts'
import { rowsOf } from '../rows.ts'
import { countLessons, countOf, sum } from './counts.ts'
import { findItems } from './find.ts'

const requestRows = rowsOf(DeletionRequest)

/** Documents and emails of one request. */
const MAX_ITEMS = 100_000
/** Previews of an organization that are not confirmed: they occupy the database for a day. */
const MAX_PREVIEWS = 20
/** Seconds for the search and the counts of a preview, which are made in its request. */
const SEARCH_S = 50
/** Items that are counted at once. */
const BATCH = 5_000

function checkedTerms(search: DeletionSearch): Term[] {
  const found = termsOf(search)
  if ('errors' in found) throw invalid({ search: found.errors })
  return found.terms
}

/** What a preview may take. */
interface Limits {
  seconds: number
  items: number
}

/**
 * Searches and stores what would be deleted. Deletes nothing. Returns the id of the request. Throws 400 for a search that takes too long or finds
 * too much.
 */
export async function previewDeletion(
  tx: Tx,
  who: Actor,
  search: DeletionSearch,
  limits: Limits = { seconds: SEARCH_S, items: MAX_ITEMS },
): Promise<number> {
  const terms = checkedTerms(search)
  const { organization_id } = who
  const open = await tx('deletion_requests')
    .where({ organization_id, status: 'previewed' })
    .first<{ count: number }>(tx.raw('count(*)::integer as count'))
  if (open.count >= MAX_PREVIEWS)
    throw invalid({ search: [`${MAX_PREVIEWS} previews are open. Confirm one, or wait until they expire.`] })
  const id = await requestRows.create(tx, who, { search, token: '', preview: {} })
  const preview = await within(tx, limits.seconds, async (pace) => {
    await findItems(tx, { id, organization_id }, terms, () => pace().then(() => assertFew(tx, id, limits.items)))
    await assertFew(tx, id, limits.items)
    return countItems(tx, id, pace)
  })
  await tx('deletion_requests')
    .where({ id })
    .update({ token: await tokenOf(tx, id), preview: JSON.stringify(preview) })
  // What was searched for is deleted with everything else, so the log only says what kind it was.
  const details = { searched_for: Object.keys(search), ...preview }
  await writeAudit(tx, [{ object_type: 'deletion_request', object_id: id, action: 'create', details }])
  return id
}

/** Limits the next statement of a search. */
type Pace = () => Promise<void>

/** Runs the statements of a search, each with the time that is left. Throws 400 if it does not suffice. */
async function within<T>(tx: Tx, seconds: number, search: (pace: Pace) => Promise<T>): Promise<T> {
  const end = performance.now() + seconds * 1000
  const { rows } = await tx.raw<{ rows: [{ ms: number }] }>(
    `select setting::integer as ms from pg_settings where name = 'statement_timeout'`,
  )
  const own = rows[0].ms || Infinity
  const limitTo = (ms: number) => tx.raw(`select set_config('statement_timeout', ?, true)`, [String(ms)])
  const tooLong = () =>
    invalid({
      search: [`The search takes more than ${seconds} seconds. Search for fewer terms at once, in several requests.`],
    })
  try {
    const found = await search(async () => {
      const left = Math.floor(end - performance.now())
      if (left <= 0) throw tooLong()
      await limitTo(Math.min(left, own))
    })
    // What follows in the transaction has the usual time.
    await limitTo(rows[0].ms)
    return found
  } catch (error) {
    throw codeOfError(error) === STATEMENT_ENDED ? tooLong() : error
  }
}
const STATEMENT_ENDED = '57014'

/** Throws 400 if the search has found more than can be deleted at once. */
async function assertFew(tx: Tx, id: number, most: number): Promise<void> {
  const { items } = await tx('deletion_items')
    .where('deletion_request_id', id)
    .first<{ items: number }>(tx.raw('count(*)::integer as items'))
  if (items > most)
    throw invalid({
      search: [`The search finds ${items} documents and emails; at most ${most} can be deleted at once.`],
    })
}

async function countItems(tx: Tx, id: number, pace: Pace): Promise<DeletionCounts> {
  let counts: DeletionCounts = { deleted: { documents: 0, emails: 0 }, kept: { documents: 0, emails: 0 } }
  const { rows } = await tx.raw<{ rows: { kept: boolean; kind: string; ids: number[] }[] }>(
    `select kept_because is not null as kept, kind, array_agg(object_id order by object_id) as ids
       from deletion_items where deletion_request_id = ? group by 1, 2`,
    [id],
  )
  for (const { kept, kind, ids } of rows) {
    const name = kind === 'annotation' ? 'documents' : 'emails'
    if (kept) {
      counts = sum(counts, { kept: { [name]: ids.length } })
      if (kind === 'annotation') counts = sum(counts, { deleted: await countLessons(tx, ids) })
    } else if (kind === 'email') counts = sum(counts, { deleted: { emails: ids.length } })
    else
      for (let at = 0; at < ids.length; at += BATCH) {
        await pace()
        counts = sum(counts, { deleted: await countOf(tx, ids.slice(at, at + BATCH)) })
      }
  }
  return counts
}

/** Returns a digest of the items and of what would be kept. Another search result has another token. */
async function tokenOf(tx: Tx, id: number): Promise<string> {
  const { rows } = await tx.raw<{ rows: { items: string | null }[] }>(
    `select string_agg(kind || '/' || object_id || '/' || coalesce(kept_because || kept_until::text, kept_because, ''),
                       ' ' order by kind, object_id) as items
       from deletion_items where deletion_request_id = ?`,
    [id],
  )
  return createHash('sha256')
    .update(rows[0]?.items ?? '')
    .digest('hex')
    .slice(0, 32)
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Starts the deletion that a preview has shown. The search is repeated: if it no longer finds what the preview shows, or if something else would be
 * kept, nothing is deleted. Also continues a deletion that has failed. Rejects with 400 for another token, and with 409 if the search finds something
 * else or the deletion was confirmed before.
 */
export async function confirmDeletion(deps: Transactor, who: Actor, id: number, token: string): Promise<void> {
  await transact(deps, async (tx) => {
    const request = await DeletionRequest.query(tx).findById(id).forUpdate()
    if (!request || (request.status !== 'previewed' && request.status !== 'failed'))
      throw conflictStatus('The deletion was confirmed before.')
    if (!isSame(token, request.token))
      throw invalid({ token: ['This is not the token of the preview. Read the preview, then send its token.'] })
    if (request.status === 'previewed') await assertUnchanged(tx, request)
    await tx('deletion_requests')
      .where({ id })
      .update({ status: 'running', failure: null, confirmed_by: who.user_id, confirmed_at: tx.fn.now() })
    await writeAudit(tx, [
      { object_type: 'deletion_request', object_id: id, action: 'update', details: { confirmed: true } },
    ])
    await writeEvents(tx, [
      {
        organization_id: request.organization_id,
        kind: 'deletion.requested',
        data: { deletion: id },
        actor_id: who.user_id,
      },
    ])
  })
}

async function assertUnchanged(tx: Tx, request: RowOf<DeletionRequest>): Promise<void> {
  await tx('deletion_items').where('deletion_request_id', request.id).delete()
  // More time than for the preview, so that what was shown can be deleted on a busy machine.
  await within(tx, 2 * SEARCH_S, (pace) => findItems(tx, request, checkedTerms(request.search), pace))
  if ((await tokenOf(tx, request.id)) !== request.token)
    throw conflictStatus('The search no longer finds what the preview shows. Request a new preview.')
}

/** Days for which a failed request keeps its search, so that an administrator can see whom it concerns. */
const SEARCH_KEPT_DAYS = 30

/** Empties the search of requests that failed long ago; another confirmation continues them without it. Returns their number. */
export const forgetFailedSearches = (deps: Transactor): Promise<number> =>
  transact(deps, (tx) =>
    tx('deletion_requests')
      .where('status', 'failed')
      .whereRaw(`search <> '{}' and confirmed_at < now() - make_interval(days => ?)`, [SEARCH_KEPT_DAYS])
      .update({ search: '{}' }),
  )

/** Deletes previews that were not confirmed within a day, since they name whom the search was about. Returns their number. */
export const deleteOldPreviews = (deps: Transactor): Promise<number> =>
  transact(deps, (tx) =>
    tx('deletion_requests').where('status', 'previewed').whereRaw(`created_at < now() - interval '1 day'`).delete(),
  )
