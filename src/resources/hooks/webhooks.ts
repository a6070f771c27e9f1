/** `/v1/webhooks`: the hooks of type webhook, at the path that older clients use. Their URLs contain `/hooks/`. */
import type { Hook } from '../../models/index.ts'
import type { Resource } from '../framework/define.ts'
import { hooks } from './hooks.ts'

const NOT_A_FUNCTION = { type: ['Only hooks of type webhook can be created here; use /v1/hooks.'] }

export const webhooks: Resource<Hook> = {
  ...hooks,
  visible: (query, caller, table) => {
    hooks.visible(query, caller, table)
    void query.where(`${table}.type`, 'webhook')
  },
  check: (input, context) =>
    !context.row && input.values.type !== 'webhook' ? NOT_A_FUNCTION : (hooks.check?.(input, context) ?? null),
  // Templates, runs and logs are about hooks of any type.
  actions: [],
}
