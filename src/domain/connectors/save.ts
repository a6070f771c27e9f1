/** The connector's part of an export. */
import { createHash } from 'node:crypto'
import { baseUrl } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { Step } from '../../workflows/contract.ts'
import { failedSave, judgeSave, type SaveOutcome } from '../../rules/hooks/connector-answer.ts'
import { Event } from '../../models/index.ts'
import { connectorBody } from './body.ts'
import { callConnector, connectorOf } from './call.ts'

const TIMEOUT_S = 60

/**
 * Returns the value of `Idempotency-Key` for the calls of one export: the same for each attempt, and different for each export, connector
 * and installation. The time of the event distinguishes ids that are given again after an old backup was restored.
 */
async function idempotencyKey(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  connector_id: number,
  { event_id, annotation_id }: Step,
): Promise<string> {
  const { created_at } = await Event.query(db).findById(event_id).throwIfNotFound().select('created_at')
  const parts = [baseUrl(config), connector_id, annotation_id, event_id, created_at]
  return createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 40)
}

/**
 * Calls `save` of the queue's connector once and returns its outcome; null if the queue has no connector. Failures of the connector or of
 * the connection are outcomes. Throws internal errors, errors of the stores, and the reason of `signal` if that aborted the call.
 */
export async function callSave(
  deps: Pick<Deps, 'db' | 'config' | 'outgoing'>,
  step: Step,
  signal?: AbortSignal,
): Promise<SaveOutcome | null> {
  const connector = await connectorOf(deps.db, step.annotation_id)
  if (!connector) return null
  const answer = await callConnector(deps, connector, {
    endpoint: 'save',
    idempotencyKey: await idempotencyKey(deps, connector.id, step),
    body: await connectorBody(deps, step.annotation_id, []),
    timeout_s: TIMEOUT_S,
    ...(signal ? { signal } : {}),
  })
  return 'failure' in answer ? failedSave(answer.failure) : judgeSave(answer)
}
