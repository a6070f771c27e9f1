import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Knex } from 'knex'

// Replaces the migration runner of knex, which keeps its lock in a table: a process killed during a migration leaves it locked forever.
// PostgreSQL's advisory lock ends with the connection that holds it.

interface Migration {
  name: string
  up: (db: Knex) => Promise<void>
  /** `{ transaction: false }` for statements that PostgreSQL does not allow inside one (`create index concurrently`). */
  config?: { transaction?: boolean }
}

export const migrationsFolder = join(import.meta.dirname, 'migrations')
/** An arbitrary number that identifies the lock; it must be the same in every version. */
const LOCK = 7_233_541

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_.*\.ts$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -3),
      ...((await import(pathToFileURL(join(folder, file)).href)) as Omit<Migration, 'name'>),
    })),
  )
}

/**
 * Migrates the database to the newest schema and returns the names of the executed migrations, oldest first. Safe to call from several
 * processes concurrently: one runs the migrations, the others wait and find nothing to do. Requires a pool of two connections.
 */
export async function migrateUp(db: Knex, folder = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return db.transaction(async (lock) => {
    await lock.raw('select pg_advisory_xact_lock(?)', [LOCK])
    await db.raw(`create table if not exists schema_migrations (
      name text primary key,
      run_at timestamptz not null default now()
    )`)
    const done = new Set((await db('schema_migrations').pluck('name')) as string[])
    const missing = migrations.filter((migration) => !done.has(migration.name))
    for (const { name, up, config } of missing) {
      const run = async (session: Knex) => {
        await up(session)
        await session('schema_migrations').insert({ name })
      }
      if (config?.transaction === false) await run(db)
      else await db.transaction(run)
    }
    return missing.map((migration) => migration.name)
  })
}
