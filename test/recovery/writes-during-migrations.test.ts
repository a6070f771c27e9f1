/** Migrations do not block the service: it writes to large tables while they run. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../db/knex.ts'
import { migrateUp, migrationsFolder } from '../../db/migrate.ts'
import { database, useDatabase } from '../support/database.ts'

/** The last migration from before the rule in CONTRIBUTING.md. */
const LAST_UNCHECKED = 25
const ROWS = 200_000
/** Inserting and indexing the rows takes long on a busy machine. */
const PATIENCE_MS = 400_000

let client: Knex
let annotation: Record<string, unknown>
const folder = mkdtempSync(join(tmpdir(), 'sheaf-large-'))
useDatabase()
beforeAll(async () => {
  client = openDatabase(database.url, { name: 'client', poolMax: 2 })
  const { db } = database
  const one = async (table: string, row: object) =>
    ((await db(table).insert(row).returning('id')) as { id: number }[])[0]!.id
  const organization_id = await one('organizations', {
    name: 'o',
    organization_group_id: await one('organization_groups', { name: 'g' }),
  })
  const schema_id = await one('schemas', { organization_id, name: 's', content: '[]' })
  const queue_id = await one('queues', { organization_id, schema_id, name: 'q' })
  const file = { s3_name: 'x', mime_type: 'm', original_file_name: 'f', size: 1, sha256: 's', md5: 'm' }
  const document_id = await one('documents', { organization_id, ...file })
  annotation = { organization_id, queue_id, schema_id, document_id, status: 'to_review' }
  await db.raw(
    `insert into annotations (organization_id, queue_id, schema_id, document_id, status)
     select ?, ?, ?, ?, 'to_review' from generate_series(1, ${ROWS})`,
    [organization_id, queue_id, schema_id, document_id],
  )
}, PATIENCE_MS)
afterAll(async () => {
  await client.destroy()
  rmSync(folder, { recursive: true })
})

/** Writes as a client that gives up after a second without a lock, until `work` ends. Returns the number of writes and the errors. */
async function writingDuring(work: () => Promise<unknown>): Promise<{ written: number; failed: string[] }> {
  let isOver = false
  let written = 0
  const end = AbortSignal.timeout(PATIENCE_MS)
  const failed: string[] = []
  const writer = async () => {
    for (; !isOver && !end.aborted; written++) {
      await client
        .transaction(async (tx) => {
          await tx.raw(`set local lock_timeout = '1s'`)
          const [row] = (await tx('annotations').insert(annotation).returning('id')) as { id: number }[]
          await tx('annotations').where('id', row!.id).update({ metadata: '{}' })
        })
        .catch((error: Error) => failed.push(error.message))
    }
  }
  const writing = writer()
  await work().finally(() => (isOver = true))
  await writing
  return { written, failed }
}

const migration = (name: string, text: string) => writeFileSync(join(folder, `${name}.ts`), text)

describe('a migration of 200,000 annotations', () => {
  it(
    'with batches and an index built concurrently fails no write of another process',
    async () => {
      migration(
        '9001_large',
        `export const config = { transaction: false }
       export async function up(db: any) {
         await db.raw('alter table annotations add column if not exists size integer')
         for (let last = 0; ;) {
           const { rows } = await db.raw('update annotations set size = 1 where id in (select id from annotations where id > ? and id % 10 = 0 order by id limit 2000) returning id', [last])
           if (rows.length === 0) break
           last = Math.max(...rows.map((row: any) => row.id))
         }
         await db.raw('create index concurrently annotations_size on annotations (size)')
       }`,
      )
      const { written, failed } = await writingDuring(() => migrateUp(database.db, { folder }))
      expect(failed).toEqual([])
      expect(written).toBeGreaterThan(0)
    },
    PATIENCE_MS,
  )

  it('waits for a lock in short attempts, so that writes do not queue behind it', async () => {
    migration('9002_column', `export const up = (db: any) => db.raw('alter table annotations add column colour text')`)
    // Like a backup: holds its lock until the migration has failed to get one.
    const reader = await client.transaction()
    await reader('annotations').first('id')
    const migrating = migrateUp(database.db, { folder })
    const waiting = async () => {
      const { rows } = await database.db.raw<{ rows: unknown[] }>(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'alter%'`,
      )
      return rows.length
    }
    try {
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
      await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
      await client('annotations').insert(annotation)
    } finally {
      await reader.commit()
      await migrating
    }
    expect(await migrating).toEqual(['9002_column'])
  })
})

/** Tables whose rows are in partitions: an index on only the table itself has nothing to read. */
const partitioned = new Set(
  readdirSync(migrationsFolder).flatMap((name) =>
    [
      ...readFileSync(join(migrationsFolder, name), 'utf8').matchAll(/create table (\w+) \([^;`]*\) partition by/gi),
    ].map(([, table]) => table),
  ),
)

/** Returns statements that block writes to existing tables, or that rewrite them. */
function blocking(text: string): string[] {
  const created = [...text.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, name]) => name)
  const found: string[] = []
  for (const [statement, only, table] of text.matchAll(
    /create (?:unique )?index (?!concurrently)[^;`]*? on (only )?(\w+|\$\{)[^;`]*/gi,
  ))
    if (!created.includes(table) && !(only && partitioned.has(table))) found.push(statement)
  for (const [statement, table] of text.matchAll(/alter table (\w+)[^;`]*/gi)) {
    const rewrites =
      /set not null|alter column \w+ (?:set data )?type\b|generated always|add column[^,]*default (?:random|gen_random|clock_)/i.test(
        statement,
      )
    const validates = /add constraint|\breferences\b|\bcheck\b/i.test(statement) && !/not valid/i.test(statement)
    if (!created.includes(table) && (rewrites || validates)) found.push(statement)
  }
  return found
}

describe('migrations', () => {
  it('build indexes concurrently and do not rewrite or scan existing tables under a lock', () => {
    const files = readdirSync(migrationsFolder).filter((name) => parseInt(name) > LAST_UNCHECKED)
    const wrong = files.flatMap((name) =>
      blocking(readFileSync(join(migrationsFolder, name), 'utf8')).map((statement) => `${name}: ${statement}`),
    )
    expect(wrong).toEqual([])
    expect(files).toContain('0035_retention_indexes.ts')
  })

  it.each([
    'create index a on annotations (size)',
    'create index a on only annotations (size)',
    'create index a on value_changes (origin)',
    'alter table annotations alter column size set not null',
    'alter table annotations alter column size type bigint',
    'alter table annotations add constraint a check (size > 0)',
    'alter table annotations add column queue bigint references queues (id)',
    'alter table annotations add column seen_at timestamptz default clock_timestamp()',
  ])('are recognised as blocking: %s', (statement) => {
    expect(blocking(statement)).toHaveLength(1)
    const [, table] = /(annotations|value_changes)/.exec(statement)!
    expect(blocking(`create table ${table} (id int); ${statement}`)).toEqual([])
  })

  it('may index only a table whose rows are in partitions', () => {
    expect(blocking('create index a on only value_changes (origin)')).toEqual([])
  })

  it('may give the next rows another default, which changes no present row', () => {
    expect(blocking('alter table annotations alter column arrived_at set default clock_timestamp()')).toEqual([])
  })
})
