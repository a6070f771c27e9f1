import type { Tx } from '../outbox/transaction.ts'

/**
 * Adds the annotation to the relation of documents with the same content. Returns whether there are others. Contents are compared by
 * SHA-256; the relation is named by the MD5, which clients use.
 */
export async function relateDuplicates(
  tx: Tx,
  annotation: { id: number; organization_id: number; sha256: string; md5: string },
): Promise<boolean> {
  const same = await tx('annotations as a')
    .join('documents as d', 'd.id', 'a.document_id')
    .where({ 'd.organization_id': annotation.organization_id, 'd.sha256': annotation.sha256 })
    .whereNot('a.status', 'purged')
    .orderBy('a.id')
    .pluck<number[]>('a.id')
  if (same.length < 2) return false
  // Naming the conflict makes two annotations that finish concurrently wait for each other instead of failing.
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `insert into relations (organization_id, type, key) values (?, 'duplicate', ?)
     on conflict (organization_id, key) where type = 'duplicate' do update set key = excluded.key returning id`,
    [annotation.organization_id, annotation.md5],
  )
  await tx('relation_annotations')
    .insert(same.map((annotation_id) => ({ relation_id: rows[0]!.id, annotation_id })))
    .onConflict(['relation_id', 'annotation_id'])
    .ignore()
  return true
}
