import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openClient } from '../../db/client.ts'
import { endClient } from '../../db/end-client.ts'
import { openDatabase } from '../../db/knex.ts'
import { migrateUp } from '../../db/migrate.ts'
import type { Blobs } from '../blobs/index.ts'
import { ProvisionError } from '../provision/problem.ts'
import { copyTarget, type Manifest } from './format.ts'
import type { Backup } from './read.ts'

const NOTE_AFTER = 1_000

/** Throws ProvisionError if the database contains tables. */
export async function requireEmptyDatabase(databaseUrl: string): Promise<void> {
  const client = openClient(databaseUrl, 'sheaf-restore', 'maintenance')
  try {
    await client.connect()
    const { rowCount } = await client.query(
      `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`,
    )
    if (rowCount) throw new ProvisionError('The database contains tables; restore into an empty database.')
  } finally {
    await endClient(client)
  }
}

/** Throws ProvisionError if the store contains a blob. */
export async function requireEmptyStore(blobs: Blobs): Promise<void> {
  for await (const _key of blobs.list(''))
    throw new ProvisionError('The blob store contains files; restore into an empty store, or use --without-blobs.')
}

/** Writes the files of documents. Returns their number. */
export async function restoreBlobs(backup: Backup, store: Blobs, note: (sentence: string) => void): Promise<number> {
  const keys = new Set<string>()
  for await (const { key, body } of backup.blobs()) {
    await store.put(key, body)
    keys.add(key)
    if (keys.size % NOTE_AFTER === 0) note(`Restored ${keys.size} files.`)
  }
  return keys.size
}

/** Fills an empty database: creates the schema of the backup, loads all rows in one transaction and migrates to the newest schema. */
export async function restoreDatabase(backup: Backup, databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, { poolMax: 2, name: 'sheaf-restore' })
  const client = openClient(databaseUrl, 'sheaf-restore', 'maintenance')
  try {
    await migrateUp(db, { only: backup.manifest.migrations })
    await client.connect()
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await load(client, backup)
    await client.query('commit')
    await migrateUp(db)
    await db.raw('analyze')
  } finally {
    await endClient(client)
    await db.destroy()
  }
}

/** Foreign keys are created again after the rows, because tables refer to each other. Triggers have done their work before the backup. */
async function load(client: pg.Client, { manifest: { tables, sequences }, table }: Backup): Promise<void> {
  const { rows: foreign } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const quote = (name: string) => client.escapeIdentifier(name)
  for (const { table: owner, name } of foreign) await client.query(`alter table ${owner} drop constraint ${name}`)
  for (const { name } of tables) await client.query(`alter table ${quote(name)} disable trigger user`)
  // Migrations insert rows too.
  await client.query(`truncate ${tables.map(({ name }) => quote(name)).join(', ')}`)
  for (const target of tables)
    await pipeline(await table(target.name), client.query(copyFrom(`copy ${copyTarget(target)} from stdin`)))
  for (const { name } of tables) await client.query(`alter table ${quote(name)} enable trigger user`)
  for (const { table: owner, name, definition } of foreign)
    await client.query(`alter table ${owner} add constraint ${name} ${definition}`)
  await setSequences(client, sequences)
}

async function setSequences(client: pg.Client, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last_value } of sequences)
    if (last_value !== null)
      await client.query('select setval($1::regclass, $2)', [client.escapeIdentifier(name), last_value])
}
