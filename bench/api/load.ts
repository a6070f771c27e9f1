/** Loads large tables quickly: without secondary indexes, foreign keys and triggers, on two connections; then recreates the indexes. */
import type { Knex } from 'knex'
import { actOnEach } from '../parallel.ts'

/** Fills a table with the rows `from` to `to`, which are the two `?` of the statement in this order. */
export interface Filling {
  table: string
  sql: string
}

const CHUNK = 25_000
const CONNECTIONS = 2

const indexesOf = async (db: Knex, tables: string[]): Promise<{ name: string; sql: string }[]> => {
  const found = await db.raw<{ rows: { name: string; sql: string }[] }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as sql
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any(?::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid)
     order by pg_relation_size(i.indrelid), c.relname`,
    [tables],
  )
  return found.rows
}

/** Runs the jobs in order, a few at a time, each with a connection on which triggers and foreign keys are disabled. */
async function share(db: Knex, jobs: ((session: Knex) => Promise<void>)[]): Promise<void> {
  await actOnEach(jobs, CONNECTIONS, (job) =>
    db.transaction(async (trx) => {
      await trx.raw(`set local session_replication_role = replica; set local maintenance_work_mem = '1GB'`)
      await job(trx)
    }),
  )
}

/** Inserts `count` rows with each filling, one filling after the other. Afterwards the tables have the same indexes as before. */
export async function loadTables(db: Knex, fillings: Filling[], count: number): Promise<void> {
  const started = performance.now()
  const say = (text: string) =>
    console.log(`  ${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`)
  const tables = [...new Set(fillings.map((filling) => filling.table))]
  const indexes = await indexesOf(db, tables)
  for (const { name } of indexes) await db.raw('drop index ??', [name])
  for (const { table, sql } of fillings) {
    const chunks: ((session: Knex) => Promise<void>)[] = []
    for (let from = 1; from <= count; from += CHUNK) {
      const to = Math.min(count, from + CHUNK - 1)
      chunks.push(async (session) => void (await session.raw(sql, [from, to])))
    }
    await share(db, chunks)
    say(`${table} filled`)
  }
  await share(
    db,
    indexes.map(({ name, sql }) => async (session) => {
      await session.raw(sql)
      say(`index ${name}`)
    }),
  )
  for (const table of tables) {
    await db.raw('vacuum (analyze) ??', [table])
    // Ids were explicit, so the sequences have not advanced.
    const identity = await db('information_schema.columns')
      .where({ table_schema: 'public', table_name: table, column_name: 'id', is_identity: 'YES' })
      .first('column_name')
    if (identity) await db.raw(`select setval(pg_get_serial_sequence(?, 'id'), max(id)) from ??`, [table, table])
  }
  const after = await indexesOf(db, tables)
  const text = (list: { sql: string }[]) =>
    list
      .map((index) => index.sql)
      .sort()
      .join('\n')
  if (text(after) !== text(indexes)) throw new Error('The seed changed the indexes.')
  say('vacuumed and analysed')
}
