import type { Knex } from 'knex'

/**
 * The rows of large tables, in parts: a change of one node then reads and writes one part instead of the whole tree. The tree of such an
 * annotation is an object, which the previous release refuses to read: it answers 500 and changes nothing. It may store a whole tree, which
 * removes the parts.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table content_parts (
      annotation_id bigint not null references annotation_contents on delete cascade,
      multivalue_id bigint not null,
      place double precision not null,
      nodes jsonb not null,
      ids int8multirange not null,
      schema_ids text[] not null,
      digest text not null,
      fields jsonb not null default '{}',
      words tsvector generated always as (search_words(jsonb_path_query_array(fields, '$.*[*].string')::text)) stored,
      primary key (annotation_id, multivalue_id, place)
    )`)
  await db.raw('create index content_parts_words on content_parts using gin (words)')
  await db.raw('create index content_parts_fields on content_parts using gin (fields jsonb_path_ops)')
  // What searches read: of most annotations one row, of large ones one for each part.
  await db.raw(`
    create view content_pieces as
      select annotation_id, null::bigint as multivalue_id, null::double precision as place, tree as nodes, fields, words
        from annotation_contents
      union all
      select annotation_id, multivalue_id, place, nodes, fields, words from content_parts`)
  await db.raw(`
    create function content_fields(of_annotation bigint) returns jsonb language sql stable as $$
      select case when exists (select from content_parts p where p.annotation_id = of_annotation) then (
        select jsonb_object_agg(field.key, field.items) from (
          select f.key, jsonb_agg(e.item order by c.multivalue_id nulls first, c.place, e.number) as items
            from content_pieces c, jsonb_each(c.fields) f, jsonb_array_elements(f.value) with ordinality e(item, number)
            where c.annotation_id = of_annotation group by f.key) field)
      else (select c.fields from annotation_contents c where c.annotation_id = of_annotation) end
    $$`)
  await db.raw(`
    create function drop_content_parts() returns trigger language plpgsql as $$
    begin
      if jsonb_typeof(new.tree) = 'array' then
        delete from content_parts where annotation_id = new.annotation_id;
      end if;
      return new;
    end $$`)
  await db.raw(`
    create trigger annotation_contents_whole before update of tree on annotation_contents
      for each row execute function drop_content_parts()`)
}
