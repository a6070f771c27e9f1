import type { Knex } from 'knex'

/** What the removal of a queue and the end of forgotten reviews look for, without reading whole tables. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create index annotations_reviewing on annotations (queue_id, id) where status = 'reviewing';
    create index document_relations_of_annotation on document_relations (annotation_id);
  `)
}
