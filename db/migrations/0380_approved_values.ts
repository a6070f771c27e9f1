import type { Knex } from 'knex'

/**
 * What was approved: a digest of the values with which an annotation was confirmed or approved, and those with which an approval was started,
 * together with the steps that it requires. Null for annotations and runs of earlier releases. Besides, when administrators were reminded last of
 * approvals that wait for them.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table annotations add column approved_values text;
    alter table organizations add column approvals_reminded_at timestamptz;
    alter table workflow_runs add column started_values text, add column required_steps bigint[];

    -- Fields without any value do not count: adding a field to the schema changes no approved value. In content that stays in a
    -- former version of the schema, only the ids of this version count, not the present ids beside them. The queue counts, because its workflows do.
    create function values_digest(of_annotation bigint) returns text language sql stable as $$
      select encode(sha256(convert_to(a.queue_id || ' ' || coalesce((
        select jsonb_object_agg(field.key, field.value)::text
          from (select content_fields(a.id) as fields offset 0) c, jsonb_each(c.fields) field
         where exists (select from jsonb_array_elements(field.value) item where item->>'string' <> '')
           and (own.ids is null or field.key = any(own.ids))), '{}'), 'UTF8')), 'hex')
        from annotations a
        left join lateral (
          select array(select jsonb_path_query(v.content, 'strict $.** \\? (@.category == "datapoint").id') #>> '{}') as ids
            from schema_versions v where v.id = a.schema_version_id) own on true
       where a.id = of_annotation
    $$
  `)
}
