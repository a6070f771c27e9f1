/** Processes of releases that keep no versions of schemas cannot change schemas: they would rewrite exported values. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { database, useDatabase } from '../support/database.ts'

useDatabase()
let old: pg.Client
let schema_id: number

beforeAll(async () => {
  const one = async (table: string, row: object) =>
    ((await database.db(table).insert(row).returning('id')) as { id: number }[])[0]!.id
  const organization_group_id = await one('organization_groups', { name: 'g' })
  const organization_id = await one('organizations', { name: 'o', organization_group_id })
  schema_id = await one('schemas', { organization_id, name: 's', content: '[]' })
  await database.db('schema_reshapes').insert({ schema_id, before: '[]', after: '[]', up_to: 1000 })
  old = new pg.Client({ connectionString: database.url })
  await old.connect()
})
afterAll(() => old.end())

it('an earlier process neither changes the content of a schema nor applies a change', async () => {
  const refused = { code: '55000', message: expect.stringContaining('A process of an earlier release') }
  for (const sql of [
    `update schemas set content = '[{"id": "a"}]', name = 'x' where id = $1`,
    'update schema_reshapes set last_id = 1 where schema_id = $1',
    'delete from schema_reshapes where schema_id = $1',
  ])
    await expect(old.query(sql, [schema_id]), sql).rejects.toMatchObject(refused)
  // What does not concern content goes on.
  expect((await old.query(`update schemas set content = '[]', name = 'y' where id = $1`, [schema_id])).rowCount).toBe(1)
})

it('a present process does', async () => {
  const { db } = database
  expect(await db('schemas').where('id', schema_id).update({ content: '[{"id": "a"}]' })).toBe(1)
  expect(await db('schema_reshapes').where({ schema_id }).update({ last_id: 1 })).toBe(1)
  expect(await db('schema_reshapes').where({ schema_id }).delete()).toBe(1)
})
