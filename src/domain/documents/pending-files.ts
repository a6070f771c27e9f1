/**
 * Names of files that are written to the blob store before a row refers to them. The name is recorded first, and the record is deleted in
 * the transaction that adds the row. A file left behind by a killed process can therefore be found and deleted.
 */
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { unavailable } from '../../errors.ts'
import type { PendingFile, RowOf } from '../../models/index.ts'

/** Returns the key of a document's content in the blob store. */
export const documentKey = (s3Name: string): string => `documents/${s3Name}`

/** Requests take minutes: they must be received within five, and the older import unpacks archives before it responds. */
const ABANDONED_AFTER = '1 hour'
/** Files per transaction of the sweep. */
const BATCH = 100

type Store = Pick<Deps, 'db' | 'blobs'>

const records = (db: Knex) => db<RowOf<PendingFile>>('pending_files')

/** Records the names. Must run outside the transaction that later takes them, otherwise a crash would undo both. */
export async function notePending(db: Knex, s3Names: readonly string[]): Promise<void> {
  if (s3Names.length > 0) await records(db).insert(s3Names.map((s3_name) => ({ s3_name })))
}

/**
 * Deletes the records, in the transaction whose rows refer to the files. Rejects with 503 if one is missing because the sweep has treated
 * the file as abandoned.
 */
export async function takePending(tx: Knex, s3Names: readonly string[]): Promise<void> {
  if (s3Names.length === 0) return
  const taken = await records(tx).whereIn('s3_name', s3Names).delete()
  if (taken !== s3Names.length) throw unavailable('Receiving the files took too long; send them again.')
}

/**
 * Deletes those of the files that no row refers to, with their records. `written` are the names under which data may be stored. The sweep
 * deletes what fails here.
 */
export async function discardPending(
  { db, blobs, log }: Store & Pick<Deps, 'log'>,
  s3Names: readonly string[],
  written: ReadonlySet<string> = new Set(s3Names),
): Promise<void> {
  if (s3Names.length === 0) return
  try {
    // Rows refer to all files of most requests: then one statement suffices.
    if (!(await records(db).whereIn('s3_name', s3Names).first('s3_name'))) return
    await db.transaction(async (trx) => {
      const left = await records(trx).whereIn('s3_name', s3Names).delete().returning('s3_name')
      await Promise.all(
        left.filter(({ s3_name }) => written.has(s3_name)).map(({ s3_name }) => blobs.delete(documentKey(s3_name))),
      )
    })
  } catch (error) {
    log.warn({ err: error }, 'files of a rejected request could not be deleted')
  }
}

/** Deletes files of processes that died while receiving them, including incomplete ones. Returns the number of names. */
export async function deleteAbandonedFiles({ db, blobs }: Store): Promise<number> {
  for (let count = 0; ;) {
    const names = await db.transaction(async (trx) => {
      const found = await records(trx)
        .whereRaw('created_at < now() - ?::interval', [ABANDONED_AFTER])
        .orderBy('created_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .select('s3_name')
      const s3Names = found.map(({ s3_name }) => s3_name)
      for (const s3Name of s3Names) await blobs.discard(documentKey(s3Name))
      await records(trx).whereIn('s3_name', s3Names).delete()
      return s3Names
    })
    count += names.length
    if (names.length < BATCH) return count
  }
}
