import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Knex } from 'knex'
import { syncHookTemplates } from './hook-template-files.ts'

// Replaces the migration runner of knex, which keeps its lock in a table: a process killed during a migration leaves it locked forever.
// PostgreSQL's advisory lock ends with the connection that holds it.

interface Migration {
  name: string
  up: (db: Knex) => Promise<void>
  /** `{ transaction: false }` for statements that PostgreSQL does not allow inside one (`create index concurrently`). */
  config?: { transaction?: boolean }
}

export const migrationsFolder = join(import.meta.dirname, 'migrations')
/** `.ts`, but `.js` in a package. */
const ENDING = extname(import.meta.filename)
/** An arbitrary number that identifies the lock; it must be the same in every version. */
const LOCK = 7_233_541

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_/.test(file) && file.endsWith(ENDING)).sort()
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -ENDING.length),
      ...((await import(pathToFileURL(join(folder, file)).href)) as Omit<Migration, 'name'>),
    })),
  )
}

/** Time for which a migration waits for a lock. While it waits, PostgreSQL makes all later statements on the table wait behind it. */
const LOCK_TIMEOUT = '2s'
const LOCK_NOT_AVAILABLE = '55P03'
/** With the pauses between them, attempts continue for at least ten minutes. */
const MAX_ATTEMPTS = 600
const PAUSE_MS = 1_000
const POLL_MS = 100

/** Returns the names of all migrations of this release, oldest first. */
export const migrationNames = async (folder = migrationsFolder): Promise<string[]> =>
  (await readMigrations(folder)).map(({ name }) => name)

/**
 * Migrates the database to the newest schema, or runs only the migrations in `only`, and returns the names of the executed migrations,
 * oldest first. The newest schema also gets the hook templates of this release. Safe to call from several processes concurrently: one runs the migrations, the others wait and find nothing to do. Requires
 * a pool of two connections.
 */
export async function migrateUp(
  db: Knex,
  { folder = migrationsFolder, only }: { folder?: string; only?: readonly string[] } = {},
): Promise<string[]> {
  const all = await readMigrations(folder)
  const migrations = only ? all.filter(({ name }) => only.includes(name)) : all
  return alone(db, async () => {
    await db.raw(`create table if not exists schema_migrations (
      name text primary key,
      run_at timestamptz not null default now()
    )`)
    const done = new Set((await db('schema_migrations').pluck('name')) as string[])
    const missing = migrations.filter((migration) => !done.has(migration.name))
    for (const migration of missing) await run(db, migration)
    if (folder === migrationsFolder && !only) await syncHookTemplates(db)
    return missing.map((migration) => migration.name)
  })
}

/**
 * Runs `work` while no other process does, until the connection with the lock ends. The lock belongs to the session and is polled:
 * `create index concurrently` waits for every open transaction and every running statement, also for one that waits for this lock.
 */
async function alone<T>(db: Knex, work: () => Promise<T>): Promise<T> {
  const client = db.client as { acquireConnection(): Promise<unknown>; releaseConnection(held: unknown): Promise<void> }
  const held = await client.acquireConnection()
  const ask = async (sql: string): Promise<boolean> => {
    const { rows } = await db.raw<{ rows: [{ yes: boolean }] }>(sql, [LOCK]).connection(held)
    return rows[0].yes
  }
  try {
    while (!(await ask('select pg_try_advisory_lock(?) as yes'))) await wait(POLL_MS)
    try {
      return await work()
    } finally {
      await ask('select pg_advisory_unlock(?) as yes')
    }
  } finally {
    await client.releaseConnection(held)
  }
}

/** Runs a migration, again if it did not get a lock in time. One without a transaction must be safe to repeat. */
async function run(db: Knex, { name, up, config }: Migration): Promise<void> {
  const runIn = async (session: Knex) => {
    await up(session)
    await session('schema_migrations').insert({ name })
  }
  if (config?.transaction === false) return runIn(db)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (tx) => {
        await tx.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
        await runIn(tx)
      })
    } catch (error) {
      const isBusy = (error as { code?: string }).code === LOCK_NOT_AVAILABLE
      if (!isBusy || attempt === MAX_ATTEMPTS) throw error
      await wait(PAUSE_MS)
    }
  }
}
