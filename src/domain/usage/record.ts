import type { Knex } from 'knex'

/**
 * Notes that a document was read, or could not be (which is not billed); in the transaction that ends its import. Reading it
 * again counts again.
 */
export async function recordUse(
  trx: Knex,
  { id, organization_id, queue_id }: { id: number; organization_id: number; queue_id: number },
  use: { billable: boolean; pages: number },
): Promise<void> {
  const learning = trx.raw(
    `(select q.training_enabled and a.training_enabled from queues q, annotations a where q.id = ? and a.id = ?)`,
    [queue_id, id],
  )
  await trx('usage_records').insert({ organization_id, queue_id, annotation_id: id, learning, ...use })
}
