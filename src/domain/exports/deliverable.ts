/** Which documents deliveries send: those in the status that the profile delivers, with values that were approved (contract 24.21). */
import type { Knex } from 'knex'
import type { ExportDelivery, ExportDeliveryDocument, Queue, RowOf } from '../../models/index.ts'
import type { Delivery } from '../../rules/export-profiles/delivery.ts'
import type { Tx } from '../outbox/transaction.ts'

type Planned = Pick<RowOf<ExportDelivery>, 'id' | 'organization_id' | 'queue_id'>

/** Returns whether values of the documents of a queue need approvals. */
export const hasApprovals = async (tx: Tx, queue_id: number): Promise<boolean> =>
  (await tx<RowOf<Queue>>('queues')
    .where({ id: queue_id })
    .whereRaw(`settings @> '{"workflows": {"enabled": true}}'`)
    .first('id')) !== undefined

/** Adds the conditions to a query of `annotations`. Values that were never approved needed no approval. */
export function deliverable(
  query: Knex.QueryBuilder,
  { queue_id, status, approvals }: { queue_id: number; status: Delivery['status']; approvals: boolean },
): Knex.QueryBuilder {
  const found = query.where({ 'annotations.queue_id': queue_id, 'annotations.status': status })
  if (!approvals) return found
  return found.whereRaw(
    '(annotations.approved_values is null or annotations.approved_values = values_digest(annotations.id))',
  )
}

/** Takes the documents out of a delivery that it must not send now; a later one may. Returns how many these are, and how many are left. */
export async function dropOthers(
  tx: Tx,
  { id, queue_id }: Planned,
  status: Delivery['status'],
): Promise<{ dropped: number; left: number }> {
  await tx('export_deliveries').where({ id }).forUpdate().first('id')
  const approvals = await hasApprovals(tx, queue_id)
  const kept = tx('annotations').whereRaw('annotations.id = export_delivery_documents.annotation_id')
  const dropped = await tx('export_delivery_documents')
    .where({ export_delivery_id: id })
    .whereNotExists(deliverable(kept, { queue_id, status, approvals }))
    .delete()
  return { dropped, left: await countAgain(tx, id) }
}

/** Moves the second half of the documents of a delivery to another one, which is planned. Returns false if it has only one. */
export async function splitDelivery(tx: Tx, id: number): Promise<boolean> {
  const [planned] = await tx<RowOf<ExportDelivery>>('export_deliveries').where({ id }).forUpdate()
  const ids = await tx<RowOf<ExportDeliveryDocument>>('export_delivery_documents')
    .where({ export_delivery_id: id })
    .orderBy('annotation_id')
    .pluck<number[]>('annotation_id')
  if (planned?.status !== 'pending' || ids.length < 2) return false
  const rest = ids.slice(Math.ceil(ids.length / 2))
  const { organization_id, queue_id, export_profile_id, profile_name, destination, planned_at, creator_id } = planned
  const [made] = await tx<RowOf<ExportDelivery>>('export_deliveries')
    .insert({
      organization_id,
      queue_id,
      export_profile_id,
      profile_name,
      destination,
      planned_at,
      creator_id,
      documents: rest.length,
    })
    .returning('id')
  await tx('export_delivery_documents')
    .where({ export_delivery_id: id })
    .whereRaw('annotation_id = any(?::bigint[])', [rest])
    .update({ export_delivery_id: made!.id })
  await countAgain(tx, id)
  return true
}

async function countAgain(tx: Tx, id: number): Promise<number> {
  const counted = await tx('export_delivery_documents')
    .where({ export_delivery_id: id })
    .count<{ n: string }[]>('* as n')
  const documents = Number(counted[0]!.n)
  await tx('export_deliveries').where({ id }).update({ documents })
  return documents
}
