/** Which values were approved. Every move that confirms an annotation records them; every export compares them. */
import type { Knex } from 'knex'
import type { Status } from '../../rules/annotations/status.ts'
import type { Tx } from '../outbox/transaction.ts'

/** The statuses of annotations whose values were approved, or needed no approval. */
export const CLEARED: readonly Status[] = ['confirmed', 'exporting', 'exported', 'failed_export']

/** Returns a digest of the values of an annotation and of its queue; fields without a value do not count. */
export async function valuesDigest(tx: Tx, annotation_id: number): Promise<string> {
  const { rows } = await tx.raw<{ rows: { digest: string }[] }>('select values_digest(?) as digest', [annotation_id])
  return rows[0]!.digest
}

/**
 * Returns the column `approved_values` for annotations that move to a status of `CLEARED`: the digest of their present values, unless they
 * come from such a status. Without approvals in the queue it is null.
 */
export const approvedValues = (tx: Tx, rows: readonly { status: Status; requires_approval: boolean }[]): Knex.Raw => {
  const isRequired = rows.some(({ requires_approval }) => requires_approval)
  return tx.raw(
    `case when annotations.status = any(?) then annotations.approved_values
          ${isRequired ? 'when (select q.settings @> \'{"workflows": {"enabled": true}}\' from queues q where q.id = annotations.queue_id) then values_digest(annotations.id)' : ''}
     end`,
    [[...CLEARED]],
  )
}
