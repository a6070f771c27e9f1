import type { Knex } from 'knex'

/** Every sort key of annotations gets an index that ends in the id, as does the file name of documents. */
export async function up(db: Knex): Promise<void> {
  for (const person of [
    'creator_id',
    'modified_by',
    'confirmed_by',
    'deleted_by',
    'exported_by',
    'purged_by',
    'rejected_by',
  ]) {
    await db.raw(
      `create index annotations_${person.replace('_id', '')} on annotations (organization_id, coalesce(${person}, 9223372036854775807), id)`,
    )
  }
  await db.raw('create index documents_file_name on documents (organization_id, original_file_name, id)')
}
