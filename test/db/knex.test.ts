import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

async function valueOf(expression: string): Promise<unknown> {
  const { rows } = (await db.raw(`select ${expression} as value`)) as { rows: { value: unknown }[] }
  return rows[0]?.value
}

describe('values read from PostgreSQL', () => {
  it.each([
    ["timestamptz '2026-03-01 10:00:00.123456+02'", '2026-03-01T08:00:00.123456Z'],
    ["timestamptz '2026-03-01 10:00:00+00'", '2026-03-01T10:00:00.000000Z'],
    ["date '2026-03-01'", '2026-03-01'],
    ['9007199254740991::bigint', 9007199254740991],
    ['12.50::numeric', 12.5],
    ['array[1,null]::bigint[]', [1, null]],
    ["array['2026-03-01']::date[]", ['2026-03-01']],
    ['null::timestamptz', null],
    [`'{"a":[1]}'::jsonb`, { a: [1] }],
  ])('are returned as in the API: %s', async (expression, value) => {
    expect(await valueOf(expression)).toEqual(value)
  })

  it('keep the microseconds of a timestamp that is written back', async () => {
    const { rows } = (await db.raw('select ?::timestamptz as value', ['2026-03-01T08:00:00.123456Z'])) as {
      rows: { value: string }[]
    }
    expect(rows[0]?.value).toBe('2026-03-01T08:00:00.123456Z')
  })
})
