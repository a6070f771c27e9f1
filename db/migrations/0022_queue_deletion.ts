import type { Knex } from 'knex'

/** Indexes for deleting queues and ending expired reviews, which would otherwise scan whole tables. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create index annotations_reviewing on annotations (queue_id, id) where status = 'reviewing';
    create index document_relations_of_annotation on document_relations (annotation_id);
  `)
}
