/**
 * Names of files that are written to the blob store before a row refers to them. The name is noted first and its note is removed in the transaction
 * that adds the row, so that a file that a killed process left can be found and deleted.
 */
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { unavailable } from '../../errors.ts'
import { PendingFile } from '../../models/index.ts'

/** Where the bytes of a document lie in the blob store. */
export const documentKey = (s3Name: string): string => `documents/${s3Name}`

/** Requests last minutes: they must be received within five, and the older import unpacks archives before it answers. */
const ABANDONED_AFTER = '1 hour'
/** Files of one transaction of the sweep. */
const BATCH = 100

type Store = Pick<Deps, 'db' | 'blobs'>

/** Notes the names. Outside the transaction that later takes them, else a crash would undo both. */
export async function notePending(db: Knex, s3Names: readonly string[]): Promise<void> {
  if (s3Names.length > 0) await PendingFile.query(db).insert(s3Names.map((s3_name) => ({ s3_name })))
}

/**
 * Removes the notes in the transaction whose rows refer to the files from now on. Rejects with 503 when one is missing: the sweep has taken the file
 * for abandoned.
 */
export async function takePending(tx: Knex, s3Names: readonly string[]): Promise<void> {
  if (s3Names.length === 0) return
  const taken = await PendingFile.query(tx)
    .whereIn('s3_name', [...s3Names])
    .delete()
  if (taken !== s3Names.length) throw unavailable('Receiving the files took too long; send them again.')
}

/**
 * Deletes those of the files that no row refers to, with their notes; `written` are the names under which something may be stored. What fails is left to
 * the sweep.
 */
export async function discardPending(
  { db, blobs, log }: Store & Pick<Deps, 'log'>,
  s3Names: readonly string[],
  written: ReadonlySet<string> = new Set(s3Names),
): Promise<void> {
  if (s3Names.length === 0) return
  try {
    // Rows refer to all files of most requests: then one statement suffices.
    if (
      (await PendingFile.query(db)
        .whereIn('s3_name', [...s3Names])
        .resultSize()) === 0
    )
      return
    await db.transaction(async (trx) => {
      const left = await PendingFile.query(trx)
        .whereIn('s3_name', [...s3Names])
        .delete()
        .returning('s3_name')
      await Promise.all(
        left.filter(({ s3_name }) => written.has(s3_name)).map(({ s3_name }) => blobs.delete(documentKey(s3_name))),
      )
    })
  } catch (error) {
    log.warn({ err: error }, 'files of a refused request were not deleted')
  }
}

/** Deletes files that a process left which ended while it received them, also unfinished ones; how many names there were. */
export async function deleteAbandonedFiles({ db, blobs }: Store): Promise<number> {
  for (let count = 0; ;) {
    const names = await db.transaction(async (trx) => {
      const found = await PendingFile.query(trx)
        .whereRaw('created_at < now() - ?::interval', [ABANDONED_AFTER])
        .orderBy('created_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .select('s3_name')
      const s3Names = found.map(({ s3_name }) => s3_name)
      for (const s3Name of s3Names) await blobs.discard(documentKey(s3Name))
      await PendingFile.query(trx).whereIn('s3_name', s3Names).delete()
      return s3Names
    })
    count += names.length
    if (names.length < BATCH) return count
  }
}
