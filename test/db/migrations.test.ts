import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/knex.ts'
import { migrateUp } from '../../db/migrate.ts'
import { testDatabase } from '../support/database.ts'

const { db, url, drop } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'sheaf-migrations-'))

beforeAll(() => {
  writeFileSync(
    join(folder, '9001_shelves.ts'),
    "export const up = (db: any) => db.raw('create table shelves (id int); insert into shelves values (1)')",
  )
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await drop()
})

const countOf = async (table: string) => Number((await db(table).count('* as n'))[0]?.['n'])

describe('migrateUp', () => {
  it('has one migration for each number', () => {
    const numbers = readdirSync(join(import.meta.dirname, '../../db/migrations')).map((name) => parseInt(name))
    expect([...new Set(numbers)]).toEqual(numbers)
  })

  it('does nothing in a migrated database', async () => {
    expect(await migrateUp(db)).toEqual([])
  })

  it('runs each migration once when several processes start concurrently', async () => {
    const pools = [1, 2, 3].map(() => openDatabase(url, { poolMax: 2 }))
    const done = await Promise.all(pools.map((pool) => migrateUp(pool, { folder })))
    await Promise.all(pools.map((pool) => pool.destroy()))
    expect(done.flat()).toEqual(['9001_shelves'])
    expect(await countOf('shelves')).toBe(1)
  })

  it('rolls back a failed migration and releases the lock', async () => {
    const broken = join(folder, '9002_broken.ts')
    writeFileSync(broken, "export const up = (db: any) => db.raw('create table cups (id int); select 1 / 0')")
    await expect(migrateUp(db, { folder })).rejects.toThrow('division by zero')
    expect(await db.schema.hasTable('cups')).toBe(false)
    rmSync(broken)
    expect(await migrateUp(db, { folder })).toEqual([])
  })
})
