import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'

describe('testDatabase', () => {
  it('creates a separate migrated database for each caller', async () => {
    const [one, two] = [await testDatabase(), await testDatabase()]
    await one.db.raw('create table only_here (id int)')
    expect(await two.db.schema.hasTable('only_here')).toBe(false)
    expect(await two.db.schema.hasTable('annotations')).toBe(true)
    await one.drop()
    await two.drop()
  })

  it('fails with the name of a connection that was left open', async () => {
    const { url, drop } = await testDatabase({}, 0)
    // Not of a pool, which would close it after a while without use.
    const forgotten = new pg.Client({ connectionString: url, application_name: 'forgotten' })
    // The database is dropped under it.
    forgotten.on('error', () => {})
    await forgotten.connect()
    await expect(drop()).rejects.toThrow(/Connections were left open: .*forgotten \(idle\): .*/)
    await forgotten.end()
  })
})
