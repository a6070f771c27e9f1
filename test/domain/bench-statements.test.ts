import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repeat, type Statement } from '../../bench/api/statements.ts'
import { USED } from '../../src/domain/engines/fields.ts'
import { testDatabase } from '../support/database.ts'

let db: Knex
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await testDatabase())
})
afterAll(() => drop())

it('bench:api repeats statements with question marks in JSON paths and several bindings', async () => {
  const recorded: Statement[] = []
  db.on('query', ({ sql, bindings }: Statement) => recorded.push({ sql, bindings }))
  const rows = await db('engine_fields')
    .where('organization_id', 1)
    .whereRaw(`(${USED}) = ?`, [true])
    .whereRaw(`jsonb_path_exists('{"a": 2}', '$.a \\? (@ > 1)')`)
    .limit(5)
    .select('engine_fields.id')
  const [statement] = recorded
  expect(statement!.sql).toContain('?')
  expect(statement!.bindings).toHaveLength(3)
  expect(await repeat(db, statement!)).toEqual(rows)
  expect(await repeat(db, { sql: `select $1::int as n, '["a"]'::jsonb ? 'a' as has`, bindings: [7] })).toEqual([
    { n: 7, has: true },
  ])
})
