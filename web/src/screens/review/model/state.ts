/** How sure a value is, and what the reviewer should do about it. */
import type { Datapoint, SchemaDatapoint } from '../../../api/types.ts'

export interface Message {
  type: 'error' | 'warning' | 'info'
  content: string
  /** Of a message about a duplicate. */
  duplicate?: Duplicate
}

/** Another document, of which this one is a duplicate. */
export interface Duplicate {
  /** URL of its annotation; null if the user does not see it. */
  annotation: string | null
  reason: string
  /** Fields with equal values. */
  schemaIds: readonly string[]
  /** Fields by which another version of the invoice differs. */
  differentIds: readonly string[]
}

/** Returns what the details of a message or a blocker say about a duplicate. */
export function duplicateOf(given: unknown): Duplicate {
  const {
    annotation,
    reason,
    schema_ids: ids,
    different_schema_ids: different,
  } = Object(given) as Record<string, unknown>
  return {
    annotation: typeof annotation === 'string' ? annotation : null,
    reason: String(reason),
    schemaIds: namesIn(ids),
    differentIds: namesIn(different),
  }
}

const namesIn = (ids: unknown): string[] => (Array.isArray(ids) ? ids.map(String) : [])

/**
 * - `error`: cannot be confirmed as it is
 * - `uncertain`: nothing has validated it, so a person should look at it
 * - `checked`: a person has validated it
 * - `sure`: the engine, a check, a hook or a rule has validated it
 * - `empty`: empty, and may stay so: the field is optional
 */
export type FieldState = 'error' | 'uncertain' | 'checked' | 'sure' | 'empty'

/** Returns the state of a field. `value` is the displayed value, which may not be stored yet. */
export function stateOf(
  schema: SchemaDatapoint,
  node: Datapoint,
  value: string,
  messages: readonly Message[] = [],
): FieldState {
  if (messages.some(({ type }) => type === 'error')) return 'error'
  const sources = node.validation_sources
  if (sources.includes('human')) return 'checked'
  if (sources.some((source) => source !== 'NA' && source !== 'non_required' && source !== 'not_found')) return 'sure'
  if (value === '') return isRequired(schema) ? 'uncertain' : 'empty'
  return sources.includes('NA') ? 'sure' : 'uncertain'
}

/** Whether a field waits for the reviewer. */
export const needsReview = (state: FieldState): boolean => state === 'error' || state === 'uncertain'

/** Whether a user may type a value. Formulas are computed; a queue's schema may forbid changes. */
export function isEditable(schema: SchemaDatapoint, node: Datapoint): boolean {
  if (schema.type === 'button') return false
  const { type, edit } = schema.ui_configuration ?? {}
  if (type === 'formula' && !node.no_recalculation) return edit === 'enabled' || edit === 'enabled_without_warning'
  return edit !== 'disabled'
}

/** Whether the box of a value may be drawn again: captured values only, even if they may not be typed. */
export const isCaptured = (schema: SchemaDatapoint): boolean =>
  ['captured', null, undefined].includes(schema.ui_configuration?.type)

/** Whether a reviewer must give a value. */
export const isRequired = (schema: SchemaDatapoint): boolean => schema.constraints?.required ?? true

/** Returns the schema ids that a formula refers to. */
export const dependenciesOf = (schema: SchemaDatapoint): string[] => [
  ...new Set([...(schema.formula ?? '').matchAll(/\bfield\.(\w+)/g)].map(([, id]) => id!)),
]
