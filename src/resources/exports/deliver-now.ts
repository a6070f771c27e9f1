/** `POST /export_profiles/{id}/deliver`: plans a delivery, which the next run of the schedule `exports` starts. */
import { Type } from 'typebox'
import { planDelivery } from '../../domain/exports/plan-deliveries.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import { conflictStatus } from '../../errors.ts'
import type { ExportProfile, RowOf } from '../../models/index.ts'
import { allowed } from '../access.ts'
import type { Action } from '../framework/define.ts'
import { Url } from '../framework/fields.ts'
import { answerWith } from '../framework/request.ts'

export const deliverNow: Action<RowOf<ExportProfile>> = {
  method: 'post',
  path: 'deliver',
  summary: 'Deliver the documents not delivered yet.',
  may: allowed('export_profiles').create,
  body: Type.Object({}),
  example: () => ({}),
  responds: { status: 202, body: Type.Object({ url: { ...Url, description: 'URL of the delivery.' } }) },
  handle: async ({ deps, who, urls }, { id, name, delivery, enabled }) => {
    if (!delivery || !enabled) throw conflictStatus(`The export profile "${name}" is disabled, or has no delivery.`)
    const planned = await transact(deps, (tx) => planDelivery(tx, id, deps.clock(), who.user_id))
    // Documents of failed deliveries stay with them, so that "not delivered" alone would mislead.
    if (planned === null)
      throw conflictStatus(
        `There is nothing to deliver: the queue has no documents in ${delivery.status}, or all of them are in deliveries of the profile. Retry deliveries that failed.`,
      )
    const url = urls.of('export_deliveries', planned)
    return answerWith(202, { url }, { Location: url })
  },
}
