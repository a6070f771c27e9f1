/** Checks the condition and the actions of a rule against the schemas to which it applies. */
import { errorOfFormula, readableNodes } from '../schema/check-formulas.ts'
import type { SchemaContent } from '../schema/types.ts'
import type { RuleAction } from './actions.ts'

/** A schema to which a rule applies. */
export interface LinkedSchema {
  id: number
  content: SchemaContent
}

/** By field of the rule; of actions, one object per action, `{}` for a valid one. */
export interface RuleErrors {
  trigger_condition?: string[]
  actions?: { payload?: Record<string, string[]> }[]
}

/** Keys of payloads that contain ids of fields. */
const FIELD_KEYS = ['schema_id', 'schema_ids'] as const

/** Returns what is wrong with a rule; null if it can run for all of the schemas. */
export function checkRuleFields(
  trigger_condition: string,
  actions: readonly RuleAction[],
  schemas: readonly LinkedSchema[],
): RuleErrors | null {
  const errors: RuleErrors = {}
  const syntax = errorOfFormula(trigger_condition, null)
  if (syntax) errors.trigger_condition = [syntax]
  for (const { id, content } of schemas) {
    const readable = readableNodes(content)
    const unknown = syntax ? null : errorOfFormula(trigger_condition, readable)
    if (unknown) errors.trigger_condition ??= [unknown.replace('The schema', `Schema ${id}`)]
    const wrong = actions.map((action) => errorOfAction(action, id, readable))
    if (wrong.some(({ payload }) => payload)) errors.actions ??= wrong
  }
  return Object.keys(errors).length > 0 ? errors : null
}

function errorOfAction(
  { payload }: RuleAction,
  schema: number,
  readable: ReadonlyMap<string, unknown>,
): { payload?: Record<string, string[]> } {
  const wrong = FIELD_KEYS.flatMap((key): [string, string[]][] => {
    const unknown = [payload[key] ?? []].flat().find((id) => typeof id !== 'string' || !readable.has(id))
    return unknown === undefined ? [] : [[key, [`Schema ${schema} has no field '${String(unknown)}'.`]]]
  })
  return wrong.length > 0 ? { payload: Object.fromEntries(wrong) } : {}
}
