/** The connector's part of a validation. */
import { randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { Annotation } from '../../models/index.ts'
import { failedSave, judgeValidate, type SaveMessage } from '../../rules/hooks/connector-answer.ts'
import { transact } from '../outbox/transaction.ts'
import { connectorBody } from './body.ts'
import { callConnector, connectorOf } from './call.ts'
import { applyHookOperations } from '../hooks/delivery/operations.ts'

const TIMEOUT_S = 30

/**
 * Calls `validate` of the queue's connector, stores its operations, and returns its messages. The first call after an import has the
 * parameter `initial`. A failure of the connector is an error message.
 */
export async function callValidate(
  deps: Pick<Deps, 'db' | 'config' | 'outgoing' | 'signals'>,
  annotation_id: number,
  updated: readonly number[],
): Promise<SaveMessage[]> {
  const connector = await connectorOf(deps.db, annotation_id)
  if (!connector) return []
  const annotation = await Annotation.query(deps.db).findById(annotation_id).throwIfNotFound()
  const answer = await callConnector(deps, connector, {
    endpoint: 'validate',
    ...(annotation.connector_validated ? {} : { query: 'initial=true' }),
    // The caller of the API repeats a validation with new content, so each call is one of its own.
    idempotencyKey: randomUUID(),
    body: await connectorBody(deps, annotation_id, updated),
    timeout_s: TIMEOUT_S,
  })
  if ('failure' in answer) return failedSave(answer.failure).messages
  const { messages, operations, isAnswered } = judgeValidate(answer)
  await transact(deps, async (tx) => {
    if (isAnswered) await tx('annotations').where({ id: annotation_id }).update({ connector_validated: true })
    await applyHookOperations(
      tx,
      annotation_id,
      { action: 'updated', facts: { reviewer_id: annotation.modifier_id } },
      operations,
    )
  })
  return messages
}
