import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/knex.ts'
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
    const { url, drop } = await testDatabase()
    const forgotten = openDatabase(url, { name: 'forgotten' })
    await forgotten.raw('select 17 as forgotten_query')
    await expect(drop()).rejects.toThrow(/Connections were left open: forgotten \(idle\): .*/)
    await forgotten.destroy()
  })
})
