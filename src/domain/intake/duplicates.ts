import type { Knex } from 'knex'
import type { Id } from '../../rules/access/ids.ts'
import type { Tx } from '../outbox/transaction.ts'

/**
 * Adds the annotation to the relation of documents with the same content, if there are others. Contents are compared by
 * SHA-256; the relation is named by the MD5, which clients use.
 */
export async function relateDuplicates(
  tx: Tx,
  annotation: { id: Id<'annotations'>; organization_id: number; sha256: string; md5: string },
): Promise<void> {
  const others = tx('annotations as a')
    .join('documents as d', 'd.id', 'a.document_id')
    .where({ 'd.organization_id': annotation.organization_id, 'd.sha256': annotation.sha256 })
    .whereNot('a.status', 'purged')
    .whereNot('a.id', annotation.id)
  await relate(tx, { ...annotation, key: annotation.md5 }, others)
}

/** Documents that one import adds to a relation. The others were added when they were imported themselves. */
const MAX_ADDED = 1000

/**
 * Adds the annotation and the `others`, a query of annotations `a`, to the relation of duplicates with this key, which is created if
 * necessary; without others, nothing changes.
 */
export async function relate(
  tx: Tx,
  { id, organization_id, key }: { id: Id<'annotations'>; organization_id: number; key: string },
  others: Knex.QueryBuilder,
): Promise<void> {
  if (!(await others.clone().first('a.id'))) return
  // Naming the conflict makes two annotations that finish concurrently wait for each other instead of failing.
  const { rows } = await tx.raw<{ rows: { id: Id<'relations'> }[] }>(
    `insert into relations (organization_id, type, key) values (?, 'duplicate', ?)
     on conflict (organization_id, key) where type = 'duplicate' do update set key = excluded.key returning id`,
    [organization_id, key],
  )
  const relation_id = rows[0]!.id
  // In one statement for any number of documents.
  await tx.raw(
    `insert into relation_annotations (relation_id, annotation_id)
     select ?::bigint, added.id from (select ?::bigint as id union all ?) added order by added.id on conflict do nothing`,
    [relation_id, id, others.limit(MAX_ADDED).select('a.id')],
  )
}
