import type { Writer } from '../rows.ts'
import { writeEvents } from '../outbox/events.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { AppliedChange } from './schema-versions.ts'

/**
 * Records a change of a schema whose annotations the workflow `schema/<id>` converts. Changes of one schema are applied in the order of
 * their ids.
 */
export async function requestReshape(
  tx: Tx,
  { organization_id, user_id }: Writer,
  { schema_id, before, after, names, version_id, change_id, restores }: AppliedChange,
): Promise<void> {
  await tx('schema_reshapes').insert({
    schema_id,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    names: JSON.stringify(names),
    version_id,
    change_id,
    restores,
    up_to: tx('annotations').where({ schema_id }).select(tx.raw('coalesce(max(id), 0)')),
  })
  await writeEvents(tx, [
    { organization_id, kind: 'schema.reshape_requested', data: { schema: schema_id }, actor_id: user_id },
  ])
}
