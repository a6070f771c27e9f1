import { createRecommendation, deleteRecommendation, updateRecommendation } from '../../domain/triggers/rows.ts'
import { transact } from '../../domain/outbox/transaction.ts'
import type { FieldErrors } from '../../errors.ts'
import { DeleteRecommendation, Trigger } from '../../models/index.ts'
import { allowed, assignedQueues } from '../access.ts'
import { defineResource, type CheckContext } from '../framework/define.ts'
import type { Input } from '../framework/input.ts'
import { triggerList } from './trigger-list.ts'

export const deleteRecommendations = defineResource(DeleteRecommendation, {
  path: 'delete_recommendations',
  singular: 'delete recommendation',
  description: 'Recommends deletion of the documents for which a trigger of the event `validation` fires.',
  fields: (f) => ({
    id: f.id(),
    enabled: f.bool('Whether the recommendation is applied.', { default: true }),
    url: f.url(),
    organization: f.ref("URL of the organization; always the caller's organization.", { createOnly: true }),
    queue: f.ref('URL of its queue.', { required: true, example: 1 }),
    triggers: triggerList(
      'URL of exactly one trigger, which must belong to the same queue and have the event `validation`.',
      {
        refusal: 'Exactly one trigger is required.',
        required: true,
        example: [1],
      },
    ),
  }),
  filters: (by) => ({ queue: by.ref() }),
  ordering: { id: 'bigint', queue: { sql: 'delete_recommendations.queue_id', type: 'bigint' } },
  visible: assignedQueues('queue_id'),
  may: allowed('delete_recommendations'),
  check: checkRecommendation,
  save: {
    create: ({ columns }, { db, who }) => createRecommendation(db, who, columns),
    update: ({ id }, { columns }, { db, who }) => updateRecommendation(db, who, id, columns),
    destroy: ({ id }, { deps }) => transact(deps, (tx) => deleteRecommendation(tx, id)),
  },
})

async function checkRecommendation(
  { columns }: Input<DeleteRecommendation>,
  { row, caller }: CheckContext<DeleteRecommendation>,
): Promise<FieldErrors | null> {
  const trigger_id = columns.trigger_id ?? row?.trigger_id
  const trigger = trigger_id ? await Trigger.query(caller.db).findById(trigger_id) : undefined
  if (!trigger) return null
  const changed = columns.trigger_id === undefined ? 'queue' : 'triggers'
  if (trigger.queue_id !== (columns.queue_id ?? row?.queue_id))
    return { [changed]: ['The trigger belongs to another queue.'] }
  return trigger.event === 'validation' ? null : { triggers: ['The trigger must have the event validation.'] }
}
