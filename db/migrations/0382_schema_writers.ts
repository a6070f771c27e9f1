import type { Knex } from 'knex'

/**
 * Refuses changes of schemas by processes of releases that do not keep versions of schemas: they would rewrite the values of exported documents.
 * Processes of this release say so on each connection (db/knex.ts). The error ends the transaction of the change.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create function demand_schema_versions() returns trigger language plpgsql as $$
    begin
      if current_setting('sheaf.schema_versions', true) is distinct from 'kept' then
        raise exception 'A process of an earlier release cannot change schemas: replace it, then repeat the change.'
          using errcode = 'object_not_in_prerequisite_state', hint = 'In psql: set sheaf.schema_versions to ''kept''.';
      end if;
      return coalesce(new, old);
    end $$`)
  await db.raw(`
    create trigger schemas_keep_versions before update of content on schemas
      for each row when (old.content is distinct from new.content) execute function demand_schema_versions()`)
  await db.raw(`
    create trigger schema_reshapes_keep_versions before update or delete on schema_reshapes
      for each row execute function demand_schema_versions()`)
}
