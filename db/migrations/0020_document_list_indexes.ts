import type { Knex } from 'knex'

/** Every sort key of documents and pages gets an index that ends in the id. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create index documents_mime_type on documents (organization_id, mime_type, id);
    create index documents_attachment_status on documents (organization_id, coalesce(attachment_status, U&'\\+10FFFF'), id);
    create index pages_number on pages (organization_id, number, id);
    create index pages_s3_name on pages (organization_id, s3_name, id);
  `)
}
