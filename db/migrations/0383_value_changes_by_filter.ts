import type { Knex } from 'knex'

/** `create index concurrently` does not run in a transaction. */
export const config = { transaction: false }

/** Indexes by the filters that find few of an organization's rows, for lists in the order of ids. */
const INDEXES = {
  value_changes_request: '(organization_id, request_id, id) where request_id is not null',
  value_changes_username: '(organization_id, username, id) where username is not null',
  value_changes_field: '(organization_id, schema_id, id) where schema_id is not null',
  value_changes_hook: '(organization_id, hook_id, id) where hook_id is not null',
}

/** The index of the table has no lock while it is built in each partition; new partitions get it with the others. */
export async function up(db: Knex): Promise<void> {
  for (const [name, columns] of Object.entries(INDEXES)) {
    await db.raw(`create index if not exists ${name} on only value_changes ${columns}`)
    const { rows } = await db.raw<{ rows: { partition: string }[] }>(
      `select c.relname as partition from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'value_changes'::regclass
          and not exists (
            select from pg_index x join pg_inherits p on p.inhrelid = x.indexrelid
             where x.indrelid = c.oid and p.inhparent = ?::regclass)
        order by 1`,
      [name],
    )
    for (const { partition } of rows) {
      const own = `${partition}${name.slice('value_changes'.length)}`
      // An interrupted build leaves an invalid index behind.
      await db.raw('drop index concurrently if exists ??', [own])
      await db.raw(`create index concurrently ?? on ?? ${columns}`, [own, partition])
      await db.raw('alter index ?? attach partition ??', [name, own])
    }
  }
}
