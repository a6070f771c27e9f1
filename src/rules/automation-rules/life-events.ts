import type { RULE_EVENTS } from './actions.ts'
import type { TriggerEvent } from '../conditions/check-trigger.ts'
import type { Sets, Status, Trigger } from '../annotations/moves.ts'

/** Events of rules and triggers in the life of an annotation. */
export type LifeEvent = Exclude<(typeof RULE_EVENTS)[number], 'validation'>

/**
 * Returns the events of rules that a move causes: the end of an import, the confirmation by a user, a rule or automation, and the end of an
 * export.
 */
export function ruleEventsOf(move: {
  trigger: Trigger
  from: Status
  to: Status
  sets?: Sets | undefined
}): LifeEvent[] {
  const { trigger, from, to, sets } = move
  const isImported = from === 'importing' && ['engine_finished', 'automate', 'rule'].includes(trigger)
  return [
    ...(isImported ? (['annotation_imported'] as const) : []),
    ...(sets?.confirmed_at === 'now' ? (['annotation_confirmed'] as const) : []),
    ...(to === 'exported' ? (['annotation_exported'] as const) : []),
  ]
}

/** Returns the events of triggers that follow an event, in their order. The validation of the import counts, not those of a review. */
export const triggersOf = (event: LifeEvent | 'annotation_created'): readonly TriggerEvent[] =>
  event === 'annotation_imported' ? ['validation', 'annotation_imported'] : [event]
