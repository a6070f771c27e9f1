import { Annotation } from '../../models/index.ts'
import { triggersOf, type LifeEvent } from '../../rules/automation-rules/life-events.ts'
import type { NewEvent } from '../outbox/events.ts'
import type { Tx } from '../outbox/transaction.ts'

/** Actions that follow a move; the others are part of the import and of validations. */
const FOLLOWING = ['change_queue', 'send_email']

/**
 * Returns an event for each annotation and event for which an enabled rule has an action, or for which a trigger of the queue sends an email
 * template and the annotation came by email; in the order of the annotations.
 */
export async function rulesRequested(
  tx: Tx,
  annotations: readonly number[],
  events: readonly (LifeEvent | 'annotation_created')[],
): Promise<NewEvent[]> {
  const requests: NewEvent[] = []
  for (const event of events) {
    const wanted = FOLLOWING.map((type) => JSON.stringify([{ type, event, enabled: true }]))
    const rows = await Annotation.query(tx)
      .whereRaw('annotations.id = any(?::bigint[])', [annotations])
      .where(
        (either) =>
          void either
            .whereExists(
              tx('rules')
                .whereRaw('rules.organization_id = annotations.organization_id and rules.enabled')
                .whereRaw('rules.actions @> any(?::jsonb[])', [wanted])
                .whereRaw(
                  `(rules.schema_id = annotations.schema_id or exists (select 1 from rule_queues
                     where rule_queues.rule_id = rules.id and rule_queues.queue_id = annotations.queue_id))`,
                ),
            )
            .orWhereExists(
              tx('triggers as t')
                .join('email_templates as e', 'e.trigger_id', 't.id')
                .whereRaw('annotations.email_id is not null and t.queue_id = annotations.queue_id and e.automate')
                .whereIn('t.event', triggersOf(event)),
            ),
      )
      .orderBy('annotations.id')
      .select('annotations.id', 'annotations.organization_id', 'annotations.queue_id')
    for (const { id, organization_id, queue_id } of rows)
      requests.push({
        kind: 'annotation.rules_requested',
        organization_id,
        queue_id,
        annotation_id: id,
        data: { event },
      })
  }
  return requests
}
