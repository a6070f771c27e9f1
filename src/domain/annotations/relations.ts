import { Relation, RelationAnnotation } from '../../models/index.ts'
import type { Id } from '../../rules/access/ids.ts'
import { transact, type Transactor, type Tx } from '../outbox/transaction.ts'
import { rowsOf } from '../rows.ts'

export const relationRows = rowsOf(Relation)

export const deleteRelation = (deps: Transactor, id: Id<'relations'>): Promise<void> =>
  transact(deps, (tx) => relationRows.delete(tx, id))

/** Replaces the annotations `from` with the annotations `to` in a relation; other members stay. */
export async function replaceMembers(
  tx: Tx,
  relation_id: Id<'relations'>,
  { from, to }: Record<'from' | 'to', readonly Id<'annotations'>[]>,
): Promise<void> {
  await RelationAnnotation.query(tx)
    .delete()
    .where({ relation_id })
    .whereIn('annotation_id', [...from])
  if (!to.length) return
  const pairs = [...new Set(to)].map((annotation_id) => ({ relation_id, annotation_id }))
  await RelationAnnotation.query(tx).insert(pairs).onConflict(['relation_id', 'annotation_id']).ignore()
}
