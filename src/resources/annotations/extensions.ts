/** The extensions of a queue during a review: the hooks of the interactive events, and the connector. */
import type { Deps } from '../../deps.ts'
import type { CallExtensions } from '../../domain/annotations/review/validate.ts'
import { callValidate } from '../../domain/connectors/validate.ts'
import { callInteractive } from '../../domain/hooks/delivery/interactive.ts'
import { Annotation } from '../../models/index.ts'
import type { HookMessage } from '../../rules/hooks/answers.ts'
import { presentWith } from '../hooks/present-payload.ts'

/** Calls the hooks that listen to one action of `annotation_content`, and returns their messages. */
export async function callContentHooks(
  deps: Deps,
  annotation_id: number,
  action: string,
  updated_datapoints: readonly number[] = [],
): Promise<HookMessage[]> {
  const { organization_id, queue_id, status, modifier_id } = await Annotation.query(deps.db)
    .findById(annotation_id)
    .throwIfNotFound()
  return callInteractive(deps, presentWith(deps), {
    event: 'annotation_content',
    action,
    organization_id,
    queue_id,
    annotation_id,
    facts: { status, previous_status: status, reviewer_id: modifier_id, updated_datapoints: [...updated_datapoints] },
  })
}

/** Calls hooks and connector for a validation. The action `updated` needs changed nodes. */
export const extensionsOf =
  (deps: Deps): CallExtensions =>
  async (annotation_id, { actions, updated_datapoint_ids: updated }) => {
    const messages: HookMessage[] = []
    for (const action of actions) {
      if (action === 'updated' && updated.length === 0) continue
      messages.push(...(await callContentHooks(deps, annotation_id, action, action === 'started' ? [] : updated)))
    }
    return { messages: [...messages, ...(await callValidate(deps, annotation_id, updated))], suggested_operations: [] }
  }
