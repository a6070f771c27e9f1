/** Approvals of values that change afterwards. */
import type { AutomationBlocker, RowOf } from '../../models/index.ts'
import { errorBlocker, withBlocker } from '../../rules/automation/decide.ts'
import type { Status } from '../../rules/annotations/status.ts'
import { needsApproval } from '../annotations/status/confirmable.ts'
import { lockAnnotation } from '../annotations/status/lock.ts'
import { moveLocked } from '../annotations/status/move.ts'
import type { Tx } from '../outbox/transaction.ts'
import { valuesDigest } from './approved-values.ts'

/** Statuses in which the values wait for their export. What was exported stays exported. */
const WAITING: readonly Status[] = ['confirmed', 'failed_export']

export const CHANGED =
  'The values were changed after they had been confirmed, and have to be confirmed and approved again.'

/**
 * Returns an annotation to review if its values are no longer those that were approved and need an approval. The reason becomes a blocker. Call it after every change of content that is possible outside of a review. The
 * caller's transaction has locked the annotation, whose status it knows.
 */
export async function reconsider(tx: Tx, annotation_id: number, status: Status): Promise<void> {
  if (!WAITING.includes(status)) return
  const row = await lockAnnotation(tx, annotation_id)
  const service = { user_id: null, organization_id: row.organization_id }
  if (!row.requires_approval) return
  if (row.approved_values !== null && row.approved_values === (await valuesDigest(tx, annotation_id))) return
  if (!(await needsApproval(tx, annotation_id))) return
  await moveLocked(tx, service, row, 'patch', { context: { to: 'to_review' } })
  await addBlocker(tx, row)
}

async function addBlocker(tx: Tx, { id, organization_id }: { id: number; organization_id: number }): Promise<void> {
  const known = await tx<RowOf<AutomationBlocker>>('automation_blockers').where({ annotation_id: id }).first('content')
  const others = (known?.content ?? []).filter((item) => !JSON.stringify(item).includes(CHANGED))
  const content = JSON.stringify(withBlocker(others, errorBlocker(CHANGED)))
  await tx('automation_blockers')
    .insert({ annotation_id: id, organization_id, content })
    .onConflict('annotation_id')
    .merge(['content'])
}
