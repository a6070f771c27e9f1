/** Blobs without a row: a process wrote them and died before its transaction was committed, or the transaction was rolled back. */
import type { Knex } from 'knex'
import type { Deps } from '../../deps.ts'
import { Annotation, Document, Email, IncomingMessage, PendingFile } from '../../models/index.ts'

export interface Orphans {
  keys: string[]
  /** Number of blobs that were compared with the database. */
  examined: number
}

/** Blobs are written before their rows. No import or request takes this long, so what is older will never get a row. */
const MIN_AGE_MS = 24 * 3_600_000
/** Keys per query. */
const BATCH = 500

type Store = Pick<Deps, 'db' | 'blobs' | 'clock'>

/** Returns the keys of all blobs that are older than a day and belong to no row. Reads the list of the whole store. */
export async function findOrphans(deps: Store): Promise<Orphans> {
  const keys: string[] = []
  let examined = 0
  for await (const batch of inBatches(deps.blobs.list(''))) {
    examined += batch.length
    for (const key of await withoutRow(deps.db, batch)) if (await isOld(deps, key)) keys.push(key)
  }
  return { keys, examined }
}

/** Deletes those of the keys that still belong to no row. Returns their number. */
export async function deleteOrphans({ db, blobs }: Store, keys: readonly string[]): Promise<number> {
  let count = 0
  for (let start = 0; start < keys.length; start += BATCH) {
    const orphans = await withoutRow(db, keys.slice(start, start + BATCH))
    await blobs.delete(orphans)
    count += orphans.length
  }
  return count
}

async function isOld({ blobs, clock }: Store, key: string): Promise<boolean> {
  const facts = await blobs.head(key)
  return facts !== null && facts.modified.getTime() < clock().getTime() - MIN_AGE_MS
}

async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The rows to which blobs of one kind belong, by the second segment of the key. */
const OWNERS: Record<string, (db: Knex, names: string[]) => Promise<string[]>> = {
  documents: async (db, names) => [...(await documentsWithContent(db, names)), ...(await pending(db, names))],
  words: (db, names) => documentsWithContent(db, names),
  pages: (db, names) => documentsWithContent(db, names),
  emails: async (db, names) => [
    ...(await Email.query(db).whereIn('s3_name', names).select('s3_name')).map(nameOf),
    ...(await IncomingMessage.query(db).whereIn('s3_name', names).select('s3_name')).map(nameOf),
  ],
  extractions: async (db, names) => {
    const ids = names.filter((name) => /^\d{1,15}$/.test(name)).map(Number)
    const rows = await Annotation.query(db).whereIn('id', ids).whereNot('status', 'purged').select('id')
    return rows.map(({ id }) => String(id))
  },
}

const nameOf = ({ s3_name }: { s3_name: string | null }): string => s3_name ?? ''

const documentsWithContent = async (db: Knex, names: string[]): Promise<string[]> =>
  (await Document.query(db).whereIn('s3_name', names).where('has_content', true).select('s3_name')).map(nameOf)

const pending = async (db: Knex, names: string[]): Promise<string[]> =>
  (await PendingFile.query(db).whereIn('s3_name', names).select('s3_name')).map(nameOf)

/** Keeps blobs of an unknown kind: a newer version may have written them. */
async function withoutRow(db: Knex, keys: readonly string[]): Promise<string[]> {
  const orphans: string[] = []
  for (const [kind, ownersOf] of Object.entries(OWNERS)) {
    const found = keys.filter((key) => key.startsWith(`${kind}/`))
    if (found.length === 0) continue
    const owner = (key: string) => key.split('/')[1]!
    const owners = new Set(await ownersOf(db, [...new Set(found.map(owner))]))
    orphans.push(...found.filter((key) => !owners.has(owner(key))))
  }
  return orphans
}
