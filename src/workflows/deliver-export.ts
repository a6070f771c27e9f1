import { upsertSearchAttributes } from '@temporalio/workflow'
import { hooks, quick } from './activities.ts'
import { searchAttributes } from './contract.ts'
import type { ExportDeliveryInput } from './contract.ts'
import { endAsFailed, orElse, reasonOf } from './failures.ts'

/** Makes and sends the file of one delivery of an export profile, with retries for a day. Fails if the destination refuses it. */
export async function deliverExport({ delivery_id }: ExportDeliveryInput): Promise<void> {
  await orElse(
    () => hooks.deliverExport(delivery_id),
    async (error) => {
      const reason = reasonOf(error)
      await quick.failExportDelivery({ id: delivery_id, reason })
      upsertSearchAttributes([{ key: searchAttributes.status, value: 'failed' }])
      throw endAsFailed('delivery_failed', reason)
    },
  )
  upsertSearchAttributes([{ key: searchAttributes.status, value: 'sent' }])
}
