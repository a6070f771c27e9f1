/** What belongs to documents and is deleted with them, counted for previews and reports. */
import type { DeletionCounts, KindCounts } from '../../rules/deletion/search.ts'
import type { Tx } from '../outbox/transaction.ts'

/** Queries of the number of objects of each kind that belong to the annotations `ids`. */
const KINDS: Record<string, string> = {
  pages: 'select count(*) from pages where annotation_id = any(:ids)',
  notes: 'select count(*) from notes where annotation_id = any(:ids)',
  hook_calls: 'select count(*) from hook_logs where annotation_id = any(:ids)',
  rule_executions: 'select count(*) from rule_executions where annotation_id = any(:ids)',
  lessons: 'select count(*) from lessons where annotation_id = any(:ids)',
  pending_approvals: `select count(*) from workflow_runs where annotation_id = any(:ids) and workflow_status = 'pending'`,
}

/** Counts what is deleted with these annotations. */
export async function countOf(tx: Tx, annotation_ids: readonly number[]): Promise<KindCounts> {
  const counted = Object.entries(KINDS).map(([kind, query]) => `(${query})::integer as ${kind}`)
  const { rows } = await tx.raw<{ rows: KindCounts[] }>(`select ${counted.join(', ')}`, { ids: [...annotation_ids] })
  return { documents: annotation_ids.length, ...rows[0] }
}

/** Counts what these annotations, which are kept, have taught: the law requires the documents, and not what was learned from them. */
export async function countLessons(tx: Tx, annotation_ids: readonly number[]): Promise<KindCounts> {
  const row = await tx('lessons')
    .whereRaw('annotation_id = any(?::bigint[])', [[...annotation_ids]])
    .first<{ lessons: number }>(tx.raw('count(*)::integer as lessons'))
  return { lessons: row.lessons }
}

/** Returns the sums of two counts. */
export const sum = (one: DeletionCounts, other: DeletionCounts): DeletionCounts => ({
  deleted: sumOf(one.deleted, other.deleted),
  kept: sumOf(one.kept, other.kept),
})

function sumOf(one: KindCounts = {}, other: KindCounts = {}): KindCounts {
  const kinds = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return Object.fromEntries(kinds.map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]))
}
