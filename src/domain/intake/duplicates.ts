import type { Knex } from 'knex'
import type { Tx } from '../outbox/transaction.ts'

/**
 * Adds the annotation to the relation of documents with the same content. Returns whether there are others. Contents are compared by
 * SHA-256; the relation is named by the MD5, which clients use.
 */
export async function relateDuplicates(
  tx: Tx,
  annotation: { id: number; organization_id: number; sha256: string; md5: string },
): Promise<boolean> {
  const same = tx('annotations as a')
    .join('documents as d', 'd.id', 'a.document_id')
    .where({ 'd.organization_id': annotation.organization_id, 'd.sha256': annotation.sha256 })
    .whereNot('a.status', 'purged')
  if ((await same.clone().limit(2).select('a.id')).length < 2) return false
  await relate(tx, { organization_id: annotation.organization_id, key: annotation.md5 }, same.orderBy('a.id'))
  return true
}

/** Adds the annotations `a` of a query to the relation of duplicates with this key, which is created if necessary. */
export async function relate(
  tx: Tx,
  { organization_id, key }: { organization_id: number; key: string },
  annotations: Knex.QueryBuilder,
): Promise<void> {
  // Naming the conflict makes two annotations that finish concurrently wait for each other instead of failing.
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `insert into relations (organization_id, type, key) values (?, 'duplicate', ?)
     on conflict (organization_id, key) where type = 'duplicate' do update set key = excluded.key returning id`,
    [organization_id, key],
  )
  // In one statement for any number of documents.
  await tx.raw(`insert into relation_annotations (relation_id, annotation_id) ? on conflict do nothing`, [
    annotations.select(tx.raw('?::bigint', [rows[0]!.id]), 'a.id'),
  ])
}
