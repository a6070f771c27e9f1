/** How the statement is executed with which almost every request begins. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../db/knex.ts'
import { personOfToken, validToken } from '../../src/domain/people/credentials.ts'
import { database, useDatabase } from '../support/database.ts'

useDatabase()
let db: ReturnType<typeof openDatabase>
beforeAll(() => {
  db = openDatabase(database.url, { poolMax: 1, name: 'sheaf-test-tokens' })
})
afterAll(() => db.destroy())

it('is planned once per connection, whatever the token', async () => {
  for (const key of ['one', 'two', 'three']) expect(await personOfToken(db, key)).toBeUndefined()
  for (const id of [1, 2]) expect(await validToken(db, { id })).toBeUndefined()
  const { rows } = (await db.raw(
    'select name, generic_plans + custom_plans as executed from pg_prepared_statements',
  )) as {
    rows: { name: string; executed: number }[]
  }
  expect(rows.sort((one, other) => one.name.localeCompare(other.name))).toEqual([
    { name: 'token_by_hash', executed: 3 },
    { name: 'token_by_id', executed: 2 },
  ])
})
