import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { afterAll, beforeAll, inject } from 'vitest'
import { openDatabase, type DatabaseOptions } from '../../db/knex.ts'

export interface TestDatabase {
  db: Knex
  url: string
  /** Closes the pool and drops the database. Throws if another connection to it is open (a leak). */
  drop(): Promise<void>
}

/** Runs `create database` and `drop database`, which need a connection to another database. */
async function asAdmin<T>(work: (admin: Knex) => Promise<T>): Promise<T> {
  const admin = openDatabase(inject('postgresAdminUrl'), { poolMax: 1, name: 'sheaf-test-admin' })
  try {
    return await work(admin)
  } finally {
    await admin.destroy()
  }
}

/** Returns the open connections, after the server had `patienceMs` to notice closed ones. */
async function leaks(admin: Knex, name: string, patienceMs: number): Promise<string[]> {
  for (const end = Date.now() + patienceMs; ; await wait(20)) {
    const { rows } = (await admin.raw(
      'select application_name, state, left(query, 200) as query from pg_stat_activity where datname = ?',
      [name],
    )) as { rows: { application_name: string; state: string; query: string }[] }
    const found = rows.map((row) => `${row.application_name} (${row.state}): ${row.query}`)
    if (found.length === 0 || Date.now() > end) return found
  }
}

/**
 * Creates a migrated database for one test file: `const { db, drop } = await testDatabase(); afterAll(drop)`. Closed connections may need
 * `patienceMs` to end on a busy machine.
 */
export async function testDatabase(options: DatabaseOptions = {}, patienceMs = 30_000): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin((admin) => admin.raw(`create database ${name} template ${inject('postgresTemplate')}`))
  const url = inject('postgresAdminUrl').replace(/\/postgres$/, `/${name}`)
  const db = openDatabase(url, { name, ...options })
  let dropped = false
  const drop = async () => {
    if (dropped) return
    dropped = true
    await db.destroy()
    await asAdmin(async (admin) => {
      const found = await leaks(admin, name, patienceMs)
      await admin.raw(`drop database ${name} with (force)`)
      if (found.length > 0) throw new Error(`Connections were left open: ${found.join('; ')}`)
    })
  }
  return { db, url, drop }
}

/** The database of `useDatabase`. */
export let database: TestDatabase

/** Creates the database that the tests of a file or `describe` share. Later `beforeAll` functions find it created. */
export function useDatabase(): void {
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())
}
