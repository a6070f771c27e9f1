/** What applying a suggested change of a queue's automation sends to the API. Pure. */
import type {
  Queue,
  QueueAutomationSuggestionsResult,
  QueuePostAutomationTargetsBody,
  Schema,
} from '../../api/types.ts'
import type { Options } from '../../api/client.ts'
import { fieldsOf } from '../../app/schema-fields.ts'
import { ALWAYS_REVIEW } from './rules.ts'

export type Suggestion = QueueAutomationSuggestionsResult['suggestions'][number]

/** Acceptable share of wrong values of the fields whose thresholds the service suggests to lower: its default. */
export const ERROR_LIMIT = 0.02

export interface SuggestedRequest extends Required<Pick<Options, 'method' | 'body'>> {
  path: string
}

/** Returns the request that applies a suggestion to a queue and its schema. */
export function suggestedRequest(queue: Queue, schema: Schema, { type, ...suggestion }: Suggestion): SuggestedRequest {
  switch (type) {
    case 'enable_automation':
      return change(queue, { automation_enabled: true, automation_level: 'confident' })
    case 'automate_empty_fields': {
      const automation = { ...queue.settings.automation, automate_empty_fields: true }
      return change(queue, { settings: { ...queue.settings, automation } })
    }
    case 'make_optional':
      return { method: 'PATCH', path: `/schemas/${schema.id}`, body: { content: withOptional(schema, suggestion) } }
    case 'lower_thresholds':
      return { method: 'POST', path: `/queues/${queue.id}/automation/targets`, body: targetOf(suggestion) }
  }
}

const change = ({ id }: Queue, body: object): SuggestedRequest => ({ method: 'PATCH', path: `/queues/${id}`, body })

function withOptional({ content }: Schema, { fields }: Pick<Suggestion, 'fields'>): Schema['content'] {
  const optional = new Set(fields.map(({ schema_id }) => schema_id))
  const changed = structuredClone(content)
  for (const { field } of fieldsOf(changed))
    if (optional.has(field.id)) field.constraints = { ...field.constraints, required: false }
  return changed
}

const targetOf = (suggestion: Omit<Suggestion, 'type'>): QueuePostAutomationTargetsBody => ({
  type: 'automation_assistant_v1',
  automation_rate_target: suggestion.document_automation_rate,
  error_rate_target: ERROR_LIMIT,
  datapoint_automation_targets: suggestion.fields.map(({ schema_id, confidence_threshold }) => ({
    schema_id,
    error_rate_target: ERROR_LIMIT,
    confidence_threshold: confidence_threshold ?? ALWAYS_REVIEW,
    error_rate_limit: ERROR_LIMIT,
  })),
})
